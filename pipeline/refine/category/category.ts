/** One category for an article: what the rules find in headline and lead (category/evidence.ts), weighed with what the trained model adds. */
import { categories, type Category } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import { categoryEvidence, phrasesFor, type CategoryEvidence } from './evidence.ts';
import type { Draft } from '../article/draft.ts';
import { createCategoryModel } from '../model/category-model.ts';
import { loadModel } from '../model/weights.ts';
import type { Words } from '../text/words.ts';
import { movesBy } from '../tickers/find/reading.ts';
import type { Mention } from '../tickers/mention.ts';

const model = createCategoryModel({ posts: loadModel('category'), street: loadModel('streetCategory') });
const WORDS_NAMED = 3;

export interface CategoryDecision {
  readonly category: Category;
  /** Phrases of the rules that speak for it; without one, the words that weighed most in the model. */
  readonly reasons: readonly string[];
}

export function putCategory(draft: Draft): Outcome<Draft> {
  // An exchange tells of its halts in its own words: its code says what they are.
  if (draft.raw.halt_reason !== undefined) return keep({ ...draft, category: 'market_movers', categoryReasons: ['halt of trading'] });
  const { category, reasons } = categoryOf(draft.titleWords, draft.leadWords, draft.mentions);
  return keep({ ...draft, category, categoryReasons: reasons });
}

/** `mentions`: the article's subjects, as far as they are known. */
export function categoryOf(title: Words, lead: Words, mentions: readonly Mention[] = []): CategoryDecision {
  const evidence = categoryEvidence(title, lead);
  const category = isOfCoins(mentions) ? 'crypto' : isOfMove(title, mentions) ? 'market_movers' : bestOf(title, lead, evidence, mentions);
  const phrases = phrasesFor(evidence, category);
  return { category, reasons: phrases.length > 0 ? phrases : model.reasons(title, WORDS_NAMED) };
}

/** `Bitcoin climbs as the Fed holds rates`: whatever moved a coin, the article is filed under it. */
const isOfCoins = (mentions: readonly Mention[]): boolean =>
  mentions[0]?.place === 'title' && mentions.every(({ entry }) => entry.asset_type === 'Crypto');

/** `Nike +3% after upgrade`: what is told is the move, whatever made it. */
const isOfMove = (title: Words, mentions: readonly Mention[]): boolean =>
  mentions.some(({ place, from, to }) => place === 'title' && from === 0 && movesBy(title, to));

const MACRO = categories.indexOf('macro_economy');

/** `Hilton: Built For A Recession`: words of the economy in a headline about a company are why it does well or badly, and no news of the economy. */
function bestOf(title: Words, lead: Words, { sums }: CategoryEvidence, mentions: readonly Mention[]): Category {
  const best = model.best(title, lead, sums);
  const isOfCompany = best === MACRO && mentions.some(({ place, entry }) => place === 'title' && entry.asset_type === 'Stock');
  return categories[isOfCompany ? model.best(title, lead, sums, MACRO) : best] ?? 'other';
}
