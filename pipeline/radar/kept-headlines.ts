/**
 * Headlines of rows, kept from one minute to the next: a row does not change once it is in the log, and most of those asked for now are asked for
 * again a minute later. By sequence and story, since a log that lost its end gives a sequence again.
 */
import { headlines } from '#clickhouse/radar-inputs.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Evidence } from '#schemas/radar.ts';
import type { Candidate } from './articles.ts';

export interface KeptHeadlines {
  /** Those of the candidates whose rows are there; those that nobody asked for this time are let go. */
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
