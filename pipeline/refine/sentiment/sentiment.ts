/**
 * Gives every ticker of an article the direction in which the news points its price, a confidence, and the words that say so.
 * The direction is that of the price, not praise of the company (specification.md 2.1).
 */
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';
import type { Likely } from '../reader/reading.ts';
import { readPart, type ReadPart } from '../reader/read-part.ts';
import { wordsUpTo } from '../text/words.ts';
import { proposeMentions, speaksOfCrypto } from '../tickers/find/find.ts';
import type { Mention } from '../tickers/mention.ts';
import type { Directory } from '../tickers/names/directory.ts';
import { confidenceFrom, FAIR_MIN } from './confidence.ts';
import type { TickerDirection } from './direction.ts';
import { quotesFor } from './evidence.ts';
import { marketEffectsOf } from './market-effects.ts';
import { summaryWords, type ReadAnalysis } from './outlook.ts';
import { reasonOf } from './reason.ts';

export function putSentiment(draft: Draft, { directory }: Pick<RefineContext, 'directory'>): Outcome<Draft> {
  if (draft.mentions.length === 0) return keep({ ...draft, marketEffects: marketEffectsOf(draft.title) });
  const directions = draft.mentions.map((mention) => tickerDirection(draft, mention, directory));
  return keep({ ...draft, directions, analyses: draft.mentions.map((mention, at) => analysisOf(draft, mention, directions[at]!)) });
}

function analysisOf(draft: Draft, mention: Mention, found: TickerDirection): ReadAnalysis {
  const ticker = mention.entry.symbol;
  const { sentiment, confidence, quotes } = found;
  const quoted = quotes.map((text) => `“${text}”`).join(', ');
  return {
    ticker,
    relevance_context: contextOf(mention),
    impact_analysis: {
      sentiment,
      confidence,
      reasoning: reasonOf({ ...found, quoted, ticker, title: draft.title, category: draft.category }),
      summary: `${summaryWords[sentiment]} for ${ticker}, ${confidence} confidence${quoted === '' ? '' : `: ${quoted}`}.`,
    },
  };
}

/** Returns the headline's direction, or the lead's where the headline has none and is not sure of that. */
function tickerDirection(draft: Draft, mention: Mention, directory: Directory): TickerDirection {
  const { read, raw } = draft;
  // A halt says when trading stops, and not which way the price goes.
  if (raw.halt_reason !== undefined || read === null) return { sentiment: 'neutral', confidence: 'low', place: null, quotes: [], chances: null };
  const ofTitle = directionIn(read, mention.entry.symbol);
  if (ofTitle !== null && ofTitle.value !== 'neutral')
    return {
      sentiment: ofTitle.value,
      confidence: confidenceFrom(ofTitle.chance),
      place: 'headline',
      quotes: quotesFor(read, ofTitle.value),
      chances: ofTitle.chances,
    };
  const neutral = ofTitle === null ? 'low' : confidenceFrom(ofTitle.chance);
  if (neutral !== 'high') {
    const lead = readLead(draft, directory);
    const ofLead = lead && (directionIn(lead, mention.entry.symbol) ?? toneOf(lead, mention));
    if (ofLead && ofLead.value !== 'neutral' && ofLead.chance >= FAIR_MIN)
      return {
        sentiment: ofLead.value,
        confidence: atMostMedium(confidenceFrom(ofLead.chance)),
        place: 'lead',
        // The lead may go on behind the end of the served summary.
        quotes: quotesFor(lead, ofLead.value).filter((quote) => quote.split(' ').every((word) => draft.summary.includes(word))),
        chances: ofLead.chances,
      };
  }
  return { sentiment: 'neutral', confidence: neutral, place: null, quotes: [], chances: ofTitle?.chances ?? null };
}

/** More words cost time and changed no direction of the labelled leads. */
const LEAD_WORDS_MAX = 20;

/** Reads the beginning of the lead; returns null where there is none. */
function readLead({ leadWords, titleWords }: Draft, directory: Directory): ReadPart | null {
  if (leadWords.lower.length === 0) return null;
  const words = leadWords.lower.length <= LEAD_WORDS_MAX ? leadWords : wordsUpTo(leadWords, leadWords.end[LEAD_WORDS_MAX - 1] ?? 0);
  return readPart(words, proposeMentions({ words, place: 'lead' }, directory, speaksOfCrypto(titleWords) || speaksOfCrypto(leadWords)));
}

/** Returns the tone of a lead that names no company, or only coins for a coin, since coins move together; else null. */
const toneOf = ({ reading, names }: ReadPart, { entry }: Mention): Likely<Sentiment> | null =>
  names.every(({ mention }) => entry.asset_type === 'Crypto' && mention.entry.asset_type === 'Crypto') ? reading.tone : null;

/** Returns the surest direction among the places that name the ticker, or null where none does. */
function directionIn({ names }: ReadPart, ticker: string): Likely<Sentiment> | null {
  let best: Likely<Sentiment> | null = null;
  for (const { mention, read } of names)
    if (mention.entry.symbol === ticker && (best === null || read.direction.chance > best.chance)) best = read.direction;
  return best;
}

const atMostMedium = (confidence: Confidence): Confidence => (confidence === 'high' ? 'medium' : confidence);

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
