/** Makes `news_context_enhancement`, which the single fetch adds to a row, from the texts of the row and a background. */
import type { Article, KeyEntity, StoredItem } from './item.ts';
import { readMinutes } from './read-minutes.ts';

export const newsContext = (
  { original, enrichment }: Pick<StoredItem, 'original' | 'enrichment'>,
  keyEntities: readonly KeyEntity[],
  background = '',
): Article['enrichment']['news_context_enhancement'] => ({
  background_context: background,
  impact_analysis: enrichment.ai_trading_insights.ticker_analysis
    .map(({ impact_analysis }) => impact_analysis.price_impact_prediction)
    .filter((text) => text !== '')
    .join(' '),
  key_entities: [...keyEntities],
  market_relevance_summary: relevanceOf(enrichment.ai_trading_insights)
    .filter((text) => text !== '')
    .join(' '),
  estimated_read_time_minutes: readMinutes(original.title, original.summary),
});

type Insights = StoredItem['enrichment']['ai_trading_insights'];

const relevanceOf = ({ news_trading_value, indirect_market_effects }: Insights): string[] => [
  news_trading_value.timing_relevance,
  news_trading_value.market_sentiment_alignment,
  indirect_market_effects.global_market_relevance,
];
