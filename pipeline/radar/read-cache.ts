/**
 * Caches what Radar counts from one cutoff to the next: the baseline is read once, then only what was added to the log, late articles
 * included. A row of the log does not change, and a withdrawn one still counts; a row past a cutoff is seen at the next one. Corrections
 * change what is shown as evidence (headline-cache.ts), not how much was written.
 */
import { recentArticles, type MentionRules, type RadarCutoff } from '#clickhouse/radar-inputs.ts';
import { mentionedMinutes, mentionsSince, rowsWithin } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { createArticles, type Articles } from './articles.ts';
import { createMentions, type Mentions } from './mentions.ts';

export interface ReadCache<State> {
  /** Returns the state at any cutoff; a later one than the last is cheap. */
  readonly at: (cutoff: RadarCutoff) => Promise<State>;
}

interface Share {
  readonly share: number;
  readonly shares: number;
}

interface Reads<State, Addition> {
  readonly create: () => State;
  /** Adds a share of the baseline. */
  readonly load: (state: State, cutoff: RadarCutoff, share: Share) => Promise<void>;
  /** Rows per share. */
  readonly rowsAtOnce: number;
  readonly readSince: (cutoff: RadarCutoff, since: RadarCutoff) => Promise<Addition>;
  readonly advance: (state: State, addition: Addition, cutoff: RadarCutoff) => void;
}

const minuteMs = 60_000;
/** Returns the cutoff in minutes since 1970. */
export const minuteOf = ({ cutoffMs }: RadarCutoff): number => cutoffMs / minuteMs;
/** Milliseconds; a longer step reads everything again. */
const longestStepMs = 6 * 3_600_000;

/** Returns whether reads at one cutoff can be advanced to another with what the log received since. */
const isNextOf = (last: RadarCutoff, cutoff: RadarCutoff): boolean =>
  cutoff.cutoffMs >= last.cutoffMs && cutoff.cutoffMs - last.cutoffMs <= longestStepMs && cutoff.toSeq >= last.toSeq;

function keep<State, Addition>(store: Store, reachMs: number, reads: Reads<State, Addition>): ReadCache<State> {
  let cached: { readonly state: State; readonly cutoff: RadarCutoff } | null = null;

  const load = async (cutoff: RadarCutoff): Promise<State> => {
    const state = reads.create();
    const shares = Math.ceil(Math.max(1, await rowsWithin(store, cutoff, reachMs)) / reads.rowsAtOnce);
    for (let share = 0; share < shares; share += 1) await reads.load(state, cutoff, { share, shares });
    return state;
  };

  return {
    at: async (cutoff) => {
      const last = cached;
      if (last === null || !isNextOf(last.cutoff, cutoff)) {
        const state = await load(cutoff);
        cached = { state, cutoff };
        return state;
      }
      const addition = await reads.readSince(cutoff, last.cutoff);
      // An update that fails midway must not be continued.
      cached = null;
      reads.advance(last.state, addition, cutoff);
      cached = { state: last.state, cutoff };
      return last.state;
    },
  };
}

/** Returns the cache of the articles of the last `reachMs`. */
export const createArticleCache = (store: Store, rules: MentionRules, reachMs: number): ReadCache<Articles> =>
  keep(store, reachMs, {
    create: createArticles,
    load: async (articles, cutoff, share) => articles.add(await recentArticles(store, cutoff, rules, reachMs, { since: null, ...share })),
    rowsAtOnce: 100_000,
    readSince: (cutoff, since) => recentArticles(store, cutoff, rules, reachMs, { since, share: 0, shares: 1 }),
    advance: (articles, arrived, { cutoffMs }) => {
      articles.expire(cutoffMs - reachMs);
      articles.add(arrived);
    },
  });

/** Returns the cache of the minutes of the last `reachMs` in which stories named tickers. */
export const createMentionCache = (store: Store, rules: MentionRules, reachMs: number): ReadCache<Mentions> =>
  keep(store, reachMs, {
    create: createMentions,
    load: async (mentions, cutoff, share) => mentions.add(await mentionedMinutes(store, cutoff, rules, reachMs, share), minuteOf(cutoff)),
    rowsAtOnce: 500_000,
    readSince: (cutoff, since) => mentionsSince(store, cutoff, rules, reachMs, since),
    advance: (mentions, changed, cutoff) => {
      mentions.expire(minuteOf(cutoff), reachMs / minuteMs);
      mentions.change(changed, minuteOf(cutoff));
    },
  });
