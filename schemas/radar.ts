/**
 * Radar, the ranking of tickers by news activity (specification.md C10): rows and heads of snapshots, as the pipeline stores and the API
 * serves them.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { DateOnly, Instant, Ticker, Uid } from './primitives.ts';

export const radarWindows = ['24h', '4h'] as const;
export type RadarWindow = (typeof radarWindows)[number];
export const radarMarkets = ['us_equity', 'crypto', 'international'] as const;
export type RadarMarket = (typeof radarMarkets)[number];

export const radarEveryMs = 60_000;
/** How long a snapshot can be read. The time begins when the delay of the caller's plan has passed. */
export const radarLifeMs = 3 * 3_600_000;
/** If the newest snapshot that a caller may read is older, the API answers that the producer has stopped. */
export const radarStaleMs = 3 * radarEveryMs;
/** Context that is older when the snapshot is made is unavailable. */
export const contextMaxAgeSeconds = 300;
export const evidenceMax = 3;
/** A tone of at least this value is positive, one of at most its negative is negative; others are mixed. */
export const toneThreshold = 0.2;

/** Reasons why a minute has no snapshot. */
const radarReasons = ['feed_behind', 'history_too_short', 'symbols_missing', 'failed', 'producer_stopped'] as const;
export type RadarReason = (typeof radarReasons)[number];

export function marketOf(ticker: string, isListedInUs: boolean): RadarMarket {
  if (ticker.endsWith('-USD')) return 'crypto';
  return ticker.includes('.') && !isListedInUs ? 'international' : 'us_equity';
}

export const RadarParameters = z
  .object({
    window_seconds: z.int(),
    baseline_seconds: z.int(),
    half_life_seconds: z.int(),
    min_relevance: z.int(),
    max_story_tickers: z.int(),
    prior_stories: z.number(),
    min_baseline_stories: z.int(),
    min_baseline_days: z.int(),
    min_sentiment_stories: z.int(),
    min_sentiment_coverage: z.number(),
    spike_tail: z.number(),
  })
  .meta({ id: 'RadarParameters' });

const contextStates = ['available', 'unsupported', 'unidentified'] as const;

const ContextFiling = z.object({
  uid: Uid,
  form: z.enum(['8-K', '6-K']),
  filed_at: Instant,
  items: z.array(z.string()),
  title: z.string(),
  url: z.string(),
});

const ContextCluster = z.object({
  known_at: Instant.meta({ description: 'When the latest of them was filed with the SEC' }),
  buyers_count: z.int(),
  officer_director_count: z.int(),
  first_trade_date: DateOnly,
  last_trade_date: DateOnly,
  trade_dates: z.array(DateOnly),
  sec_urls: z.array(z.string()).max(5),
  filings_count: z.int(),
  evidence_truncated: z.boolean(),
});

export const RowContext = z.object({
  status: z.enum(contextStates),
  reason: z.string().nullable(),
  cik: z.string().nullable(),
  filings_count: z
    .int()
    .nullable()
    .meta({ description: '8-K and 6-K filings of the last 7 days; null if the issuer is not supported or not identified' }),
  filings: z.array(ContextFiling).max(3).meta({ description: 'The newest filings' }),
  insider_clusters_count: z.int().nullable().meta({ description: 'Clusters of open-market purchases in the last 30 days' }),
  insider_clusters: z.array(ContextCluster).max(3),
});
export type RowContext = z.infer<typeof RowContext>;

export const SnapshotContext = z
  .object({
    status: z.enum(['available', 'unavailable']),
    reason: z.string().nullable(),
    sec_cutoff: Instant.nullable(),
    insider_cutoff: Instant.nullable(),
    generated_at: Instant.nullable(),
    available: z.boolean(),
    age_seconds: z.number().nullable().meta({
      description:
        'Age of `sec_cutoff` less the delay of the plan, in steps of 10 seconds; `available` belongs to the snapshot, so it stays the same while a cursor pages through it',
    }),
    max_age_seconds: z.literal(contextMaxAgeSeconds),
  })
  .meta({ id: 'RadarContext' });
