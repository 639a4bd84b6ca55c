/** An article as a row in a tool's answer, with the publisher's words fenced (fence.ts). */
import { z } from 'zod';
import { Enrichment, FilingBlock, InsiderBlock, NewsTradingValue, Original, type StoredItem } from '#schemas/item.ts';
import { Ticker, Uid } from '#schemas/primitives.ts';
import { confidences, sentiments } from '#schemas/vocabulary.ts';
import { fenced } from './fence.ts';
import { leastDetail, type Detail } from './tool.ts';

const namesOf = ({ shape }: z.ZodObject): string => Object.keys(shape).join(', ');
const fencedText = (what: string) => z.string().meta({ description: `${what}, between ⟦ and ⟧; a shortened one ends in …` });

export const ArticleRow = z.object({
  uid: Uid.meta({ description: 'Pass to svc_article' }),
  title: fencedText('Headline'),
  summary: fencedText('Summary').optional(),
  url: z.string().optional(),
  source: fencedText('Outlet'),
  source_domain: z.string(),
  source_type: Original.shape.source_type,
  time_published: z.string().meta({ description: 'ISO 8601, UTC' }),
  relevance_score: Enrichment.shape.relevance_score.meta({ description: '1 noise, 5-6 minor, 7-8 real company news, 9-10 primary and material' }),
  category: Enrichment.shape.category,
  information_novelty: NewsTradingValue.shape.information_novelty,
  actionability: NewsTradingValue.shape.actionability_score,
  tickers: z
    .array(z.object({ ticker: Ticker, sentiment: z.enum(sentiments).nullable(), confidence: z.enum(confidences).nullable() }))
    .meta({ description: 'Companies it is about, each with its expected price direction' }),
  insider: z
    .looseObject({})
    .optional()
    .meta({ description: `Only on SEC Form 4 rows: ${namesOf(InsiderBlock)}` }),
  filing: z
    .looseObject({})
    .optional()
    .meta({ description: `Only on SEC Form 8-K rows: ${namesOf(FilingBlock)}` }),
  story_id: z.string().optional(),
  sources_count: z.int().optional().meta({ description: 'Outlets of the story' }),
  sources: z.array(z.string()).optional(),
  search_match: z
    .object({ score: z.number(), terms: z.array(z.string()), context: fencedText('Excerpt with matches marked **so**').nullable() })
    .optional(),
});
type ArticleRow = z.input<typeof ArticleRow>;

/** An item of an operation's list. `search_match` is null outside of a search. */
export interface ListedItem extends Omit<StoredItem, 'search_match' | 'enrichment'> {
  readonly enrichment: Omit<StoredItem['enrichment'], 'news_context_enhancement'>;
  readonly search_match: { readonly score: number; readonly terms: readonly string[]; readonly context: string | null } | null;
}

/** Maximum characters, by level of detail. */
const titleChars: readonly number[] = [300, 200, 120, 80];
const summaryChars: readonly number[] = [600, 200, 0, 0];
const contextChars: readonly number[] = [400, 200, 120];
const [nameChars, termChars, sourcesMax, leastTickers] = [80, 60, 10, 5] as const;

export const articleShortened = 'Texts were shortened or left out to fit in max_tokens. Use svc_article for a full row, or a smaller page_size.';

export function articleRow(item: ListedItem, detail: Detail): ArticleRow {
  const { original, enrichment, insider, filing, search_match: match } = item;
  const { ticker_analysis, news_trading_value } = enrichment.ai_trading_insights;
  const impacts = new Map(ticker_analysis.map(({ ticker, impact_analysis }) => [ticker, impact_analysis]));
  const chars = summaryChars[detail]!;
  const isLeast = detail === leastDetail;
  return {
    uid: original.uid,
    title: fenced(original.title, titleChars[detail]!),
    ...(chars > 0 && original.summary !== '' && { summary: fenced(original.summary, chars) }),
    ...(!isLeast && { url: original.url }),
    source: fenced(original.source, nameChars),
    source_domain: original.source_domain,
    source_type: original.source_type,
    time_published: original.time_published,
    relevance_score: enrichment.relevance_score,
    category: enrichment.category,
    information_novelty: news_trading_value.information_novelty,
    actionability: news_trading_value.actionability_score,
    tickers: enrichment.tickers.slice(0, isLeast ? leastTickers : undefined).map((ticker) => ({
      ticker,
      sentiment: impacts.get(ticker)?.sentiment ?? null,
      confidence: impacts.get(ticker)?.confidence ?? null,
    })),
    ...(!isLeast && insider !== null && { insider: { ...insider, insider_name: fenced(insider.insider_name, nameChars), insider_title: fenced(insider.insider_title, nameChars) } }),
    ...(!isLeast && filing !== null && { filing }),
    ...(item.story_id !== null && { story_id: item.story_id }),
    ...(item.sources_count !== null && { sources_count: item.sources_count }),
    ...(!isLeast && item.sources !== null && { sources: item.sources.slice(0, sourcesMax) }),
    ...(!isLeast && match !== null && {
      search_match: {
        score: match.score,
        terms: match.terms.map((term) => term.slice(0, termChars)),
        context: match.context === null ? null : fenced(match.context, contextChars[detail]!),
      },
    }),
  };
} // prettier-ignore
