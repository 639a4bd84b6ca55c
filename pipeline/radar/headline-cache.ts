/**
 * Caches headlines of rows from one minute to the next, since most requests repeat a minute later, and reads those that were corrected. The
 * key is sequence and story, because a log that lost its end assigns a sequence again.
 */
import { corrections, headlines, type RadarCutoff } from '#clickhouse/radar-inputs.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Evidence } from '#schemas/radar.ts';
import type { Candidate } from './articles.ts';

export interface HeadlineCache {
  /**
   * Returns the headlines of those candidates whose rows exist; evicts those that this call does not request. An article that was withdrawn,
   * or corrected and no longer about the ticker, has none.
   */
  readonly of: (candidates: readonly Candidate[], cutoff: RadarCutoff) => Promise<(candidate: Candidate, ticker: string) => Evidence | undefined>;
}

const nameOf = ({ seq, story }: Candidate): string => `${seq} ${story}`;

/** Returns an empty cache; `reachMs`: age up to which corrections are read. */
export function createHeadlineCache(store: Store, reachMs: number): HeadlineCache {
  let cached = new Map<string, Evidence>();
  return {
    of: async (candidates, cutoff) => {
      const corrected = await corrections(store, cutoff, reachMs);
      const missing = candidates.filter((candidate) => !cached.has(nameOf(candidate))).map(({ seq }) => seq);
      const read = await headlines(store, [...new Set(missing)]);
      cached = new Map(
        candidates.flatMap((candidate): [string, Evidence][] => {
          const name = nameOf(candidate);
          const headline = cached.get(name) ?? read.get(candidate.seq);
          return headline === undefined ? [] : [[name, headline]];
        }),
      );
      const now = cached;
      return (candidate, ticker) => {
        const correction = corrected.get(candidate.seq);
        if (correction === undefined) return now.get(nameOf(candidate));
        return correction.isWithdrawn || !correction.tickers.includes(ticker) ? undefined : correction.evidence;
      };
    },
  };
}
