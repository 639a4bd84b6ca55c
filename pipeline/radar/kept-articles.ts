/**
 * Keeps the articles of the last two of the longest windows from one cutoff to the next: it reads them once, then only additions to the
 * log. Articles count as they arrived: corrections change what is shown as evidence (kept-headlines.ts), not how much was written.
 */
import { recentArticles, type MentionRules, type RadarCutoff } from '#clickhouse/radar-inputs.ts';
import { rowsWithin } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { createArticles, type Articles } from './articles.ts';
import { isNextOf } from './next-cutoff.ts';

export interface KeptArticles {
  /** Returns the articles at any cutoff; a later one than the last is cheap. */
  readonly at: (cutoff: RadarCutoff) => Promise<Articles>;
}

/** Rows per read. */
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
      // An update that fails midway must not be continued.
      held = null;
      last.articles.expire(cutoff.cutoffMs - reachMs);
      last.articles.add(arrived);
      held = { articles: last.articles, cutoff };
      return last.articles;
    },
  };
}
