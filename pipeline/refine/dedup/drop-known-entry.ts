/** Drops an aggregator's entry when the log has a record of the publisher's own entry for the same address, a drop included. */
import { publisherIdentityOf, uidOf } from '#schemas/identity.ts';
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';

export function dropKnownEntry(draft: Draft, { uidFor }: Pick<RefineContext, 'uidFor'>): Outcome<Draft> {
  const listed = publisherIdentityOf(draft.raw.identity);
  if (listed === null || uidFor(listed) !== null) return keep(draft);
  const uid = uidOf(listed);
  return drop('near_duplicate', `lists ${uid}, which is already known from its publisher`, { uid, storyId: null });
}
