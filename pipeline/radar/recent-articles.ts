/**
 * The articles of the last two of the longest windows, kept from one cutoff to the next: read once, from then on only what
 * the log got since. Rows are never changed or withdrawn once they are in the log.
 */
import { recentArticles, type MentionRules, type RadarCutoff } from '#clickhouse/radar-inputs.ts';
import { rowsWithin, type Share } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { createArticles, type Articles } from './articles.ts';
import { isNextOf } from './next-cutoff.ts';

export interface KeptArticles {
  /** Those at a cutoff, any one; a later one than the last takes little. */
  readonly at: (cutoff: RadarCutoff) => Promise<Articles>;
  /** Reads a share of the tickers anew and compares: those that differ. Where there are any, all are read again next. */
  readonly recheck: (share: Share) => Promise<string[]>;
}

/** Rows that are read at once. */
const rowsAtOnce = 100_000;

export function keepArticles(store: Store, rules: MentionRules, reachMs: number): KeptArticles {
  let held: { readonly articles: Articles; readonly cutoff: RadarCutoff } | null = null;

  const load = async (cutoff: RadarCutoff): Promise<Articles> => {
    const articles = createArticles();
    const shares = Math.ceil(Math.max(1, await rowsWithin(store, cutoff, reachMs)) / rowsAtOnce);
    for (let share = 0; share < shares; share += 1) articles.add(await recentArticles(store, cutoff, rules, reachMs, { since: null, share, shares }));
    return articles;
  };

  return {
    at: async (cutoff) => {
      const last = held;
      if (last === null || !isNextOf(last.cutoff, cutoff)) {
        const articles = await load(cutoff);
        held = { articles, cutoff };
        return articles;
      }
      const arrived = await recentArticles(store, cutoff, rules, reachMs, { since: last.cutoff, share: 0, shares: 1 });
      // What fails midway is not gone on from.
      held = null;
      last.articles.expire(cutoff.cutoffMs - reachMs);
      last.articles.add(arrived);
      held = { articles: last.articles, cutoff };
      return last.articles;
    },
    recheck: async ({ share, shares }) => {
      if (held === null) return [];
      const anew = createArticles();
      anew.add(await recentArticles(store, held.cutoff, rules, reachMs, { since: null, share, shares }));
      const [kept, read] = [held.articles.sums({ share, shares }), anew.sums()];
      const differing = [...new Set([...kept.keys(), ...read.keys()])].filter((ticker) => kept.get(ticker) !== read.get(ticker));
      if (differing.length > 0) held = null;
      return differing;
    },
  };
}
