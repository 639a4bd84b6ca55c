/** Caches headlines between snapshots. The key is sequence and story, because a log that lost its end assigns the same sequences again. */
import { corrections, headlines, type RadarCutoff } from '#clickhouse/radar-inputs.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Evidence } from '#schemas/radar.ts';
import type { Candidate } from './articles.ts';

export interface HeadlineCache {
  /** Returns a look-up of headlines; undefined for a row that is missing, withdrawn or no longer about the ticker. Evicts other candidates. */
  readonly headlinesOf: (
    candidates: readonly Candidate[],
    cutoff: RadarCutoff,
  ) => Promise<(candidate: Candidate, ticker: string) => Evidence | undefined>;
}

const keyOf = ({ seq, story }: Candidate): string => `${seq} ${story}`;

/** Returns an empty cache. Corrections are read of articles that arrived within `reachMs`. */
export function createHeadlineCache(store: Store, reachMs: number): HeadlineCache {
  let cached = new Map<string, Evidence>();
  return {
    headlinesOf: async (candidates, cutoff) => {
      const corrected = await corrections(store, cutoff, reachMs);
      const missing = candidates.filter((candidate) => !cached.has(keyOf(candidate))).map(({ seq }) => seq);
      const read = await headlines(store, [...new Set(missing)]);
      cached = new Map(
        candidates.flatMap((candidate): [string, Evidence][] => {
          const key = keyOf(candidate);
          const headline = cached.get(key) ?? read.get(candidate.seq);
          return headline === undefined ? [] : [[key, headline]];
        }),
      );
      const now = cached;
      return (candidate, ticker) => {
        const correction = corrected.get(candidate.seq);
        if (correction === undefined) return now.get(keyOf(candidate));
        return correction.isWithdrawn || !correction.tickers.includes(ticker) ? undefined : correction.evidence;
      };
    },
  };
}
