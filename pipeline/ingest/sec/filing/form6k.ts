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
  for (const document of releaseCandidates(documents)) {
    const reduced = reduceDocument(document.source ?? '');
    const sections = readSections(reduced);
    const found = classifyRelease(reduced, sections);
    if (found.isEarnings) return { kind: 'earnings', release: { document, reduced, sections, families: found.families } };
    // The first document with words names the reason: exhibits come before the cover.
    if (reason === null || reason === 'no_text') reason = found.reason;
  }
  return { kind: 'other', reason: reason ?? 'no_text' };
}

/** The press release of an 8-K with item 2.02: the first exhibit that reads as one, else none. */
export function findRelease(documents: readonly FiledDocument[]): Release | null {
  const found = classify6k(documents);
  return found.kind === 'earnings' ? found.release : null;
}
