/**
 * Gives every ticker of an article the direction in which the news moves its price, a confidence, and the words that decided. The direction
 * is that of the price, not praise of the company (specification.md 2.1).
 */
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';
import { reportsOnePosition } from '../article/holdings.ts';
import { reportsShortInterest } from '../article/score-bands.ts';
import type { Mention } from '../tickers/mention.ts';
import { directionOf, NO_DIRECTION, type TickerDirection } from './direction.ts';
import { summaryWords, type ReadAnalysis } from './outlook.ts';
import { reasonOf } from './reason.ts';

/** Gives the draft one analysis per ticker. */
export function putSentiment(draft: Draft, { directory }: Pick<RefineContext, 'directory'>): Outcome<Draft> {
  const directions = draft.mentions.map(({ entry }) => (pointsNowhere(draft) ? NO_DIRECTION : directionOf(draft, entry, directory)));
  return keep({ ...draft, directions, analyses: draft.mentions.map((mention, at) => analysisOf(draft, mention, directions[at]!)) });
}

/** A halt, short interest and a list of holdings do not say in which direction the price moves. */
const pointsNowhere = ({ raw, title }: Draft): boolean => raw.halt_reason !== undefined || reportsShortInterest(title) || reportsOnePosition(title);

/** Returns the served analysis of a mention. */
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

/** `Named in the headline by name (“Beyond Meat”): Beyond Meat, Inc.` */
const contextOf = ({ entry, text, place, kind }: Mention): string =>
  `Named in the ${places[place]} ${hows[kind]} (“${text}”): ${entry.name.replace(/\.$/, '')}.`;
