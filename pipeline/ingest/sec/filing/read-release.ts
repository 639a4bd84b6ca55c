/** Reads the earnings releases of a filing, or returns why they prove nothing. */
import { readEarnings, type ReadFacts, type ReadOutcome } from '../earnings/analysis.ts';
import type { Release } from './form6k.ts';
import type { PressRelease } from './press-release.ts';
import { tellRelease } from './tell-release.ts';

export interface ReleaseRead {
  /** The first release and its headline and lead; null when no document is one. */
  readonly release: Release | null;
  readonly told: PressRelease | null;
  readonly outcome: ReadOutcome;
}

/** A release may be prose only and leave its statements to the next exhibit. */
const leavesToNext: ReadonlySet<string> = new Set(['no_figures', 'no_statement']);
const releasesMax = 4;

/** `releases`: likeliest first; those after the one that is read are not requested. */
export function readRelease(releases: Iterable<Release>, facts: ReadFacts): ReleaseRead {
  let first: ReleaseRead | null = null;
  let tried = 0;
  for (const release of releases) {
    const told: PressRelease = first?.told ?? tellRelease(release);
    const outcome = readEarnings(release.reduced, { ...facts, headline: told.headline }, release.sections);
    first ??= { release, told, outcome };
    if (outcome.kind === 'published') return { ...first, outcome };
    tried += 1;
    if (!leavesToNext.has(outcome.reason) || tried >= releasesMax) break;
  }
  return first ?? { release: null, told: null, outcome: { kind: 'refused', reason: 'no_statement' } };
}
