/** Computes a snapshot of Radar from the feed tables. Equal tables, cutoff and sequence give equal rows and the same snapshot id. */
import { createHash } from 'node:crypto';
import type { RadarCutoff, Channel } from '#clickhouse/radar-inputs.ts';
import type { TickerCells } from '#clickhouse/radar-mentions.ts';
import type { Snapshot, SnapshotRow } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import {
  contextMaxAgeSeconds,
  marketOf,
  radarMarkets,
  snapshotDigest,
  type Collection,
  type RadarHead,
  type RadarMarket,
  type RadarReason,
  type RadarWindow,
  type SnapshotContext,
} from '#schemas/radar.ts';
import type { EventContext } from './company-events.ts';
import { cellsCountOf, readFeed, type FeedReads } from './feed-reads.ts';
import type { Companies } from './companies.ts';
import {
  methodologyVersion,
  parametersOf,
  scoreAnomalies,
  toneOf,
  type Anomaly,
  type MarketExposure,
  type ModelParameters,
  type Tone,
} from './model/model.ts';

interface SnapshotInputs {
  readonly window: RadarWindow;
  readonly cutoff: RadarCutoff;
  readonly companies: Companies;
  /** Null when the newest context is too old. */
  readonly context: EventContext | null;
  /** Instant at which the end of the feed log was last read. */
  readonly checkedAt: string;
  readonly now: () => Date;
  /** Feed tables already read at this cutoff; when absent, they are read. */
  readonly feed?: FeedReads;
}

type Computed = { readonly ok: true; readonly snapshot: Snapshot } | { readonly ok: false; readonly reason: RadarReason };

const dayMs = 86_400_000;
const sparkDays = 30;
const elevatedZ = 2;

const limitations: readonly string[] = [
  'Only English articles of the configured publishers above the relevance floor are counted; filings are not.',
  'An article counts at its time of arrival. If it arrived a day late or was backfilled, it counts at its time of publication.',
  'news_z describes how unusual the number of stories is. It is not a price forecast and not an alert.',
  'Missing tone does not mean neutral. A ticker without a row does not have a score of zero.',
];

/** Returns the snapshot of a window at a cutoff, or why none can be computed. Rejects when the store fails. */
export async function computeSnapshot(store: Store, inputs: SnapshotInputs): Promise<Computed> {
  const { window, cutoff, companies, context } = inputs;
  if (companies.size === 0) return { ok: false, reason: 'symbols_missing' };
  const parameters = parametersOf(window);
  const cellsCount = cellsCountOf(parameters);
  const { channels, historyMs, articleSums, windows, evidenceOf } = inputs.feed ?? (await readFeed(store, cutoff));
  if (historyMs < parameters.window_seconds * 1_000 + parameters.min_baseline_days * dayMs) return { ok: false, reason: 'history_too_short' };
  const { cells, current, toneArticlesOf } = windows[window];

  const market = (ticker: string): RadarMarket => companies.get(ticker)?.market ?? marketOf(ticker, false);
  const exposure = exposureOf(cells, market, cellsCount);
  const anomalies = scoreAnomalies(
    cells.map(({ ticker, stories, firstAgeMinutes }) => ({
      ticker,
      market: market(ticker),
      modelStories: stories,
      activeDays: activeDaysOf(stories, parameters),
      firstSeenSeconds: firstAgeMinutes * 60,
    })),
    exposure,
    parameters,
  );
  const collections = new Map(exposure.map((one): [RadarMarket, Collection] => [one.market, collectionOf(channels, one, cutoff.cutoffMs)]));
  const byTicker = new Map(cells.map((one) => [one.ticker, one]));
  const rows = current.map((counts): SnapshotRow => {
    const { ticker, candidates: _, ...figures } = counts;
    const anomaly = anomalies.get(ticker) ?? unscored(exposure.find((one) => one.market === market(ticker)));
    const { market_exposure_baseline, market_exposure_current, ...model } = anomaly;
    const [sent, before] = toneArticlesOf(ticker).map((toneArticles) => toneOf(toneArticles, parameters)) as [Tone, Tone];
    const evidence = evidenceOf(counts);
    const company = companies.get(ticker);
    return {
      row: {
        ticker,
        name: company?.name ?? null,
        sector: company?.sector ?? null,
        market: market(ticker),
        market_exposure_baseline,
        market_exposure_current,
        collection: collections.get(market(ticker))!,
        ...figures,
        ...model,
        sent,
        sent_prev: before,
        sent_delta: sent.value === null || before.value === null ? null : sent.value - before.value,
        evidence_uids: evidence.map(({ uid }) => uid),
        evidence,
        event_context: context?.of(ticker) ?? null,
      },
      cells: sparkline(byTicker.get(ticker), parameters),
    };
  });
  const named = new Set(current.map(({ ticker }) => ticker));
  const quiet = cells.filter(({ ticker }) => !named.has(ticker)).map(({ ticker }) => ticker);
  const head = headOf(inputs, parameters, rows, {
    quiet,
    watermarkMs: Math.max(0, ...channels.map(({ last_ms }) => last_ms)),
    hashes: { counts: countsDigest(cells, digest(channels)), articles: digest([...articleSums]) },
  });
  return { ok: true, snapshot: { head, rows } };
}

