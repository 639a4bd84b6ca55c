/** Caches Radar's counts between cutoffs and reads only new records. Withdrawals and corrections never change counts (feed-reads.ts). */
import { recentArticles, type MentionRules, type RadarCutoff } from '#clickhouse/radar-inputs.ts';
import { mentionedMinutes, mentionsSince, countRows } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { createArticles, type Articles } from './articles.ts';
import { createMentions, type Mentions } from './mentions.ts';

export interface ReadCache<State> {
  /** Returns the state at a cutoff. A cutoff soon after the last one reads only new records, any other reads everything. */
  readonly at: (cutoff: RadarCutoff) => Promise<State>;
}

interface Share {
  readonly share: number;
  readonly shares: number;
}

interface Reads<State, Addition> {
  readonly create: () => State;
  readonly load: (state: State, cutoff: RadarCutoff, share: Share) => Promise<void>;
  /** Greatest number of rows that one share reads. */
  readonly rowsAtOnce: number;
  readonly readSince: (cutoff: RadarCutoff, since: RadarCutoff) => Promise<Addition>;
  readonly advance: (state: State, addition: Addition, cutoff: RadarCutoff) => void;
}

const minuteMs = 60_000;
export const minuteOf = ({ cutoffMs }: RadarCutoff): number => cutoffMs / minuteMs;
/** Longest step between cutoffs for which only new records are read. */
const longestStepMs = 6 * 3_600_000;

/** Returns whether the state at `last` plus new records gives the state at `cutoff`. */
const canAdvance = (last: RadarCutoff, cutoff: RadarCutoff): boolean =>
  cutoff.cutoffMs >= last.cutoffMs && cutoff.cutoffMs - last.cutoffMs <= longestStepMs && cutoff.toSeq >= last.toSeq;

function createReadCache<State, Addition>(store: Store, reachMs: number, reads: Reads<State, Addition>): ReadCache<State> {
  let cached: { readonly state: State; readonly cutoff: RadarCutoff } | null = null;

  const load = async (cutoff: RadarCutoff): Promise<State> => {
    const state = reads.create();
    const shares = Math.ceil(Math.max(1, await countRows(store, cutoff, reachMs)) / reads.rowsAtOnce);
    for (let share = 0; share < shares; share += 1) await reads.load(state, cutoff, { share, shares });
    return state;
  };

  return {
    at: async (cutoff) => {
      const last = cached;
      if (last === null || !canAdvance(last.cutoff, cutoff)) {
        const state = await load(cutoff);
        cached = { state, cutoff };
        return state;
      }
      const addition = await reads.readSince(cutoff, last.cutoff);
      // Dropped first, so that an update that fails midway is not continued.
      cached = null;
      reads.advance(last.state, addition, cutoff);
      cached = { state: last.state, cutoff };
      return last.state;
    },
  };
}

export const createArticleCache = (store: Store, rules: MentionRules, reachMs: number): ReadCache<Articles> =>
  createReadCache(store, reachMs, {
    create: createArticles,
    load: async (articles, cutoff, share) => articles.add(await recentArticles(store, cutoff, rules, reachMs, { since: null, ...share })),
    rowsAtOnce: 100_000,
    readSince: (cutoff, since) => recentArticles(store, cutoff, rules, reachMs, { since, share: 0, shares: 1 }),
    advance: (articles, arrived, { cutoffMs }) => {
      articles.expire(cutoffMs - reachMs);
      articles.add(arrived);
    },
  });

export const createMentionCache = (store: Store, rules: MentionRules, reachMs: number): ReadCache<Mentions> =>
  createReadCache(store, reachMs, {
    create: createMentions,
    load: async (mentions, cutoff, share) => mentions.add(await mentionedMinutes(store, cutoff, rules, reachMs, share), minuteOf(cutoff)),
    rowsAtOnce: 500_000,
    readSince: (cutoff, since) => mentionsSince(store, cutoff, rules, reachMs, since),
    advance: (mentions, changed, cutoff) => {
      mentions.expire(minuteOf(cutoff), reachMs / minuteMs);
      mentions.change(changed, minuteOf(cutoff));
    },
  });
