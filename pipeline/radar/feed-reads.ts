/** Reads the feed tables at a cutoff, once for the snapshots of all windows. */
import { channels as readChannels, corrections, headlines, type Channel, type MentionRules, type RadarCutoff } from '#clickhouse/radar-inputs.ts';
import type { TickerCells } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { evidenceMax, type Evidence, type RadarWindow } from '#schemas/radar.ts';
import { parametersOf, type ModelParameters } from './model/model.ts';
import type { Articles, Candidate, CurrentCounts, ToneArticles } from './articles.ts';
import { createArticleCache, createMentionCache, minuteOf, type ReadCache } from './read-cache.ts';
import type { Mentions } from './mentions.ts';

interface WindowReads {
  readonly cells: readonly TickerCells[];
  readonly current: readonly CurrentCounts[];
  readonly toneArticlesOf: (ticker: string) => ToneArticles;
}

export interface FeedReads {
  readonly channels: readonly Channel[];
  /** Age of the baseline's oldest article, in milliseconds. */
  readonly historyMs: number;
  readonly articleSums: ReadonlyMap<string, string>;
  readonly windows: Readonly<Record<RadarWindow, WindowReads>>;
  /** Returns the headlines to show for a ticker, each of another story. */
  readonly evidenceOf: (counts: CurrentCounts) => Evidence[];
}

const [short, long] = [parametersOf('4h'), parametersOf('24h')];
const rules: MentionRules = { minRelevance: long.min_relevance, maxStoryTickers: long.max_story_tickers };

const windowMsOf = ({ window_seconds }: ModelParameters): number => window_seconds * 1_000;
/** Returns the number of windows in the model: the current one and the baseline's. */
export const cellsCountOf = ({ baseline_seconds, window_seconds }: ModelParameters): number => Math.floor(baseline_seconds / window_seconds) + 1;
/** Length of the longest baseline with its current window. */
const reachMs = Math.max(...[short, long].map((one) => windowMsOf(one) * cellsCountOf(one)));

const articlesMs = 2 * windowMsOf(long);

/** Caches that a producer keeps from one cutoff to the next. */
export interface ProducerState {
  readonly mentions: ReadCache<Mentions>;
  readonly articles: ReadCache<Articles>;
  readonly headlinesOf: ReturnType<typeof createHeadlineCache>;
}

export const createProducerState = (store: Store): ProducerState => ({
  mentions: createMentionCache(store, rules, reachMs),
  articles: createArticleCache(store, rules, articlesMs),
  headlinesOf: createHeadlineCache(store, articlesMs),
});

/** Returns what snapshots need of the feed tables up to the cutoff. With the caches of the last cutoff, only newer records are read. */
export async function readFeed(store: Store, cutoff: RadarCutoff, cached: ProducerState = createProducerState(store)): Promise<FeedReads> {
  const channels = await readChannels(store, cutoff, rules, reachMs);
  const mentions = await cached.mentions.at(cutoff);
  const articles = await cached.articles.at(cutoff);
  const window = (parameters: ModelParameters): WindowReads => {
    const windowMs = windowMsOf(parameters);
    return {
      cells: mentions.cells(minuteOf(cutoff), parameters.window_seconds / 60, cellsCountOf(parameters)),
      current: articles.counts(cutoff.cutoffMs, windowMs),
      toneArticlesOf: (ticker) => articles.toneArticles(ticker, cutoff.cutoffMs, windowMs),
    };
  };
  const windows = { '4h': window(short), '24h': window(long) };
  const headlineOf = await cached.headlinesOf([...windows['4h'].current, ...windows['24h'].current].flatMap(evidenceRows), cutoff);
  return {
    channels,
    historyMs: Math.max(0, ...channels.map(({ oldest_age_ms }) => oldest_age_ms)),
    articleSums: articles.sums(),
    windows,
    evidenceOf: (one) => evidenceRows(one).flatMap((row) => headlineOf(row, one.ticker) ?? []),
  };
}

function evidenceRows({ candidates }: CurrentCounts): Candidate[] {
  const stories = new Set<number>();
  return candidates.filter(({ story }) => stories.size < evidenceMax && !stories.has(story) && stories.add(story));
}

/** Headlines are cached by sequence and story, because a log that lost its end assigns the same sequences again. */
const keyOf = ({ seq, story }: Candidate): string => `${seq} ${story}`;

/**
 * Returns a function that reads the headlines of candidates and returns a look-up, which is undefined for a row that is missing, withdrawn or
 * no longer about the ticker. Headlines stay cached until the next call. Corrections are read of articles that arrived within `correctedMs`.
 */
function createHeadlineCache(store: Store, correctedMs: number) {
  let cached = new Map<string, Evidence>();
  return async (candidates: readonly Candidate[], cutoff: RadarCutoff) => {
    const corrected = await corrections(store, cutoff, correctedMs);
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
    return (candidate: Candidate, ticker: string): Evidence | undefined => {
      const correction = corrected.get(candidate.seq);
      if (correction === undefined) return now.get(keyOf(candidate));
      return correction.isWithdrawn || !correction.tickers.includes(ticker) ? undefined : correction.evidence;
    };
  };
}
