/** Finds the earnings releases among the documents of a filing, or says why a 6-K has none. */
import type { Form6kReason } from '#schemas/filing.ts';
import type { FiledDocument } from '../documents/documents.ts';
import { reduceDocument } from '../documents/reduce.ts';
import type { ReducedText } from '../documents/reduced-text.ts';
import { readSections, type Section } from '../earnings/tables/sections.ts';
import { releaseCandidates } from './exhibit.ts';
import { whyNoRelease } from './release.ts';

export interface Release {
  readonly document: FiledDocument;
  readonly reduced: ReducedText;
  readonly sections: readonly Section[];
}

/** `releases`: every document that looks like an earnings release, likeliest first. Each is read on demand; iterate only once. */
type Form6k = { readonly kind: 'earnings'; readonly releases: Iterable<Release> } | { readonly kind: 'other'; readonly reason: Form6kReason };

export function classify6k(documents: readonly FiledDocument[], filedOn: string | null = null): Form6k {
  let reason: Form6kReason | null = null;
  const all = classified(documents, filedOn);
  // A `for … of` would close the generator at the first release.
  for (let next = all.next(); next.done !== true; next = all.next()) {
    const step = next.value;
    if (step.release !== null) return { kind: 'earnings', releases: releasesFrom(step.release, all) };
    // The reason is that of the first document with text: exhibits precede the cover.
    if (reason === null || reason === 'no_text') reason = step.reason;
  }
  return { kind: 'other', reason: reason ?? 'no_text' };
}

function* releasesFrom(first: Release, others: Iterable<Classified>): Generator<Release> {
  yield first;
  yield* releasesIn(others);
}

function* releasesIn(steps: Iterable<Classified>): Generator<Release> {
  for (const { release } of steps) if (release !== null) yield release;
}

/** Yields every document that looks like an earnings release, likeliest first. Each is read on demand. */
export const findReleases = (documents: readonly FiledDocument[], filedOn: string | null = null): Generator<Release> =>
  releasesIn(classified(documents, filedOn));

type Classified = { readonly release: Release; readonly reason: null } | { readonly release: null; readonly reason: Form6kReason };

function* classified(documents: readonly FiledDocument[], filedOn: string | null): Generator<Classified> {
  for (const document of releaseCandidates(documents)) {
    const reduced = reduceDocument(document.source ?? '');
    const sections = readSections(reduced, filedOn);
    const reason = whyNoRelease(reduced, sections);
    yield reason === null ? { release: { document, reduced, sections }, reason } : { release: null, reason };
  }
}
