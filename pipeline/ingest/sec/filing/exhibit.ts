/** Finds the press release among a filing's documents: the EX-99 with the lowest number, else the main document. */
import type { FiledDocument } from '../documents/documents.ts';

/** Returns the number of `EX-99.1`, `EX-99.01` or `EX-99.4(B)`, by which exhibits are sorted; 0 for `EX-99` and `EX-99.(A)`. */
const numberOf = (type: string): number => {
  const digits = /^EX-99[.-]?\(?(\d+)?/.exec(type)?.[1];
  return digits === undefined ? 0 : Number(digits);
};

export const exhibits99 = (documents: readonly FiledDocument[]): FiledDocument[] =>
  documents
    .filter(({ type, source }) => /^EX-99/.test(type) && source !== null)
    .sort((a, b) => numberOf(a.type) - numberOf(b.type) || (a.sequence ?? 0) - (b.sequence ?? 0));

/** Returns the readable document with sequence 1, else the first readable one; null if there is none. */
export const mainDocument = (documents: readonly FiledDocument[]): FiledDocument | null =>
  documents.find((document) => document.sequence === 1 && document.source !== null) ?? documents.find((document) => document.source !== null) ?? null;

/** Returns possible releases, likeliest first. A foreign issuer's release may be an EX-1 or the main document. */
export function releaseCandidates(documents: readonly FiledDocument[]): FiledDocument[] {
  const exhibits = exhibits99(documents);
  const adHoc = documents.filter((document) => /^EX-1(?:\.\d+)?$/.test(document.type) && document.source !== null);
  const main = mainDocument(documents);
  return [...new Set([...exhibits, ...adHoc, ...(main === null ? [] : [main])])];
}
