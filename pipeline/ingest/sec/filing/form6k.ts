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
  // The reason is that of the first document with text: exhibits precede the cover.
  let reason: Form6kReason = 'no_text';
  const releases = findReleases(documents, filedOn, (why) => {
    if (reason === 'no_text') reason = why;
  });
  const first = releases.next();
  return first.done === true ? { kind: 'other', reason } : { kind: 'earnings', releases: startingWith(first.value, releases) };
}

function* startingWith(first: Release, others: Iterable<Release>): Generator<Release> {
  yield first;
  yield* others;
}

/** Yields every document that looks like an earnings release, likeliest first. `onOther` gets the reason of each that does not. */
export function* findReleases(
  documents: readonly FiledDocument[],
  filedOn: string | null = null,
  onOther?: (reason: Form6kReason) => void,
): Generator<Release> {
  for (const document of releaseCandidates(documents)) {
    const reduced = reduceDocument(document.source ?? '');
    const sections = readSections(reduced, filedOn);
    const reason = whyNoRelease(reduced, sections);
    if (reason === null) yield { document, reduced, sections };
    else onOther?.(reason);
  }
}
