/** The news item as the API serves it. Lists serve the JSON that was rendered when the row was stored; the single fetch adds fields. */
import { z } from 'zod';
import { EarningsAnalysis } from './earnings.ts';
import { Evidence } from './evidence.ts';
import { Accession, AmendedFiling, DateOnly, Decimal, Instant, Ticker, Uid } from './primitives.ts';
import {
  actionabilityScores,
  categories,
  confidences,
  insiderSides,
  markets,
  openMarketCodes,
  ownershipForms,
  planBases,
  transactionContexts,
  sentimentLabels,
  sentiments,
  sourceTypes,
  valueBases,
} from './vocabulary.ts';

export const Original = z.object({
  uid: Uid,
  title: z.string(),
  summary: z.string(),
  time_published: Instant,
  source: z.string().meta({ description: 'Outlet name; "SEC Form 4" on Form 4 rows' }),
  source_domain: z.string(),
  url: z.string(),
  authors: z.array(z.string()),
  created_at: Instant.meta({ description: 'When the article arrived here' }),
  updated_at: Instant.meta({ description: 'Same as `created_at` unless the row was corrected' }),
  source_type: z.enum(sourceTypes),
  ownership_form: z.enum(ownershipForms).nullable(),
  banner_image: z.string().nullable(),
  topics: z.array(z.object({ topic: z.string(), relevance: z.number().min(0).max(1) })),
  tickers_sentiment: z
    .array(z.object({ ticker: Ticker, relevance_score: Decimal, ticker_sentiment_label: z.enum(sentimentLabels) }))
    .meta({ description: 'The analysis of each ticker in short form' }),
});

export const TickerAnalysis = z.object({
  ticker: Ticker,
  relevance_context: z.string(),
  impact_analysis: z.object({
    sentiment: z.enum(sentiments),
    confidence: z.enum(confidences),
    reasoning: z.string(),
    summary: z.string(),
    price_impact_prediction: z.string().meta({ description: 'Expected direction, size and horizon in one sentence; empty if there is no evidence' }),
  }),
});
export type TickerAnalysis = z.infer<typeof TickerAnalysis>;

export const NewsTradingValue = z.object({
  actionability_score: z.enum(actionabilityScores),
  information_novelty: z.int().min(1).max(10),
  timing_relevance: z.string().meta({ description: 'US market session at publication, or the time until the next one; empty for coins' }),
  market_sentiment_alignment: z.string().meta({ description: 'Whether its tickers point the same way; empty if fewer than two have a direction' }),
  estimated_read_time: z.string().meta({ description: 'Reading time of title and summary: `1 min`' }),
});
export type NewsTradingValue = z.infer<typeof NewsTradingValue>;

const MarketEffect = z.object({ market: z.enum(markets), direction: z.enum(sentiments), reasoning: z.string() });
export type MarketEffect = z.infer<typeof MarketEffect>;

const neverStated = z.string().meta({ description: 'Empty: the service knows no fact that would support a text' });
const IndirectMarketEffects = z.object({
  sector_implications: neverStated,
  regional_market_impact: neverStated,
  global_market_relevance: z
    .string()
    .meta({ description: '`market_effects` in one sentence; empty on rows without any, as on all rows with a ticker' }),
});
const AlternativePerspectives = z.object({ contrarian_view: neverStated, overlooked_factors: neverStated });

export const noMarketEffects = {
  indirect_market_effects: { sector_implications: '', regional_market_impact: '', global_market_relevance: '' },
  alternative_perspectives: { contrarian_view: '', overlooked_factors: '' },
} as const;

export const Enrichment = z.object({
  relevance_score: z.int().min(1).max(10),
  category: z.enum(categories),
  tickers: z.array(Ticker),
  ai_trading_insights: z.object({
    ticker_analysis: z.array(TickerAnalysis),
    market_effects: z.array(MarketEffect).optional().meta({
      description:
        'Markets that the headline moves, each with its direction (for rates, the level and not bond prices); only on rows without a ticker',
    }),
    news_trading_value: NewsTradingValue,
    indirect_market_effects: IndirectMarketEffects,
    alternative_perspectives: AlternativePerspectives,
  }),
  news_context_enhancement: z.null().meta({ description: 'Only on the single article' }),
});

export const KeyEntity = z.object({ name: z.string(), type: z.string(), description: z.string() });
export type KeyEntity = z.infer<typeof KeyEntity>;

