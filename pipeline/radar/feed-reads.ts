/** Reads what the feed tables say at a cutoff, once for the snapshots of all windows. */
import {
  channels as readChannels,
  currentCounts,
  tickerTones,
  type Channel,
  type CurrentCounts,
  type MentionRules,
  type RadarCutoff,
  type WindowLengths,
  type WindowTones,
} from '#clickhouse/radar-inputs.ts';
import type { TickerCells } from '#clickhouse/radar-mentions.ts';
import type { Store } from '#clickhouse/store.ts';
import { evidenceMax, type Evidence, type RadarWindow } from '#schemas/radar.ts';
import { parametersOf, type ModelParameters } from './model/model.ts';
import { keepHeadlines, type KeptHeadlines } from './kept-headlines.ts';
import { createStoryCounts, type StoryCounts } from './story-counts.ts';

export interface WindowReads {
  readonly cells: readonly TickerCells[];
  readonly current: readonly CurrentCounts[];
  readonly tones: WindowTones;
}

export interface FeedReads {
  readonly channels: readonly Channel[];
  /** How long ago the oldest article of the baseline arrived. */
  readonly historyMs: number;
  readonly windows: Readonly<Record<RadarWindow, WindowReads>>;
  /** Headlines of different stories about a ticker of `current`. */
  readonly evidenceOf: (counts: CurrentCounts) => Evidence[];
}

const [short, long] = [parametersOf('4h'), parametersOf('24h')];
const rules: MentionRules = { minRelevance: long.min_relevance, maxStoryTickers: long.max_story_tickers };

const windowMsOf = ({ window_seconds }: ModelParameters): number => window_seconds * 1_000;
/** The window itself, and those of the baseline. */
export const cellsCountOf = ({ baseline_seconds, window_seconds }: ModelParameters): number => Math.floor(baseline_seconds / window_seconds) + 1;
const lengths: WindowLengths = [windowMsOf(short), windowMsOf(long)];
/** Of all windows. */
const reachMs = Math.max(...[short, long].map((one) => windowMsOf(one) * cellsCountOf(one)));

const countStories = (store: Store): StoryCounts => createStoryCounts(store, rules, reachMs);

/** What a producer keeps from one cutoff to the next. */
export interface Kept {
  readonly counts: StoryCounts;
  readonly headlines: KeptHeadlines;
}

export const keepNothing = (store: Store): Kept => ({ counts: countStories(store), headlines: keepHeadlines(store) });

export async function readFeed(store: Store, cutoff: RadarCutoff, { counts, headlines }: Kept = keepNothing(store)): Promise<FeedReads> {
  const channels = await readChannels(store, cutoff, rules, reachMs);
  await counts.advance(cutoff);
  const current = await currentCounts(store, cutoff, rules, lengths);
  const [shortTones, longTones] = await tickerTones(store, cutoff, rules, lengths);
  const headlineOf = await headlines.of([...current.short, ...current.long].flatMap(evidenceRows));
  const cells = (parameters: ModelParameters): TickerCells[] => counts.cells(windowMsOf(parameters), cellsCountOf(parameters));
  return {
    channels,
    historyMs: Math.max(0, ...channels.map(({ oldest_age_ms }) => oldest_age_ms)),
    windows: {
      '4h': { cells: cells(short), current: current.short, tones: shortTones },
      '24h': { cells: cells(long), current: current.long, tones: longTones },
    },
    evidenceOf: (one) => evidenceRows(one).flatMap((row) => headlineOf(row) ?? []),
  };
}

/** Counts a share of the tickers anew in both windows; those that differ from what was kept. */
export async function recountStories(counts: StoryCounts, share: { readonly share: number; readonly shares: number }): Promise<string[]> {
  for (const parameters of [short, long]) {
    const differing = await counts.recount(windowMsOf(parameters), cellsCountOf(parameters), share);
    if (differing.length > 0) return differing;
  }
  return [];
}

function evidenceRows({ candidates }: CurrentCounts): CurrentCounts['candidates'] {
  const stories = new Set<string>();
  return candidates.filter(({ story }) => stories.size < evidenceMax && !stories.has(story) && stories.add(story));
}
