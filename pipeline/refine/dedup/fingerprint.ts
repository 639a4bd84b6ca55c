/**
 * Title and summary as served in, the fingerprint out that near-duplicates are found and verified by. It is
 * recomputed from the log's records, so it may depend on nothing else.
 */
import { peopleAndPlaces, nounsToo } from '../tickers/ambiguous.ts';
import { mixHashes } from '../text/hash.ts';
import { wordsOf, wordsUpTo, type Words } from '../text/words.ts';
import { outletDomain } from '../normalise/outlets.ts';
import { marksOf, type Marks } from './marks.ts';

/** The words of a title without what was put around it, and of a summary. */
export interface ServedWords {
  readonly title: Words;
  readonly summary: Words;
}

export interface Fingerprint {
  /** The title's words in order, stemmed and hashed, without what agencies put around it. */
  readonly title: Int32Array;
  /** Sorted, each once: all of them, and those that may be names. */
  readonly titleSet: Int32Array;
  readonly titleNames: Int32Array;
  /** Runs of three words of the summary, sorted, each once. */
  readonly shingles: Int32Array;
  readonly summarySet: Int32Array;
  /** A notice that is issued again and again under the same words: the same headline proves nothing. */
  readonly isNotice: boolean;
  readonly titleMarks: Marks;
  readonly summaryMarks: Marks;
}

/** `UPDATE 1-`, `BRIEF-`, `(CORRECTED)`, `EXCLUSIVE:`: how agencies mark a version of the same story. */
const VERSION =
  /^\s*(?:\(?(?:UPDATE|WRAPUP|CORRECTED|REFILE|BRIEF|EXCLUSIVE|BREAKING|RPT|REPEAT|FACTBOX|ADVISORY|DEALTALK|FOCUS|INSIGHT|LEAD|JUST IN|DEVELOPING|LIVE|VIDEO|WATCH|Update|Exclusive|Breaking|Corrected|Correction|Video|Watch|Just in|Live)\)?(?:\s+\d{1,2})?(?:\s+NEWS)?\s*[-–—:|]+\s*)+/;
const TRAILER =
  /\s*(?:\((?:UPDATE[D]?(?:\s?\d)?|Update[d]?(?:\s?\d)?|VIDEO|Video|video|CORRECTED|Corrected)\)|[-–—:|]\s*(?:sources?|report|reports|WSJ|NYT|FT|CNBC|Bloomberg|Reuters|update|video|live updates?))\s*$/i;
const SEPARATOR = /\s+[-–—|·»•]{1,2}\s+/;

// prettier-ignore
const NOTICE =
  /\b(?:form|schedule)\s?(?:3|4|5|144|8-?k|6-?k|10-?[kq]|20-?f|13[dgf]|s-?[1348]|f-?[1346]|424b\d?|def\s?14a)\b|\bfiles?\s(?:an?\s)?(?:form\s)?(?:8-?k|10-?[kq]|6-?k|s-?[13])\b|\b(?:transactions? in own (?:shares|securities)|holdings?(?:\(s\))? in company|net asset values?(?:\(s\))?|pdmr|total voting rights|form 8(?:\.\d)?|rule 8\.\d|notice of (?:agm|egm|annual|meeting)|share (?:buyback|repurchase) (?:programme|program|transactions?)|block listing|director dealing|price monitoring extension|trading halts?|daily (?:estimated )?nav)\b/i;

/** No frame is without one of these. */
const FRAMED = /[-–—|·»•:(]/;

/** A title without what was put around it: versions, a last part that names an outlet. */
export function bareTitle(title: string): string {
  if (!FRAMED.test(title)) return title;
  let bare = title.replace(VERSION, '');
  for (let pass = 0; pass < 2; pass += 1) {
    const parts = bare.split(SEPARATOR);
    const last = parts.at(-1) ?? '';
    const first = parts[0] ?? '';
    if (parts.length > 1 && last.length < 40 && outletDomain(last.replace(/^(?:source|via):?\s+/i, '')) !== null)
      bare = bare.slice(0, bare.length - last.length).replace(/\s+[-–—|·»•]{1,2}\s+$/, '');
    else if (parts.length > 1 && first.length < 40 && outletDomain(first) !== null)
      bare = bare.slice(first.length).replace(/^\s+[-–—|·»•]{1,2}\s+/, '');
    bare = bare.replace(TRAILER, '');
  }
  return bare === '' ? title : bare;
}

export interface Served {
  readonly words: ServedWords;
  readonly fingerprint: Fingerprint;
}

/** The last one, since an article that is decided on is applied to the window right after. */
let last: { readonly title: string; readonly summary: string; readonly served: Served } | null = null;

export function servedOf(title: string, summary: string, known?: { readonly title: Words; readonly lead: Words }): Served {
  if (last !== null && last.title === title && last.summary === summary) return last.served;
  const bare = bareTitle(title);
  const words: ServedWords = {
    title: known?.title.text === bare ? known.title : wordsOf(bare),
    summary: known === undefined ? wordsOf(summary) : beginning(known.lead, summary),
  };
  const served = { words, fingerprint: fingerprintOf(title, words) };
  last = { title, summary, served };
  return served;
}

/** A summary is most often how its lead begins: its words are there already, up to the space where it ends. */
function beginning(lead: Words, summary: string): Words {
  if (!lead.text.startsWith(summary) || (lead.text.length > summary.length && lead.text[summary.length] !== ' ')) return wordsOf(summary);
  return lead.text.length === summary.length ? lead : wordsUpTo(lead, summary.length);
}

function fingerprintOf(title: string, words: ServedWords): Fingerprint {
  const stems = stemsOf(words.title);
  const summaryStems = stemsOf(words.summary);
  return {
    title: stems,
    titleSet: sortedSet(stems.slice()),
    titleNames: sortedSet(stems.filter((_, at) => isName(words.title, at))),
    shingles: sortedSet(shinglesOf(summaryStems)),
    summarySet: sortedSet(summaryStems),
    isNotice: NOTICE.test(title),
    titleMarks: marksOf(words.title),
    summaryMarks: marksOf(words.summary),
  };
}

const isName = (words: Words, at: number): boolean => {
  const word = words.lower[at] ?? '';
  if (word.length < 2 || /^[$€£\d]/.test(word)) return false;
  return words.lexemes[at]?.perMillion === 0 || nounsToo.has(word) || peopleAndPlaces.has(word);
};

function stemsOf({ lexemes }: Words): Int32Array {
  const stems = new Int32Array(lexemes.length);
  for (let i = 0; i < lexemes.length; i += 1) stems[i] = lexemes[i]?.stem ?? 0;
  return stems;
}

function shinglesOf(stems: Int32Array): Int32Array {
  const shingles = new Int32Array(Math.max(0, stems.length - 2));
  for (let i = 0; i < shingles.length; i += 1) shingles[i] = mixHashes(mixHashes(stems[i] ?? 0, stems[i + 1] ?? 0), stems[i + 2] ?? 0);
  return shingles;
}

/** Sorts in place. */
function sortedSet(values: Int32Array): Int32Array {
  values.sort();
  let size = 0;
  for (let i = 0; i < values.length; i += 1) {
    if (i === 0 || values[i] !== values[i - 1]) {
      values[size] = values[i] ?? 0;
      size += 1;
    }
  }
  return values.slice(0, size);
}
