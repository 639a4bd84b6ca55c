/**
 * Reads the direction in which a text moves a ticker's price: the headline's, or the lead's when the headline has none. A lead that says the
 * opposite lowers the confidence. A result with its estimate decides for the subject of the headline, and the words of an outcome (outcome.ts)
 * for the company that they name.
 */
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { readWithNames, type TextReading } from '../reader/read-with-names.ts';
import type { Likely } from '../reader/reading.ts';
import { wordsUpTo, type Words } from '../text/words.ts';
import { mentionsIn } from '../tickers/find/find.ts';
import type { Directory } from '../tickers/names/directory.ts';
import { confidenceFrom, MEDIUM_MIN } from './confidence.ts';
import { comparedResult } from './estimate.ts';
import { quotesFor } from './evidence.ts';
import { statedOutcome, type StatedOutcome } from './outcome.ts';

export interface TickerDirection {
  readonly sentiment: Sentiment;
  readonly confidence: Confidence;
  readonly place: 'headline' | 'lead' | null;
  readonly quotes: readonly string[];
  /** The reader's probability of each direction in that text; null when it read none. */
  readonly chances: ReadonlyMap<Sentiment, number> | null;
}

export interface DirectedText {
  /** Reading of the headline. */
  readonly read: TextReading | null;
  readonly titleWords: Words;
  readonly leadWords: Words;
  readonly isCrypto: boolean;
  /** Served text, the only source of quotes from the lead. */
  readonly summary: string;
}

export const NO_DIRECTION: TickerDirection = { sentiment: 'neutral', confidence: 'low', place: null, quotes: [], chances: null };

/** Returns the direction of a ticker, or of the whole text for null. Against a surely neutral headline only a sure lead counts. */
export function directionOf(text: DirectedText, entry: SymbolEntry | null, directory: Directory): TickerDirection {
  const { read, summary } = text;
  if (read === null) return NO_DIRECTION;
  const ofTitle = directionIn(read, entry);
  const ofResult = isSubject(read, entry) ? directionOfResult(text.titleWords, read, ofTitle?.value ?? 'neutral') : null;
  if (ofResult !== null) return ofResult;
  const stated = statedFor(text.titleWords, read, entry);
  const confidence = ofTitle === null ? 'low' : confidenceFrom(ofTitle.chance);
  if (stated !== null && (stated.sentiment !== ofTitle?.value || confidence !== 'high')) return directionStated(stated);
  const isDirected = ofTitle !== null && ofTitle.value !== 'neutral';
  const lead = isDirected && confidence !== 'high' ? null : readLead(text, directory);
  const ofLead = lead && (directionIn(lead, entry) ?? toneOf(lead, entry));
  if (isDirected)
    return {
      sentiment: ofTitle.value,
      confidence: confidenceWithLead(confidence, ofTitle.value, ofLead),
      place: 'headline',
      quotes: quotesFor(read, ofTitle.value),
      chances: ofTitle.chances,
    };
  const isSureEnough = ofLead !== null && (confidence === 'high' ? confidenceFrom(ofLead.chance) === 'high' : ofLead.chance >= MEDIUM_MIN);
  if (lead && ofLead && ofLead.value !== 'neutral' && isSureEnough)
    return {
      sentiment: ofLead.value,
      confidence: atMostMedium(confidenceFrom(ofLead.chance)),
      place: 'lead',
      // Quotes only words of the served summary, because the lead may be longer.
      quotes: quotesFor(lead, ofLead.value).filter((quote) => quote.split(' ').every((word) => summary.includes(word))),
      chances: ofLead.chances,
    };
  return { ...NO_DIRECTION, confidence, chances: ofTitle?.chances ?? null };
}

/** Returns the direction of a result compared with its estimate, or null when there is none or other words of the headline point against it. */
function directionOfResult(titleWords: Words, { names }: TextReading, read: Sentiment): TickerDirection | null {
  const mentions = names.map(({ mention }) => mention);
  const result = comparedResult(titleWords, mentions);
  if (result === null || (result.isOpposed && read !== 'neutral' && read !== result.sentiment)) return null;
  const { sentiment, isDisputed, quotes } = result;
  const confidence = isDisputed ? 'medium' : 'high';
  return sentiment === 'neutral' ? { ...NO_DIRECTION, confidence } : { sentiment, confidence, place: 'headline', quotes, chances: null };
}

const directionStated = ({ sentiment, quote }: StatedOutcome): TickerDirection =>
  sentiment === 'neutral'
    ? { ...NO_DIRECTION, confidence: 'medium' }
    : { sentiment, confidence: 'medium', place: 'headline', quotes: [quote], chances: null };

/** Returns the outcome that the headline states for a ticker at its first such name. */
function statedFor({ text, start, end }: Words, { names }: TextReading, entry: SymbolEntry | null): StatedOutcome | null {
  const own = names.filter(({ mention }) => mention.entry.symbol === entry?.symbol);
  return own.map(({ mention: { from, to } }) => statedOutcome(text, start[from]!, end[to - 1]!)).find((stated) => stated !== null) ?? null;
}

/** Returns whether no other name is likelier to be the subject. A headline without a name is about the company of the lead. */
const isSubject = ({ names }: TextReading, entry: SymbolEntry | null): boolean => {
  const likeliest = Math.max(...names.map(({ read }) => read.isSubject));
  return (
    entry === null || names.length === 0 || names.some(({ mention, read }) => mention.entry.symbol === entry.symbol && read.isSubject === likeliest)
  );
};

/** Returns the confidence in the headline's direction, lowered when the lead says the opposite. */
function confidenceWithLead(confidence: Confidence, direction: Sentiment, ofLead: Likely<Sentiment> | null): Confidence {
  const isContradicted = ofLead !== null && ofLead.value !== 'neutral' && ofLead.value !== direction && ofLead.chance >= MEDIUM_MIN;
  if (!isContradicted) return confidence;
  return confidenceFrom(ofLead.chance) === 'high' ? 'low' : 'medium';
}

/** Number of words of the lead that are read. More changed no direction of the labelled leads. */
const LEAD_WORDS_MAX = 20;

function readLead({ leadWords, isCrypto }: DirectedText, directory: Directory): TextReading | null {
  if (leadWords.lower.length === 0) return null;
  const words = leadWords.lower.length <= LEAD_WORDS_MAX ? leadWords : wordsUpTo(leadWords, leadWords.end[LEAD_WORDS_MAX - 1] ?? 0);
  return readWithNames(words, mentionsIn({ words, place: 'lead' }, directory, isCrypto).proposed());
}

/** Returns the tone of a lead that names no company, else null. For a coin the lead may name coins, because coins move together. */
const toneOf = ({ reading, names }: TextReading, entry: SymbolEntry | null): Likely<Sentiment> | null =>
  names.every(({ mention }) => entry?.asset_type === 'Crypto' && mention.entry.asset_type === 'Crypto') ? reading.tone : null;

/** Returns the surest direction among the names of the ticker, or null when the text does not name it. */
function directionIn({ reading, names }: TextReading, entry: SymbolEntry | null): Likely<Sentiment> | null {
  if (entry === null) return reading.tone;
  let best: Likely<Sentiment> | null = null;
  for (const { mention, read } of names)
    if (mention.entry.symbol === entry.symbol && (best === null || read.direction.chance > best.chance)) best = read.direction;
  return best;
}

const atMostMedium = (confidence: Confidence): Confidence => (confidence === 'high' ? 'medium' : confidence);
