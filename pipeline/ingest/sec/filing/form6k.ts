/** The documents of a 6-K in; the release among them, or the reason why the filing holds none, out. */
import type { FiledDocument } from '../documents.ts';
import { reduceDocument, type ReducedText } from '../documents/reduce.ts';
import type { Form6kReason } from '#schemas/filing.ts';
import { readSections, type Section } from '../earnings/sections.ts';
import { releaseCandidates } from './exhibit.ts';
import { classifyRelease } from './release.ts';

export interface Release {
  readonly document: FiledDocument;
  readonly reduced: ReducedText;
  readonly sections: readonly Section[];
  readonly families: readonly string[];
}

export type Form6k = { readonly kind: 'earnings'; readonly release: Release } | { readonly kind: 'other'; readonly reason: Form6kReason };

export function classify6k(documents: readonly FiledDocument[]): Form6k {
  let reason: Form6kReason | null = null;
  for (const found of classified(documents)) {
    if (found.kind === 'earnings') return found;
    // The first document with words names the reason: exhibits come before the cover.
    if (reason === null || reason === 'no_text') reason = found.reason;
  }
  return { kind: 'other', reason: reason ?? 'no_text' };
}

/** Every document that reads as an earnings release, likeliest first; each is read only when asked for. */
export function* findReleases(documents: readonly FiledDocument[]): Generator<Release> {
  for (const found of classified(documents)) if (found.kind === 'earnings') yield found.release;
}

/** The press release of an 8-K with item 2.02: the first exhibit that reads as one, else none. */
export const findRelease = (documents: readonly FiledDocument[]): Release | null => findReleases(documents).next().value ?? null;

function* classified(documents: readonly FiledDocument[]): Generator<Form6k> {
  for (const document of releaseCandidates(documents)) {
    const reduced = reduceDocument(document.source ?? '');
    const sections = readSections(reduced);
    const { isEarnings, families, reason } = classifyRelease(reduced, sections);
    yield isEarnings ? { kind: 'earnings', release: { document, reduced, sections, families } } : { kind: 'other', reason: reason ?? 'other' };
  }
}
