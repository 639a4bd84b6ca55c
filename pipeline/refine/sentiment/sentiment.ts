/** Gives each ticker of an article the expected direction of its price (specification.md 2.1), with the words that support it. */
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';
import { reportsOnePosition } from '../article/holdings.ts';
import { reportsShortInterest } from '../article/score-bands.ts';
import type { Mention } from '../tickers/mention.ts';
import { directionOf, NO_DIRECTION, type TickerDirection } from './direction.ts';
import { summaryWords, type ReadAnalysis } from './outlook.ts';
import { reasonOf } from './reason.ts';

export function putSentiment(draft: Draft, { directory }: Pick<RefineContext, 'directory'>): Outcome<Draft> {
  const directions = draft.mentions.map(({ entry }) => (hasNoDirection(draft) ? NO_DIRECTION : directionOf(draft, entry, directory)));
  return keep({ ...draft, directions, analyses: draft.mentions.map((mention, at) => analysisOf(draft, mention, directions[at]!)) });
}

/** Returns whether the article gives no direction: a halt, short interest or a list of holdings. */
const hasNoDirection = ({ raw, title }: Draft): boolean => raw.halt_reason !== undefined || reportsShortInterest(title) || reportsOnePosition(title);

export function analysisOf({ title, category }: Pick<Draft, 'title' | 'category'>, mention: Mention, found: TickerDirection): ReadAnalysis {
  const ticker = mention.entry.symbol;
  const { sentiment, confidence, quotes } = found;
  const quoted = quotes.map((text) => `“${text}”`).join(', ');
  return {
    ticker,
    relevance_context: contextOf(mention),
    impact_analysis: {
      sentiment,
      confidence,
      reasoning: reasonOf({ ...found, quoted, ticker, title, category }),
      summary: `${summaryWords[sentiment]} for ${ticker}, ${confidence} confidence${quoted === '' ? '' : `: ${quoted}`}.`,
    },
  };
}

const places: Readonly<Record<Mention['place'], string>> = { title: 'headline', lead: 'lead', body: 'main text' };
const hows: Readonly<Record<Mention['kind'], string>> = {
  cashtag: 'by cashtag',
  exchange: 'by exchange and symbol',
  name: 'by name',
  symbol: 'by symbol',
  crypto: 'by name',
};

/** Returns e.g. `Named in the headline by name (“Beyond Meat”): Beyond Meat, Inc.` */
const contextOf = ({ entry, text, place, kind }: Mention): string =>
  `Named in the ${places[place]} ${hows[kind]} (“${text}”): ${entry.name.replace(/\.$/, '')}.`;
