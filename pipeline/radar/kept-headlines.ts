/**
 * Caches headlines of rows from one minute to the next: a row never changes in the log, and most requests repeat a minute later. The key is
 * sequence and story, because a log that lost its end assigns a sequence again.
 */
import { headlines } from '#clickhouse/radar-inputs.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Evidence } from '#schemas/radar.ts';
import type { Candidate } from './articles.ts';

export interface KeptHeadlines {
  /** Returns the headlines of those candidates whose rows exist; evicts those that this call does not request. */
  readonly of: (candidates: readonly Candidate[]) => Promise<(candidate: Candidate) => Evidence | undefined>;
}

const nameOf = ({ seq, story }: Candidate): string => `${seq} ${story}`;

export function keepHeadlines(store: Store): KeptHeadlines {
  let kept = new Map<string, Evidence>();
  return {
    of: async (candidates) => {
      const missing = candidates.filter((candidate) => !kept.has(nameOf(candidate))).map(({ seq }) => seq);
      const read = await headlines(store, [...new Set(missing)]);
      kept = new Map(
        candidates.flatMap((candidate): [string, Evidence][] => {
          const name = nameOf(candidate);
          const headline = kept.get(name) ?? read.get(candidate.seq);
          return headline === undefined ? [] : [[name, headline]];
        }),
      );
      const now = kept;
      return (candidate) => now.get(nameOf(candidate));
    },
  };
}
