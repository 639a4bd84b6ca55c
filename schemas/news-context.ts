/** Returns the context that the single fetch adds to a row: texts that the row itself supports, and empty texts for the rest. */
import type { Article, KeyEntity, NewsItem } from './item.ts';
import type { z } from 'zod';
import { readMinutes } from './read-minutes.ts';

export const newsContext = (
  { original, enrichment }: Pick<NewsItem, 'original' | 'enrichment'>,
  keyEntities: readonly z.infer<typeof KeyEntity>[],
): Article['enrichment']['news_context_enhancement'] => ({
  background_context: '',
  impact_analysis: enrichment.ai_trading_insights.ticker_analysis
    .map(({ impact_analysis }) => impact_analysis.price_impact_prediction)
    .filter((text) => text !== '')
    .join(' '),
  key_entities: [...keyEntities],
  market_relevance_summary: '',
  estimated_read_time_minutes: readMinutes(original.title, original.summary),
});