export const InsiderBlock = z
  .object({
    side: z.enum(insiderSides),
    transaction_code: z.enum(openMarketCodes),
    shares: Decimal,
    avg_price_usd: Decimal.nullable().meta({
      description: 'Average weighted by value over priced tranches, at most 4 decimals; null if none is priced',
    }),
    total_value_usd: Decimal.nullable().meta({ description: 'Sum over priced tranches, 2 decimals; null if none is priced' }),
    value_basis: z.enum(valueBases).optional().meta({
      description:
        'Why price and value are given or null. stated: as filed; implausible: the filed price cannot be the price of one share (such as a total in the price field); per_receipt: the price of a depositary receipt; unpriced: the price field has no price in dollars. Absent on rows of earlier releases',
    }),
    is_10b5_1: z.boolean().meta({ description: 'true only if the form states a plan' }),
    is_10b5_1_basis: z.enum(planBases).meta({ description: 'Where the form states it; none: it does not say, as on forms older than the checkbox' }),
    transaction_context: z
      .enum(transactionContexts)
      .optional()
      .meta({ description: 'How the trade was made, by the form and other insiders’ prices. Absent on rows of earlier releases' }),
    is_joint_duplicate: z.boolean().optional().meta({
      description:
        'Another filing of the same transaction by a co-owner. It appears in the insider trades, has no article and counts in no sum, so it is false on rows; absent on rows of earlier releases',
    }),
    insider_name: z.string(),
    insider_title: z.string(),
    is_officer: z.boolean(),
    is_director: z.boolean(),
    is_ten_percent_owner: z.boolean(),
    transaction_date: DateOnly.meta({ description: 'Date of the last fill' }),
    filed_at: Instant.meta({ description: 'When the filing reached the feed' }),
    accepted_at: Instant.nullable().meta({ description: 'When EDGAR accepted it' }),
    late_filing: z.boolean().nullable().meta({
      description: "Accepted later than two business days after the trade; null if unknown or if the filing's dates contradict each other",
    }),
    tranche_count: z.int().min(1),
    accession_number: Accession,
  })
  .meta({ id: 'InsiderBlock' });
export type InsiderBlock = z.infer<typeof InsiderBlock>;

export const FilingBlock = z
  .object({
    items: z.array(z.string()),
    primary_item: z.string(),
    accession_number: Accession,
    filed_at: Instant,
    event_date: DateOnly.nullable(),
    exhibit_url: z.string().nullable(),
    amends: AmendedFiling.optional().meta({ description: 'Only on an 8-K/A' }),
  })
  .meta({ id: 'FilingBlock', description: 'Only on 8-K rows; the url of a 6-K row contains its accession number' });

/**
 * An item as the feed log and the tables store it. `story_id`, `sources_count` and `sources` are null in the default feed; the single fetch
 * and search set `story_id`. They are the last keys, so that a page of stories can replace them without parsing the JSON.
 */
export const StoredItem = z.object({
  original: Original,
  enrichment: Enrichment,
  insider: InsiderBlock.nullable(),
  filing: FilingBlock.nullable(),
  search_match: z.null(),
  score_version: z.string().optional().meta({
    description: 'Version of the rules and weights that scored the row, after the name of a model that did. Absent on rows of earlier releases',
  }),
  story_id: Uid.nullable(),
  sources_count: z.int().nullable(),
  sources: z.array(z.string()).nullable(),
});
export type StoredItem = z.infer<typeof StoredItem>;

const rowKinds = ['new', 'revision', 'retraction'] as const;
export type RowKind = (typeof rowKinds)[number];

/** A row of a feed; the last three keys come with `include=revisions` only. */
export const NewsItem = StoredItem.extend({
  kind: z.enum(rowKinds).optional().meta({
    description:
      '`revision`: store it over the row of this uid, or as new where a copy lacks it. `retraction`: remove that row: it was withdrawn (`changed` is empty, the row is its last state), or does not match the filters any more (the row is its new state)',
  }),
  revises: Uid.nullable().optional(),
  changed: z.array(z.string()).optional().meta({ description: 'Paths of the values that changed, such as `original.title`' }),
}).meta({ id: 'NewsItem' });

export const storyKeys = '"story_id":null,"sources_count":null,"sources":null}';

export const Article = StoredItem.extend({
  enrichment: Enrichment.extend({
    news_context_enhancement: z.object({
      background_context: z.string(),
      impact_analysis: z.string().meta({ description: 'Expected price move of each ticker, in sentences; empty if there is no evidence' }),
      key_entities: z.array(KeyEntity),
      market_relevance_summary: z.string(),
      estimated_read_time_minutes: z.int().min(1),
    }),
    evidence: Evidence.nullable().meta({
      description: 'Grounds of tickers, score and directions; null on filings, which follow rules, and on articles of earlier releases',
    }),
  }),
  earnings: EarningsAnalysis.nullable(),
}).meta({ id: 'Article' });
export type Article = z.infer<typeof Article>;
