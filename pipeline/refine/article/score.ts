/**
 * Gives an article its category and its score, 1-10 by the bands of specification.md 2.1: what the reader reads in its headline, within
 * the bounds of score-bands.ts. One that names no company gets its effects on markets. A halt of trading is scored by the exchange's
 * code. The score rates the article, not the company.
 */
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

/** Novelty by score, 1-10: a primary, newly disclosed fact is new, a retelling is not. */
const novelties: readonly number[] = [1, 1, 2, 3, 5, 6, 7, 8, 9, 10];
const worth = (relevance: number): Pick<Draft, 'relevance' | 'novelty' | 'actionability'> => ({
  relevance,
  novelty: novelties[relevance - 1] ?? 1,
  actionability: actionabilityOf(relevance),
});

/** Scores by the exchange's code: a halt of a market or for a company's news is above a pause that ends by itself. */
// prettier-ignore
const haltScores: Readonly<Record<string, number>> = { MWC1: 10, MWC2: 10, MWC3: 10, H10: 9, T1: 8, T12: 8, H11: 8, D: 8, T2: 7, H4: 7, H9: 7, T5: 6, T6: 6, LUDP: 6, LUDS: 6, M: 6 };
const OTHER_HALT = 5;
/** Least probability from which a read category separates two events. */
const SURE_MIN = 0.5;
/** Acts of a state against another, which read as regulation where they name no company. */
const ACT_OF_STATE = /\b(?:sanction|embargo|tariff|export (?:ban|curb|control))\w*/i;

/** Trades by an officer or a director, which read as a stake that a company takes. */
const INSIDER_TRADE =
  /\b(?:CEO|CFO|COO|chief (?:executive|financial|operating)(?: officer)?|chair(?:man|woman)?|president|directors?|insiders?|founder)\b[^,;:]{0,40}\b(?:buys?|bought|purchases?d?|acquire[sd]?|adds|sells?|sold|dumps?)\b.{0,40}\b(?:shares|stock)\b/i;
const READ_FOR_INSIDER: ReadonlySet<Category> = new Set(['mergers_acquisitions', 'corporate_actions', 'other']);

const NOT_SUBJECT: ReadonlySet<string> = new Set(['of', 'at', 'for', 'from', 'by', 'in']);

/** Returns whether a headline says what a company earns: `Acme earns more`, `Acme earned $2 billion`, but not `Acme earns praise`. */
function earns({ lower, lexemes }: Words, { place, from, to }: Mention): boolean {
  // `The chief of Acme earned $10 million` says nothing of the company.
  if (place !== 'title' || NOT_SUBJECT.has(lower[from - 1] ?? '') || (lower[to] !== 'earns' && lower[to] !== 'earned')) return false;
  const next = lower[to + 1];
  return next === 'more' || next === 'less' || lexemes[to + 1]?.numberKind === '<money>';
}

/** Gives the draft its category and its scores. */
export function putScore(draft: Draft): Outcome<Draft> {
  const halt = draft.raw.halt_reason;
  if (halt !== undefined)
    return keep({ ...draft, category: 'market_movers', ...worth(haltScores[halt] ?? OTHER_HALT), relevanceReason: `trading halt, ${halt}` });
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
    ...worth(relevance),
    relevanceReason: reason,
  });
}

/**
 * Corrects the read category by the companies that the article names. News of one company is not a sector analysis, news of its bonds is
 * not about the economy, and a list of holdings does not report a deal. A headline on coins alone is `crypto`, whatever moved them. An
 * article without a company is served in a market-wide category only: a release or a market's move is `macro_economy`, an act of a state
 * `geopolitics`, and news that no trading desk wants `other`.
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