function exposureOf(cells: readonly TickerCells[], market: (ticker: string) => RadarMarket, cellsCount: number): MarketExposure[] {
  const sums = new Map(radarMarkets.map((one) => [one, Array.from<number>({ length: cellsCount }).fill(0)]));
  for (const { ticker, stories } of cells) {
    const own = sums.get(market(ticker))!;
    for (let at = 0; at < cellsCount; at += 1) own[at]! += stories[at]!;
  }
  return radarMarkets.map((one) => ({ market: one, modelStories: sums.get(one)! }));
}

const windowsADay = ({ window_seconds }: ModelParameters): number => Math.round(86_400 / window_seconds);

/** Returns the number of days before the current window that have a story. */
function activeDaysOf(stories: Uint32Array, parameters: ModelParameters): number {
  const perDay = windowsADay(parameters);
  let days = 0;
  let lastDay = -1;
  for (let cell = 1; cell < stories.length; cell += 1) {
    const day = Math.floor((cell - 1) / perDay);
    if (stories[cell] === 0 || day === lastDay) continue;
    days += 1;
    lastDay = day;
  }
  return days;
}

const sumOf = (counts: Iterable<number>): number => {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
};

function sparkline(cells: TickerCells | undefined, parameters: ModelParameters): number[] {
  const perDay = windowsADay(parameters);
  const stories = cells?.stories;
  return Array.from({ length: sparkDays }, (_, day) => sumOf(stories?.subarray(day * perDay, (day + 1) * perDay) ?? []));
}

/** Returns the result for a ticker that only stories about many tickers name. */
const unscored = (exposure: MarketExposure | undefined): Anomaly => ({
  stories_expected: null,
  tail_probability: null,
  news_z: null,
  anomaly_reason: 'no_model_stories',
  candidate_news_spike: false,
  baseline_stories: 0,
  baseline_active_days: 0,
  stories_per_window_unadjusted: null,
  market_exposure_baseline: Number(meanOf(exposure?.modelStories.slice(1) ?? []).mean.toPrecision(6)),
  market_exposure_current: exposure?.modelStories[0] ?? 0,
});

