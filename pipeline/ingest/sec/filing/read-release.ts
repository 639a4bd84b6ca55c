/** Reads the earnings releases of a filing, or states why they say nothing that can be proven. */
import { readEarnings, type ReadFacts, type ReadOutcome } from '../earnings/analysis.ts';
import type { Release } from './form6k.ts';
import type { PressRelease } from './press-release.ts';
import { tellRelease } from './tell-release.ts';

export interface ReleaseRead {
  /** The first release, and its words; null where no document is one. */
  readonly release: Release | null;
  readonly told: PressRelease | null;
  readonly outcome: ReadOutcome;
}

/** A release may be words alone and leave its statements to the next exhibit. */
const leavesToNext: ReadonlySet<string> = new Set(['no_figures', 'no_statement']);
const releasesMax = 4;

/** `releases` likeliest first; those behind the one that is read are not asked for. */
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
