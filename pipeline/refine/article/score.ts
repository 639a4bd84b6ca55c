/** Gives an article category and score (specification.md 2.1): the reader's, bounded by score-bands.ts, or those of a trading halt. */
import { marketWide, type Category } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import { actionabilityOf } from '../actionability.ts';
import { likeliest, type Likely } from '../reader/reading.ts';
import type { Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';
import { namesSecurity } from '../tickers/tickers.ts';
import { marketEffectsOf } from '../sentiment/market-effects.ts';
import type { Draft } from './draft.ts';
import { reportsHoldings } from './holdings.ts';
import { rejectsBid } from './rejected-bid.ts';
import { isRelease, isUseless, readScore, WANTED_MIN } from './score-bands.ts';

const novelties: readonly number[] = [1, 1, 2, 3, 5, 6, 7, 8, 9, 10];
const scoresFrom = (relevance: number): Pick<Draft, 'relevance' | 'novelty' | 'actionability'> => ({
  relevance,
  novelty: novelties[relevance - 1] ?? 1,
  actionability: actionabilityOf(relevance),
});

/** Scores by code of the exchange: a halt of a market or for news ranks above a pause that ends by itself. */
// prettier-ignore
const haltScores: Readonly<Record<string, number>> = { MWC1: 10, MWC2: 10, MWC3: 10, H10: 9, T1: 8, T12: 8, H11: 8, D: 8, T2: 7, H4: 7, H9: 7, T5: 6, T6: 6, LUDP: 6, LUDS: 6, M: 6 };
const OTHER_HALT = 5;
/** Least probability at which the read category may separate two events. */
const SURE_MIN = 0.5;
/** Matches acts of one state against another, which the reader takes for regulation when no company is named. */
const ACT_OF_STATE = /\b(?:sanction|embargo|tariff|export (?:ban|curb|control))\w*/i;

/** Matches trades by an officer or a director, which the reader mistakes for a deal or another act of a company. */
const INSIDER_TRADE =
  /\b(?:CEO|CFO|COO|chief (?:executive|financial|operating)(?: officer)?|chair(?:man|woman)?|president|directors?|insiders?|founder)\b[^,;:]{0,40}\b(?:buys?|bought|purchases?d?|acquire[sd]?|adds|sells?|sold|dumps?)\b.{0,40}\b(?:shares|stock)\b/i;
const READ_FOR_INSIDER: ReadonlySet<Category> = new Set(['mergers_acquisitions', 'corporate_actions', 'other']);

const NOT_SUBJECT: ReadonlySet<string> = new Set(['of', 'at', 'for', 'from', 'by', 'in']);

/** Returns whether a headline reports what the company earns: `Acme earns more`, `Acme earned $2 billion`, but not `Acme earns praise`. */
function earns({ lower, lexemes }: Words, { place, from, to }: Mention): boolean {
  // `The chief of Acme earned $10 million` is not about the company's earnings.
  if (place !== 'title' || NOT_SUBJECT.has(lower[from - 1] ?? '') || (lower[to] !== 'earns' && lower[to] !== 'earned')) return false;
  const next = lower[to + 1];
  return next === 'more' || next === 'less' || lexemes[to + 1]?.numberKind === '<money>';
}

export function putScore(draft: Draft): Outcome<Draft> {
  const halt = draft.raw.halt_reason;
  if (halt !== undefined)
    return keep({ ...draft, category: 'market_movers', ...scoresFrom(haltScores[halt] ?? OTHER_HALT), relevanceReason: `trading halt, ${halt}` });
  if (draft.read === null) return keep(draft);
  const { reading } = draft.read;
  const marketEffects = draft.mentions.length === 0 ? marketEffectsOf(draft.title) : [];
  const { category, wanted, score } = reading;
  const served = categoryOf({ ...draft, marketEffects }, category, wanted >= WANTED_MIN);
  const relevance = readScore(draft.title, reading, served);
  const changed = served === category.value ? '' : `, served as ${served}`;
  const reason = `read as ${category.value} (${category.chance.toFixed(2)})${changed}, score ${score}, relevant for a trading desk ${wanted.toFixed(2)}`;
  return keep({
    ...draft,
    marketEffects,
    category: served,
    isCategorySure: served !== category.value || category.chance >= SURE_MIN,
    ...scoresFrom(relevance),
    relevanceReason: reason,
  });
}

/**
 * Returns the served category, which corrects the read one by the companies that the article names. News of one company is no sector analysis,
 * news of its bonds is not about the economy, a list of holdings reports no deal, and a headline on coins alone is `crypto`. An article without
 * a company is served only in a market-wide category; news that no trading desk wants is `other`.
 */
function categoryOf({ mentions, title, titleWords, marketEffects }: Draft, { value: read, chances }: Likely<Category>, isWanted: boolean): Category {
  if (isUseless(title)) return 'other';
  if (mentions.length > 0 && mentions.every(({ entry, place }) => entry.asset_type === 'Crypto' && place === 'title')) return 'crypto';
  if (mentions.length > 0 && rejectsBid(title)) return 'mergers_acquisitions';
  if (mentions.some((mention) => earns(titleWords, mention))) return 'earnings';
  if ((mentions.length === 1 && read === 'sector_analysis') || reportsHoldings(title)) return 'other';
  if (marketWide.has(read) && mentions.length === 1 && namesSecurity(titleWords, mentions[0]!)) {
    return likeliest(new Map([...chances].filter(([category]) => !marketWide.has(category)))).value;
  }
  if (mentions.length > 0) return READ_FOR_INSIDER.has(read) && INSIDER_TRADE.test(title) ? 'insider' : read;
  if (!isWanted) return 'other';
  if (isRelease(title)) return 'macro_economy';
  if (read === 'regulation' && ACT_OF_STATE.test(title)) return 'geopolitics';
  // A market wrap without a direction, `Stocks end mixed`, keeps its category and is dropped, because it names no company.
  return read === 'market_movers' && marketEffects.length > 0 ? 'macro_economy' : read;
}
