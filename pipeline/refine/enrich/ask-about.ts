/**
 * A RAW message in, the question to a model about it out, before its turn comes; null where no model is asked: what is no
 * article, what the log holds, what the first steps drop, and what has neither a verified ticker nor a market-wide category.
 */
import { macroCategories, type Category } from '#schemas/vocabulary.ts';
import type { RawMessage } from '#schemas/raw.ts';
import type { Outcome } from '../../outcome.ts';
import { dropBlocked } from '../blocklist.ts';
import { putCategory } from '../category.ts';
import type { RefineContext } from '../context.ts';
import { dropNearDuplicate } from '../dedup.ts';
import { draftOf, type Draft } from '../draft.ts';
import { dropForeign } from '../language.ts';
import { dropKnownListing } from '../listing.ts';
import { normaliseArticle } from '../normalise.ts';
import { putTickers } from '../tickers.ts';
import { questionOf, type Asked, type Question } from './question.ts';

export interface AboutArticle {
  readonly question: Question;
  /** A near-duplicate of a recent row: its decision will drop it, so it is not worth a request. */
  readonly isCopy: boolean;
}

type AskContext = Pick<RefineContext, 'refinedAt' | 'uidFor' | 'directory' | 'recent' | 'settings'>;

const marketWide: ReadonlySet<Category> = new Set(macroCategories);

export function askAbout(raw: RawMessage, asked: Asked, context: AskContext): AboutArticle | null {
  if (raw.kind !== 'article') return null;
  const uid = context.uidFor(raw.identity);
  if (uid === null) return null;
  const draft = through(draftOf(raw, uid), [normaliseArticle, dropForeign, (of) => dropBlocked(of, context), (of) => putTickers(of, context)]);
  if (draft === null) return null;
  if (draft.mentions.length === 0 && !marketWide.has(through(draft, [putCategory])?.category ?? 'other')) return null;
  const isCopy = through(draft, [(of) => dropKnownListing(of, context), (of) => dropNearDuplicate(of, context)]) === null;
  return { question: questionOf(draft, asked), isCopy };
}

function through(draft: Draft, steps: readonly ((draft: Draft) => Outcome<Draft>)[]): Draft | null {
  let current = draft;
  for (const step of steps) {
    const outcome = step(current);
    if (!outcome.kept) return null;
    current = outcome.value;
  }
  return current;
}
