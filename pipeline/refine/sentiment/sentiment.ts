/**
 * For every ticker of an article the direction its price is expected to take from it, how sure that is, and
 * the words that say so. A direction of the price, not a praise of the company (service.md 2.1).
 */
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import type { Draft } from '../article/draft.ts';
import type { ReadAnalysis } from './outlook.ts';
import { polarityOf, type Expression } from './polarity.ts';
import { reasonOf } from './reason.ts';
import { readSentiment, type SentimentReading } from './read.ts';
import { wordsUpTo, type Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';

/** Sums of the rules' weights (sentiment/lexicon.ts) from which a lead points anywhere, and from which it does so clearly. */
const DIRECTION_MIN = 0.8;
const MEDIUM_MIN = 1.5;
/** The lead counts in part, and only where the headline is silent. */
const LEAD_SHARE = 0.6;
const LEAD_WORDS_MAX = 70;
const WORDS_QUOTED = 3;

export function putSentiment(draft: Draft): Outcome<Draft> {
  return keep({ ...draft, analyses: draft.mentions.map((mention) => analysisOf(draft, mention)) });
}

interface Reading {
  readonly sentiment: Sentiment;
  readonly confidence: Confidence;
  readonly expressions: readonly Expression[];
  readonly place: 'headline' | 'lead' | null;
}

function analysisOf(draft: Draft, mention: Mention): ReadAnalysis {
  const ticker = mention.entry.symbol;
  const read = readingOf(draft, mention);
  const evidence = evidenceOf(read);
  const { sentiment, confidence, place } = read;
  const { title, relevanceReason: kind, category } = draft;
  const reasoning = reasonOf({ sentiment, place, evidence, ticker, title, kind, category });
  return {
    ticker,
    relevance_context: contextOf(mention),
    impact_analysis: { sentiment, confidence, reasoning, summary: summaryOf(read, evidence, ticker) },
  };
}

/** The headline's own direction; where it points nowhere, the lead's, by the rules alone. */
function readingOf(draft: Draft, mention: Mention): Reading {
  // A halt says when trading stops, and not which way the price goes.
  if (draft.raw.halt_reason !== undefined) return { sentiment: 'neutral', confidence: 'low', expressions: [], place: null };
  const title = placesIn(draft.titleWords, 'title', draft, mention);
  const headline = title === null ? null : readSentiment(draft.titleWords, title.about, title.others);
  if (headline !== null && headline.sentiment !== 'neutral')
    return {
      sentiment: headline.sentiment,
      confidence: confidenceIn(draft.titleWords, headline),
      expressions: headline.expressions,
      place: 'headline',
    };
  const leadWords = firstWords(draft.leadWords);
  const lead = placesIn(leadWords, 'lead', draft, mention) ?? asCoins(draft, mention);
  const said = lead === null ? NOTHING_SAID : polarityOf(leadWords, lead.about, lead.others);
  const expressions = [...(headline?.expressions ?? []), ...said.expressions];
  const score = LEAD_SHARE * said.score;
  if (Math.abs(score) >= DIRECTION_MIN)
    return {
      sentiment: score > 0 ? 'positive' : 'negative',
      confidence: Math.abs(score) >= MEDIUM_MIN ? 'medium' : 'low',
      expressions,
      place: 'lead',
    };
  return {
    sentiment: 'neutral',
    confidence: headline === null || expressions.length === 0 ? 'low' : atMostMedium(confidenceIn(draft.titleWords, headline)),
    expressions,
    place: null,
  };
}

/** Coins move together: of one that only the headline lists, the lead's word on the others is all that is said. */
function asCoins({ named }: Draft, { entry }: Mention): Places | null {
  const ofLead = named.filter(({ place }) => place === 'lead');
  const areCoins = entry.asset_type === 'Crypto' && ofLead.length > 0 && ofLead.every((other) => other.entry.asset_type === 'Crypto');
  return areCoins ? { about: null, others: [] } : null;
}

const NOTHING_SAID = { score: 0, expressions: [] };

interface Places {
  readonly about: readonly Mention[] | null;
  readonly others: readonly Mention[];
}

/** Where a text names a ticker and others; null where it names only others, `about` null where it names none: then it is read as a whole. */
function placesIn(words: Words, place: Mention['place'], { named }: Draft, { entry }: Mention): Places | null {
  const here = named.filter((other) => other.place === place && other.from < words.lower.length);
  const own = here.filter((other) => other.entry.symbol === entry.symbol);
  if (own.length === 0) return here.length === 0 && words.lower.length > 0 ? { about: null, others: [] } : null;
  const others = here.filter((other) => other.entry.symbol !== entry.symbol && own.every(({ from, to }) => other.from >= to || other.to <= from));
  return { about: own, others };
}

/**
 * What a headline asks it does not say, and what it says both ways it does not say surely: no such reading is sure. Nor is
 * one that the weights alone make: words of the rules must say the same, and plainly.
 */
function confidenceIn({ text }: Words, { sentiment, chance, expressions }: SentimentReading): Confidence {
  if (sentiment === 'neutral') return confidenceFrom(text.endsWith('?') ? Math.min(chance, FAIR_MIN) : chance);
  const sign = sentiment === 'positive' ? 1 : -1;
  const isTorn = expressions.some(({ weight }) => -sign * weight >= CONTRARY_MIN);
  if (isTorn || text.endsWith('?')) return confidenceFrom(Math.min(chance, FAIR_MIN));
  const confidence = confidenceFrom(chance);
  return expressions.some(({ weight }) => sign * weight >= TELLING_MIN) ? confidence : atMostMedium(confidence);
}
const CONTRARY_MIN = 2;
/** `Good`, `profit`, `risk`: lighter words say little alone, and not surely. */
const TELLING_MIN = 0.9;
/** That nothing points anywhere is never sure: a word was there that might. */
const atMostMedium = (confidence: Confidence): Confidence => (confidence === 'high' ? 'medium' : confidence);

/** Chances (calibrated on rows that were not trained on) from which a reading is sure, and fairly so. */
export const confidenceFrom = (chance: number): Confidence => (chance >= HIGH_MIN ? 'high' : chance >= FAIR_MIN ? 'medium' : 'low');
const HIGH_MIN = 0.85;
const FAIR_MIN = 0.6;

const outlook: Readonly<Record<Sentiment, string>> = { positive: 'Bullish', neutral: 'Sideways', negative: 'Bearish' };

interface Evidence {
  /** Quotes that speak for the answer, and against it; of a neutral one all that is said. */
  readonly of: string;
  readonly against: string;
}

function evidenceOf({ sentiment, expressions }: Reading): Evidence {
  if (expressions.length === 0) return NO_EVIDENCE;
  if (sentiment === 'neutral') return { of: quoted(expressions), against: '' };
  const sign = sentiment === 'positive' ? 1 : -1;
  return {
    of: quoted(expressions.filter(({ weight }) => weight * sign > 0)),
    against: quoted(expressions.filter(({ weight }) => weight * sign < 0)),
  };
}
const NO_EVIDENCE: Evidence = { of: '', against: '' };

function summaryOf({ sentiment, confidence }: Reading, evidence: Evidence, ticker: string): string {
  const said = sentiment === 'neutral' || evidence.of === '' ? '' : `: ${evidence.of}`;
  return `${outlook[sentiment]} for ${ticker}, ${confidence} confidence${said}.`;
}

function quoted(expressions: readonly Expression[]): string {
  const texts = new Set<string>();
  for (const { text } of expressions) {
    texts.add(QUOTES.test(text) ? text.replaceAll(/["“”]/g, '') : text);
    if (texts.size === WORDS_QUOTED) break;
  }
  return [...texts].map((text) => `“${text}”`).join(', ');
}
const QUOTES = /["“”]/;

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

const firstWords = (words: Words): Words => (words.lower.length <= LEAD_WORDS_MAX ? words : wordsUpTo(words, words.end[LEAD_WORDS_MAX - 1] ?? 0));
