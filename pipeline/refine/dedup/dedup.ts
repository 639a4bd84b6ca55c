/**
 * Drops an article with the text of one from the last 72 hours; the first row stays, and its story gains a source. An aggregator's entry never
 * makes a publisher's own article a duplicate.
 */
import { publisherIdentityOf, uidOf } from '#schemas/identity.ts';
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import { wordsAndFingerprint } from './fingerprint.ts';
import { compareTexts } from './compare-texts.ts';
import type { Draft } from '../article/draft.ts';
import { rareTermsOf, textKeys } from '../recent/keys.ts';

const CANDIDATES_MAX = 8;
/** Maximum number of similar articles for the story step, which chooses among their stories. */
const ALIKE_MAX = 12;

/** Returns whether the article is backfilled. It is not compared, because the window has no articles of its time. */
export const isBackfilled = ({ raw }: Draft): boolean => raw.is_history === true;

/** Drops an aggregator's entry of an article that is known from its publisher, and an article with the text of a recent one. */
export function dropDuplicate(draft: Draft, context: Pick<RefineContext, 'claimUid' | 'recent' | 'refinedAt'>): Outcome<Draft> {
  if (isBackfilled(draft)) return keep(draft);
  const outcome = dropKnownEntry(draft, context);
  return outcome.kept ? dropNearDuplicate(outcome.value, context) : outcome;
}

/** Drops an aggregator's entry when the log already has a record (a row or a drop) of the publisher's entry for the same address. */
function dropKnownEntry(draft: Draft, { claimUid }: Pick<RefineContext, 'claimUid'>): Outcome<Draft> {
  const listed = publisherIdentityOf(draft.raw.identity);
  if (listed === null || claimUid(listed) !== null) return keep(draft);
  const uid = uidOf(listed);
  return drop('near_duplicate', `lists ${uid}, which is already known from its publisher`, { uid, storyId: null });
}

/** Drops an article with the text of a recent one. */
export function dropNearDuplicate(draft: Draft, { recent, refinedAt }: Pick<RefineContext, 'recent' | 'refinedAt'>): Outcome<Draft> {
  recent.advanceTo(refinedAt);
  const served = wordsAndFingerprint(draft.title, draft.summary, { title: draft.titleWords, lead: draft.leadWords });
  const alike = recent.sharing(textKeys(served.fingerprint, rareTermsOf(served.words)), Date.parse(draft.timePublished), ALIKE_MAX);
  const comparable = publisherIdentityOf(draft.raw.identity) === null ? alike.filter(({ isAggregatorEntry }) => !isAggregatorEntry) : alike;
  for (const article of comparable.slice(0, CANDIDATES_MAX)) {
    const sameness = compareTexts(served.fingerprint, article.fingerprint);
    if (sameness === null) continue;
    const { reason, titles, summaries } = sameness;
    const leads = summaries === null ? 'no leads to compare' : `leads ${summaries.toFixed(2)}`;
    return drop('near_duplicate', `repeats ${article.uid}: ${reason} (titles ${titles.toFixed(2)}, ${leads})`, {
      uid: article.uid,
      storyId: article.storyId,
    });
  }
  return keep({ ...draft, served, alike });
}