export type SnapshotContext = z.infer<typeof SnapshotContext>;

/** Fields of a snapshot's context that are served with the context of each row, too. */
export const sharedContextKeys = ['sec_cutoff', 'insider_cutoff', 'generated_at', 'available'] as const;

const ServedRowContext = RowContext.extend(
  SnapshotContext.pick({ sec_cutoff: true, insider_cutoff: true, generated_at: true, available: true }).shape,
).meta({ id: 'RadarRowContext' });

const RadarTone = z
  .object({ value: z.number().min(-1).max(1).nullable(), usable_stories: z.int(), coverage: z.number().nullable(), reason: z.string().nullable() })
  .meta({ id: 'RadarTone' });

export const Evidence = z.object({ uid: Uid, title: z.string(), url: z.string(), source_domain: z.string(), time_published: Instant });
export type Evidence = z.infer<typeof Evidence>;

export const Collection = z.object({
  status: z.enum(['healthy', 'unverified']),
  reasons: z.array(z.string()),
  required_channels: z.array(z.string()),
});
export type Collection = z.infer<typeof Collection>;

export const RadarRow = z.object({
  ticker: Ticker,
  name: z.string().nullable(),
  sector: z.string().nullable(),
  market: z.enum(radarMarkets),
  market_exposure_baseline: z.number().meta({ description: 'Usual number of (story, ticker) pairs of the market in a window of this length' }),
  market_exposure_current: z.number(),
  collection: Collection,
  stories: z.int(),
  articles: z.int(),
  outlets: z.int(),
  model_stories: z.int().meta({ description: 'Stories, except those that name many tickers' }),
  model_outlets: z.int(),
  baseline_stories: z.number(),
  baseline_active_days: z.int(),
  stories_per_window_unadjusted: z.number().nullable(),
  stories_expected: z.number().nullable(),
  tail_probability: z.number().nullable(),
  news_z: z.number().nullable().meta({ description: 'How unusual the count is; not a price forecast' }),
  anomaly_reason: z.string().nullable(),
  candidate_news_spike: z.boolean(),
  sent: RadarTone,
  sent_prev: RadarTone,
  sent_delta: z.number().nullable(),
  evidence_uids: z.array(Uid),
  evidence: z.array(Evidence),
  event_context: RowContext.nullable(),
});
export type RadarRow = z.infer<typeof RadarRow>;

/** A row as served: its context includes `sharedContextKeys`. */
export const ServedRadarRow = RadarRow.extend({ event_context: ServedRowContext.nullable() }).meta({ id: 'RadarRow' });

export const RadarSummary = z.object({
  active_tickers: z.int(),
  scored_tickers: z.int(),
  elevated_tickers: z.int(),
  verified_candidates: z.int(),
  collection_unverified: z.int(),
});

export const RadarHead = z.object({
  snapshot_id: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .meta({ description: 'The first 16 digits of `snapshotDigest`' }),
  methodology_version: z.string(),
  window: z.enum(radarWindows),
  as_of: Instant,
  generated_at: Instant,
  source_watermark: Instant.nullable().meta({ description: 'When the newest article before the cutoff arrived' }),
  source_checked_at: Instant,
  /** Last sequence of the feed log that the snapshot includes. */
  to_seq: z.int(),
  parameters: RadarParameters,
  limitations: z.array(z.string()),
  input_hashes: z.record(z.string(), z.string()),
  universe: z.int(),
  summary: RadarSummary,
  event_context: SnapshotContext,
  /** Tickers of the baseline without a story in the window, separated by spaces. */
  quiet_tickers: z.string(),
});
export type RadarHead = z.infer<typeof RadarHead>;

/** Returns 64 hex digits that identify a snapshot by its inputs. */
export const snapshotDigest = ({ window, as_of, input_hashes }: Pick<RadarHead, 'window' | 'as_of' | 'input_hashes'>): string =>
  hash('sha256', JSON.stringify([window, as_of, input_hashes]));
