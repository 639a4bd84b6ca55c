/**
 * Gives an article its category and its score, 1-10 by the bands of specification.md 2.1, as the reader reads its headline. A halt of
 * trading is scored by the exchange's code. The score rates the article, not the company.
 */
import type { ActionabilityScore, Category } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import { marketEffectsOf } from '../sentiment/market-effects.ts';
import type { Draft } from './draft.ts';

/** Novelty and actionability by score, 1-10: a primary, newly disclosed fact is new and can be acted on, a retelling is neither. */
const bands: readonly (readonly [novelty: number, actionability: ActionabilityScore])[] = [
  [1, 'negligible'],
  [1, 'negligible'],
  [2, 'low'],
  [3, 'low'],
  [5, 'medium'],
  [6, 'medium'],
  [7, 'medium'],
  [8, 'high'],
  [9, 'high'],
  [10, 'high'],
];
const worth = (relevance: number): Pick<Draft, 'relevance' | 'novelty' | 'actionability'> => {
  const [novelty, actionability] = bands[relevance - 1] ?? bands[0]!;
  return { relevance, novelty, actionability };
};

/** Scores by the exchange's code: a halt of a market or for a company's news is above a pause that ends by itself. */
const haltScores: Readonly<Record<string, number>> = {
  MWC1: 10,
  MWC2: 10,
  MWC3: 10,
  H10: 9,
  T1: 8,
  T12: 8,
  H11: 8,
  D: 8,
  T2: 7,
  H4: 7,
  H9: 7,
  T5: 6,
  T6: 6,
  LUDP: 6,
  LUDS: 6,
  M: 6,
};
const OTHER_HALT = 5;
const WANTED_MIN = 0.5;
/** Chance from which a read category tells two events apart. */
const SURE_MIN = 0.5;
/** Highest score of an article that no desk wants. */
const UNWANTED_MAX = 2;

/** Solicitations by law firms score 1-2 (specification.md 2.1), whatever the company. */
const SOLICITATION =
  /\b(?:(?:shareholder|investor|stockholder) (?:alert|notice|reminder|deadline)|lead plaintiff|class period|losses in excess of)\b/i;
const LAW_FIRM = /\b(?:law firm|law offices|attorneys at law|llp|llc|p\.c\.)(?![a-z])/i;
const SOLICITED = /\b(?:investors|shareholders|stockholders)\b/i;
const isSolicitation = (title: string): boolean => SOLICITATION.test(title) || (LAW_FIRM.test(title) && SOLICITED.test(title));

/** The release of a macro figure scores 7-9 (specification.md 2.1): a statistic with its figure, neither awaited nor explained. */
const STATISTIC =
  /\b(?:cpi|ppi|pce|gdp|pmi|payrolls?|inflation|unemployment|jobless claims|retail sales|industrial production|housing starts|wage growth|trade (?:balance|deficit|surplus)|(?:factory|durable goods) orders|(?:consumer|producer) prices)\b/i;
const FIGURE = /\d ?(?:%|percent|pct|k\b|mln|million)/i;
const NOT_RELEASED = /\b(?:expected to|forecast to|seen|likely|ahead of|before|preview|awaits?|will|may|could|why|how|what)\b|\?/i;
const RELEASE_MIN = 7;
/** A lower score means that the same words are no release. */
const RELEASE_READ_MIN = 5;
const isRelease = (title: string): boolean => STATISTIC.test(title) && FIGURE.test(title) && !NOT_RELEASED.test(title);

export function putScore(draft: Draft): Outcome<Draft> {
  const halt = draft.raw.halt_reason;
  if (halt !== undefined)
    return keep({ ...draft, category: 'market_movers', ...worth(haltScores[halt] ?? OTHER_HALT), relevanceReason: `trading halt, ${halt}` });
  if (draft.read === null) return keep(draft);
  const { category, wanted, score } = draft.read.reading;
  const served = categoryOf(draft, category.value, wanted >= WANTED_MIN);
  const relevance = worthOf(draft.title, wanted >= WANTED_MIN, served === 'macro_economy', score);
  const reason = `read as ${category.value} (${category.chance.toFixed(2)}), score ${score}, relevant for a trading desk ${wanted.toFixed(2)}`;
  return keep({
    ...draft,
    category: served,
    isCategorySure: served !== category.value || category.chance >= SURE_MIN,
    ...worth(relevance),
    relevanceReason: reason,
  });
}

/**
 * Corrects the read category by the companies that the article names. News of one company is not a sector analysis. Without a company
 * a market-wide category alone serves the article, so an unwanted one gets none, and a release or the move of a market is `macro_economy`.
 */
function categoryOf({ mentions, title }: Draft, read: Category, isWanted: boolean): Category {
  if (mentions.length === 1 && read === 'sector_analysis') return 'other';
  if (mentions.length > 0) return read;
  if (!isWanted) return 'other';
  if (isRelease(title)) return 'macro_economy';
  return read === 'market_movers' && marketEffectsOf(title).length > 0 ? 'macro_economy' : read;
}

function worthOf(title: string, isWanted: boolean, isMacro: boolean, read: number): number {
  if (!isWanted || isSolicitation(title)) return Math.min(read, UNWANTED_MAX);
  return isMacro && read >= RELEASE_READ_MIN && isRelease(title) ? Math.max(read, RELEASE_MIN) : read;
}
