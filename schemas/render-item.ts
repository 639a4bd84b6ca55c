/**
 * Renders a stored item as lists serve it. Items of release 0.1.0 are upgraded to the present form; what that release
 * did not store is empty, never guessed. Items of a later release may have keys in another order or additional ones;
 * `storyKeys` still come last.
 */
import { storyKeys, type NewsItem } from './item.ts';

type Original = NewsItem['original'];
type Insider = NonNullable<NewsItem['insider']>;

/** `text`: the item as JSON, where the caller has it. */
export function renderItem(item: NewsItem, text: string = JSON.stringify(item)): string {
  const served = asServedNow(item);
  const rendered = served === item ? text : JSON.stringify(served);
  if (rendered.endsWith(storyKeys)) return rendered;
  const { story_id: _, sources_count: __, sources: ___, ...rest } = served;
  return JSON.stringify({ ...rest, story_id: null, sources_count: null, sources: null });
}

/** The item itself where it has today's form. */
function asServedNow(item: NewsItem): NewsItem {
  // The one field that every item has had since.
  if ((item.original as Partial<Original>).tickers_sentiment !== undefined) return item;
  const { original, enrichment, insider } = item;
  const { ai_trading_insights: insights } = enrichment;
  return {
    ...item,
    original: {
      ...original,
      updated_at: (original as { updated_at: string | null }).updated_at ?? original.created_at,
      topics: original.topics.map(({ topic, relevance }) => ({ topic, relevance: Number.parseFloat(String(relevance)) })),
      tickers_sentiment: [],
    },
    enrichment: {
      ...enrichment,
      ai_trading_insights: {
        ...insights,
        ticker_analysis: insights.ticker_analysis.map(({ impact_analysis: impact, ...analysis }) => ({
          ...analysis,
          impact_analysis: { ...impact, price_impact_prediction: '' },
        })),
      },
    },
    insider: insider && withBasis(insider),
  };
}

/** null said that the form has no checkbox. */
function withBasis(insider: Insider): Insider {
  const stated = insider.is_10b5_1 as boolean | null;
  return { ...insider, is_10b5_1: stated ?? false, is_10b5_1_basis: stated === null ? 'none' : 'checkbox' };
}
