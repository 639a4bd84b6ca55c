/** Drops notices by which a publisher takes an article back (normalise/taken-back.ts). */
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { Draft } from './draft.ts';

export const dropWithdrawn = (draft: Draft): Outcome<Draft> =>
  draft.takenBack === null ? keep(draft) : drop('withdrawn', 'its publisher takes back an article that is not served');
