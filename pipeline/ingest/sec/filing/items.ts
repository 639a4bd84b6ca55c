/**
 * Reads the items of an 8-K. The header lists them by description, or by number in old filings. If it is absent, or one of its lines is
 * blank or unknown, the headings of the main document count too.
 */
import { items, primaryOrder, type SurfacedItem } from '#schemas/filing.ts';
import type { FilingHeader } from '../documents/header.ts';

export interface FilingItems {
  /** Item numbers as filed, in ascending order: `2.02`, or `12` in the numbering before 23 August 2004. */
  readonly items: readonly string[];
  /** Number of the primary surfaced item in the present numbering; null if there is none. */
  readonly primaryItem: SurfacedItem | null;
  /** The same item's number as filed. */
  readonly primaryAsFiled: string | null;
}

/** The day on which the present numbering came into force (SEC Release 33-8400). */
const renumberedOn = '2004-08-23';

export function readItems(header: FilingHeader, mainText: string): FilingItems {
  const isOld = header.filedOn !== null && header.filedOn < renumberedOn;
  const stated = header.items.map((line) => itemOf(line, isOld));
  const isComplete = stated.length > 0 && !stated.includes(null);
  const inText = isComplete ? [] : headings(mainText, header.filedOn === null ? null : isOld);
  const all = [...new Set([...stated.filter((item) => item !== null), ...inText])].sort((a, b) => Number(a) - Number(b));
  const today = all.map((item) => items.find((meaning) => meaning.number === item || meaning.old === item)?.number);
  const primaryItem = primaryOrder.find((item) => today.includes(item)) ?? null;
  return {
    items: all,
    primaryItem,
    primaryAsFiled: primaryItem === null ? null : (all[today.indexOf(primaryItem)] ?? null),
  };
}

function itemOf(line: string, isOld: boolean): string | null {
  const words = line.toLowerCase().replace(/[’`]/g, "'").replace(/\s+/g, ' ').trim();
  if (/^\d{1,2}(?:\.\d{2})?$/.test(words)) return items.some(({ number, old }) => number === words || old === words) ? words : null;
  const meaning = items.find(({ descriptions }) => descriptions.some((start) => words.startsWith(start)));
  return meaning === undefined ? null : isOld ? meaning.old : meaning.number;
}

const number = '(\\d{1,2}(?:\\.\\s?\\d{2})?)';
/** Matches "Item 2.02", "ITEM 5.", "Items 2.02 and 7.01" at the start of a line. */
const heading = new RegExp(
  `^[^a-z\\d\\n\\r\\u2028\\u2029]*(?:section\\s+\\d\\W.{0,80}?)?items?\\s*(?:no\\.?\\s*)?${number}(?!\\d)((?:\\s*(?:,|;|&|and|/)\\s*(?:items?\\s*)?\\d{1,2}\\.\\d{2})*)(.{0,80})`,
  'gim',
);
/** Matches the continuation of a line that cites an item instead of opening one. */
const citation =
  /^\s*(?:\(\w\)\s*)?(?:of (?:this|the|form|its|our|regulation)|above|below|hereof|to (?:this|the|our)|in (?:this|the|our)|and (?:the )?exhibit|is (?:hereby )?incorporated|shall)/i;

/** Matches the end of an item without content. Old forms print every item, most of them as not applicable. */
const isEmpty = /(?:not applicable|inapplicable|\bn\/a\b|\bnone\b)\W*$/i;

/** Returns the item numbers in the headings of the text, all in one numbering. */
function headings(text: string, isOld: boolean | null): string[] {
  const numbers: string[] = [];
  const matches = [...text.matchAll(heading)].filter(([, , , after = '']) => !citation.test(after));
  for (const [index, match] of matches.entries()) {
    const [, first = '', others = ''] = match;
    const body = text.slice(match.index, matches[index + 1]?.index ?? match.index + 400);
    if (body.length < 300 && isEmpty.test(body)) continue;
    numbers.push(first.replace(/\s/g, ''), ...[...others.matchAll(/\d{1,2}\.\d{2}/g)].map(([item]) => item));
  }
  const modern = numbers.filter((item) => items.some((meaning) => meaning.number === item));
  const old = numbers.filter((item) => items.some((meaning) => meaning.old === item));
  const useOld = isOld ?? modern.length === 0;
  return useOld ? (old.length > 0 ? old : modern) : modern;
}
