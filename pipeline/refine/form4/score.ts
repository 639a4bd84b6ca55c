/**
 * Scores an insider event from size, side and plan alone (specification.md 1.8 and 2.1). A trade below 5,000 dollars (an employee's few
 * shares, a reinvested dividend) scores below the API's default `min_relevance` (4), so only queries for lower scores return it.
 *
 * Purchases weigh more than sales: insiders buy for one reason and sell for many (Lakonishok and Lee, "Are Insider Trades Informative?",
 * 2001). A plan fixes the trade before the insider has later knowledge, and an offering fixes the price, so both weigh less.
 */
import type { ActionabilityScore, Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { actionabilityOf } from '../actionability.ts';
import type { InsiderEvent } from './events.ts';

export const scoreVersion = 'form4-7';

export interface Score {
  readonly relevance: number;
  readonly sentiment: Sentiment;
  readonly confidence: Confidence;
  readonly actionability: ActionabilityScore;
  readonly novelty: number;
}

/** `buyOffered`: a purchase from the issuer or by private agreement, outside the market. */
export type Kind = 'buy' | 'buyOffered' | 'buyUnderPlan' | 'sell' | 'sellUnderPlan' | 'other';

/** Relevance of each kind of trade, by its least value in dollars. */
// prettier-ignore
export const relevanceTable = [
  { fromUsd: 0,           buy: 3, buyOffered: 2, buyUnderPlan: 2, sell: 2, sellUnderPlan: 2, other: 2 },
  { fromUsd: 5_000,       buy: 5, buyOffered: 4, buyUnderPlan: 4, sell: 4, sellUnderPlan: 4, other: 4 },
  { fromUsd: 50_000,      buy: 6, buyOffered: 4, buyUnderPlan: 4, sell: 4, sellUnderPlan: 4, other: 4 },
  { fromUsd: 250_000,     buy: 7, buyOffered: 5, buyUnderPlan: 5, sell: 5, sellUnderPlan: 4, other: 4 },
  { fromUsd: 1_000_000,   buy: 8, buyOffered: 6, buyUnderPlan: 6, sell: 6, sellUnderPlan: 5, other: 5 },
  { fromUsd: 10_000_000,  buy: 9, buyOffered: 7, buyUnderPlan: 7, sell: 7, sellUnderPlan: 6, other: 6 },
  { fromUsd: 100_000_000, buy: 9, buyOffered: 8, buyUnderPlan: 7, sell: 8, sellUnderPlan: 7, other: 7 },
] as const satisfies readonly ({ readonly fromUsd: number } & Readonly<Record<Kind, number>>)[];

/** Value in dollars assumed for a trade without a price or with a price of zero. A purchase of this value has relevance 5. */
const unpricedUsd = 5_000;

/** Values in dollars from which a sentiment has medium and high confidence; Infinity means never. */
// prettier-ignore
const confidenceTable: Readonly<Record<Kind, { readonly sentiment: Sentiment; readonly mediumFromUsd: number; readonly highFromUsd: number }>> = {
  buy:           { sentiment: 'positive', mediumFromUsd: 50_000,    highFromUsd: 500_000 },
  buyOffered:    { sentiment: 'positive', mediumFromUsd: 1_000_000, highFromUsd: Infinity },
  buyUnderPlan:  { sentiment: 'positive', mediumFromUsd: 1_000_000, highFromUsd: Infinity },
  sell:          { sentiment: 'negative', mediumFromUsd: 1_000_000, highFromUsd: 25_000_000 },
  sellUnderPlan: { sentiment: 'neutral',  mediumFromUsd: 0,         highFromUsd: Infinity },
  other:         { sentiment: 'neutral',  mediumFromUsd: 0,         highFromUsd: Infinity },
};

/** A trade that a plan fixed in advance is not new when it happens; a return of shares to the company is rarely news. */
// prettier-ignore
const noveltyTable: Readonly<Record<Kind, number>> = { buy: 9, buyOffered: 6, buyUnderPlan: 5, sell: 8, sellUnderPlan: 4, other: 5 };

export function kindOf({ side, is10b51, label }: Pick<InsiderEvent, 'side' | 'is10b51' | 'label'>): Kind {
  if (side === 'other') return 'other';
  if (side === 'buy') return is10b51 === true || label === 'plan' ? 'buyUnderPlan' : label === 'offering' ? 'buyOffered' : 'buy';
  return is10b51 === true ? 'sellUnderPlan' : 'sell';
}

export function scoreEvent(event: Pick<InsiderEvent, 'side' | 'is10b51' | 'label' | 'context' | 'totalValueUsd' | 'contradictsDirection'>): Score {
  const kind = kindOf(event);
  // A number is exact enough for thresholds; the served figure stays decimal text.
  const valueUsd = Number(event.totalValueUsd ?? 0);
  const sizeUsd = valueUsd === 0 ? unpricedUsd : valueUsd;
  const relevance = relevanceTable.findLast((row) => sizeUsd >= row.fromUsd)![kind];
  const { sentiment, mediumFromUsd, highFromUsd } = confidenceTable[kind];
  // A price of zero means a gift or a transfer, which does not show what the insider expects.
  const isFree = event.totalValueUsd !== null && valueUsd === 0;
  const isDoubtful = event.totalValueUsd === null || event.contradictsDirection;
  const confidence = isDoubtful ? 'low' : valueUsd >= highFromUsd ? 'high' : valueUsd >= mediumFromUsd ? 'medium' : 'low';
  const isObliged = event.context === 'obliged';
  return {
    relevance,
    sentiment: isFree || isObliged ? 'neutral' : sentiment,
    confidence,
    actionability: actionabilityOf(relevance),
    novelty: noveltyTable[kind],
  };
}
