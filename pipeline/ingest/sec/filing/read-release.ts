/** The documents of a filing in, what its earnings release is read to say out; or why it says nothing that can be proven. */
import type { FiledDocument } from '../documents.ts';
import { readEarnings, type ReadFacts, type ReadOutcome } from '../earnings/analysis.ts';
import { findReleases, type Release } from './form6k.ts';

export interface ReleaseRead {
  /** The release itself, its words; null where no document is one. */
  readonly release: Release | null;
  readonly outcome: ReadOutcome;
}

/** A release may be words alone and leave its statements to the next exhibit. */
const leavesToNext: ReadonlySet<string> = new Set(['no_figures', 'no_statement']);
const releasesMax = 4;

export function readRelease(documents: readonly FiledDocument[], facts: ReadFacts): ReleaseRead {
  let first: ReleaseRead | null = null;
  let tried = 0;
  for (const release of findReleases(documents)) {
    const outcome = readEarnings(release.reduced, facts, release.sections);
    first ??= { release, outcome };
    if (outcome.kind === 'published') return { release: first.release, outcome };
    tried += 1;
    if (!leavesToNext.has(outcome.reason) || tried >= releasesMax) break;
  }
  return first ?? { release: null, outcome: { kind: 'refused', reason: 'no_statement' } };
}