/** Returns the number of windows up to the oldest with a story, and the mean number of stories in them. `stories` is sorted newest first. */
function meanOf(stories: readonly number[]): { readonly known: number; readonly mean: number } {
  const known = stories.findLastIndex((count) => count > 0) + 1;
  return { known, mean: known === 0 ? 0 : sumOf(stories) / known };
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function countsDigest(cells: readonly TickerCells[], rest: string): string {
  const hash = createHash('sha256').update(rest);
  for (const { ticker, stories, firstAgeMinutes } of cells) hash.update(`${ticker} ${firstAgeMinutes} `).update(stories);
  return hash.digest('hex');
}

function headOf(
  { window, cutoff, context, checkedAt, now }: SnapshotInputs,
  parameters: ModelParameters,
  rows: readonly SnapshotRow[],
  facts: { readonly quiet: readonly string[]; readonly watermarkMs: number; readonly hashes: Readonly<Record<'counts' | 'articles', string>> },
): RadarHead {
  const as_of = new Date(cutoff.cutoffMs).toISOString();
  const generated_at = now().toISOString();
  const input_hashes = {
    ...facts.hashes,
    event_context: digest(rows.map(({ row }) => row.event_context)),
    directory: digest(rows.map(({ row: { ticker, name, sector, market } }) => [ticker, name, sector, market])),
    parameters: digest([methodologyVersion, parameters]),
    rows: digest(rows),
  };
  const all = rows.map(({ row }) => row);
  return {
    snapshot_id: snapshotDigest({ window, as_of, input_hashes }).slice(0, 16),
    methodology_version: methodologyVersion,
    window,
    as_of,
    generated_at,
    source_watermark: facts.watermarkMs === 0 ? null : new Date(facts.watermarkMs).toISOString(),
    source_checked_at: checkedAt,
    to_seq: cutoff.toSeq,
    parameters,
    limitations: [...limitations],
    input_hashes,
    universe: rows.length + facts.quiet.length,
    summary: {
      active_tickers: all.filter(({ stories }) => stories > 0).length,
      scored_tickers: all.filter(({ news_z }) => news_z !== null).length,
      elevated_tickers: all.filter(({ news_z }) => news_z !== null && news_z >= elevatedZ).length,
      verified_candidates: all.filter(({ candidate_news_spike, collection }) => candidate_news_spike && collection.status === 'healthy').length,
      collection_unverified: all.filter(({ collection }) => collection.status === 'unverified').length,
    },
    event_context: snapshotContext(context, cutoff.cutoffMs, generated_at),
    quiet_tickers: facts.quiet.join(' '),
  };
}

function snapshotContext(context: EventContext | null, cutoffMs: number, generatedAt: string): SnapshotContext {
  const known = context && new Date(context.cutoffMs).toISOString();
  return {
    status: context === null ? 'unavailable' : 'available',
    reason: context === null ? 'context_too_old' : null,
    sec_cutoff: known,
    insider_cutoff: known,
    generated_at: context && generatedAt,
    available: context !== null,
    age_seconds: context && (cutoffMs - context.cutoffMs) / 1_000,
    max_age_seconds: contextMaxAgeSeconds,
  };
}

/** Share of all live articles from which a channel is required. */
const requiredShare = 0.05;
/** Share of the usual stories below which the two newest windows count as too few. On weekends markets stay above it. */
const thinShare = 0.1;
/** Baseline windows from which a market has a usual number of stories. */
const windowsLeast = 3;

/** Returns whether each required channel had a live article within a day and the market is not thin: a dead source looks like quiet companies. */
function collectionOf(channels: readonly Channel[], { modelStories }: Pick<MarketExposure, 'modelStories'>, cutoffMs: number): Collection {
  const rows = channels.reduce((total, { live_rows }) => total + live_rows, 0);
  const required = channels.filter(({ live_rows }) => live_rows > 0 && live_rows >= rows * requiredShare);
  const silent = required.filter(({ last_live_ms }) => cutoffMs - last_live_ms > dayMs);
  const [current = 0, before = 0, ...rest] = modelStories;
  const { known, mean: usual } = meanOf(rest);
  const reasons = [
    ...(rows === 0 ? ['no_live_channel'] : []),
    ...silent.map(({ source }) => `channel_silent:${source}`),
    ...(known >= windowsLeast && current + before < 2 * usual * thinShare ? ['market_far_below_usual'] : []),
  ];
  return { status: reasons.length === 0 ? 'healthy' : 'unverified', reasons, required_channels: required.map(({ source }) => source) };
}
