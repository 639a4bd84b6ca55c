/** Reads the earnings releases of a filing, or returns why they are not served. */
import { readEarnings, type ReadFacts, type ReadOutcome } from '../earnings/analysis.ts';
import { readFigures } from '../earnings/metrics/read-figures.ts';
import { readProseFigures } from '../earnings/metrics/prose-figures.ts';
import type { Release } from './form6k.ts';
import { firstParagraphs } from './paragraphs.ts';
import { readBeginning, readPressRelease, type PressRelease } from './press-release.ts';
import { withoutCover } from './release.ts';

export interface ReleaseRead {
  /** The first release, and its headline and lead; null if no document is a release. */
  readonly release: Release | null;
  readonly headlineAndLead: PressRelease | null;
  readonly outcome: ReadOutcome;
}

/** Reasons for which the next release is tried: a release may be prose only, with its statements in the next exhibit. */
const leavesToNext: ReadonlySet<string> = new Set(['no_figures', 'no_statement']);
const releasesMax = 4;

/** Returns the earnings read of the first release that has one. `releases`: likeliest first; it is read no further than necessary. */
export function readRelease(releases: Iterable<Release>, facts: ReadFacts): ReleaseRead {
  let first: (ReleaseRead & { readonly release: Release; readonly headlineAndLead: PressRelease }) | null = null;
  let tried = 0;
  for (const release of releases) {
    const headlineAndLead: PressRelease = first?.headlineAndLead ?? readHeadlineAndLead(release, facts.form);
    const outcome = readEarnings(release.reduced, { ...facts, headline: headlineAndLead.headline }, readFigures(release.reduced, release.sections));
    first ??= { release, headlineAndLead, outcome };
    if (outcome.kind === 'published') return { ...first, outcome };
    tried += 1;
    if (!leavesToNext.has(outcome.reason)) return first;
    if (tried >= releasesMax) break;
  }
  if (first === null) return { release: null, headlineAndLead: null, outcome: { kind: 'refused', reason: 'no_statement' } };
  const { reduced } = first.release;
  const { headline } = first.headlineAndLead;
  const fromProse = readEarnings(reduced, { ...facts, headline }, readProseFigures(reduced, { headline, company: facts.company }));
  return fromProse.kind === 'published' ? { ...first, outcome: fromProse } : first;
}

const firstItem = /^\W*item\s+\d/i;

/** Returns headline and first paragraphs of an earnings release. Its figures identify it even without a recognised lead. */
function readHeadlineAndLead({ reduced }: Release, form: ReadFacts['form']): PressRelease {
  const text = withoutCover(reduced.text);
  const release = readPressRelease(text);
  // The text of an 8-K's items is not a release, whatever figures it has.
  if (release?.headline || (form === '8-K' && firstItem.test(text))) return release ?? { headline: '', lead: '' };
  const { headline, lead } = readBeginning(firstParagraphs(text));
  return { headline, lead: release?.lead ?? lead };
}
