/** An entry of a brief: the facts of an article that a trader needs before opening it. */
import { z } from 'zod';
import { rowsWithReads } from '#clickhouse/brief.ts';
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import type { Store } from '#clickhouse/store.ts';
import { Enrichment, NewsTradingValue, Original, type StoredItem } from '#schemas/item.ts';
import { Ticker, Uid } from '#schemas/primitives.ts';
import { isWithin, type TickerSpan } from '#schemas/ticker-spans.ts';
import { sentiments } from '#schemas/vocabulary.ts';
import { shorten } from '../reply/shorten.ts';

export const BriefEntry = z
  .object({
    uid: Uid,
    story_id: Uid,
    title: z.string(),
    summary: z.string().meta({ description: 'At most 600 characters; a shortened one ends in …' }),
    url: z.string(),
    article_url: z.string().meta({ description: 'URL of the article at its source, for people to read' }),
    source_domain: z.string(),
    source_type: Original.shape.source_type,
    time_published: Original.shape.time_published,
    matched_tickers: z
      .array(Ticker)
      .meta({ description: 'The requested tickers that it is about, including other names and share classes of the company' }),
    category: Enrichment.shape.category,
    relevance_score: Enrichment.shape.relevance_score,
    information_novelty: NewsTradingValue.shape.information_novelty,
    actionability: NewsTradingValue.shape.actionability_score,
    signals: z
      .array(z.object({ ticker: Ticker, sentiment: z.enum(sentiments) }))
      .meta({ description: 'Expected direction for each requested company' }),
    earnings_available: z.boolean().meta({ description: 'Whether the single article has an earnings read' }),
  })
  .meta({ id: 'BriefEntry' });
export type BriefEntry = z.input<typeof BriefEntry>;

/** A requested ticker, with every ticker under which its company is or was in the news. */
export interface RequestedTicker {
  readonly ticker: string;
  readonly spans: readonly TickerSpan[];
}

const summaryCharsMax = 600;

export function readsAmong(store: Store, rows: readonly StoredRow[]): Promise<Set<number>> {
  const named = new Set(rows.flatMap(({ doc }) => (JSON.parse(doc) as StoredItem).enrichment.tickers));
  return rowsWithReads(store, rows.map(({ seq }) => seq), [...named]); // prettier-ignore
}

export function entryOfRow({ doc, storyId }: StoredRow, requested: readonly RequestedTicker[], hasRead: boolean): BriefEntry {
  const { original, enrichment } = JSON.parse(doc) as StoredItem;
  const publishedAtMs = Date.parse(original.time_published);
  const names = (span: TickerSpan): boolean => enrichment.tickers.includes(span.ticker) && isWithin(span, publishedAtMs);
  const matched = requested.filter(({ spans }) => spans.some(names));
  const own = new Set(matched.flatMap(({ spans }) => spans.filter(names).map(({ ticker }) => ticker)));
  const { ticker_analysis, news_trading_value } = enrichment.ai_trading_insights;
  return {
    uid: original.uid,
    story_id: storyId,
    title: original.title,
    summary: shorten(original.summary, summaryCharsMax),
    url: original.url,
    article_url: original.url,
    source_domain: original.source_domain,
    source_type: original.source_type,
    time_published: original.time_published,
    matched_tickers: matched.map(({ ticker }) => ticker),
    category: enrichment.category,
    relevance_score: enrichment.relevance_score,
    information_novelty: news_trading_value.information_novelty,
    actionability: news_trading_value.actionability_score,
    signals: ticker_analysis
      .filter(({ ticker }) => own.has(ticker))
      .map(({ ticker, impact_analysis }) => ({ ticker, sentiment: impact_analysis.sentiment })),
    earnings_available: hasRead,
  };
}
