/** Reads an NT 10-K or NT 10-Q (Form 12b-25): prose and checked boxes in a text document. A box with ambiguous marks does not count. */
import type { DisclosureContent } from '#schemas/raw.ts';
import { monthNumber } from '../../dates.ts';
import { reduceDocument } from '../documents/reduce.ts';
import type { Submission } from '../documents/documents.ts';
import { paragraphsOf } from '../documents/paragraphs.ts';
import type { ListedFiling } from '../listed-filing.ts';
import { readDay } from '../form4/filed-values.ts';

/** Patterns of a checked and an empty box, in the fonts and brackets of filings. */
const setMark = '(?:[☒☑✓✔þýx]|\\[ ?x ?\\]|\\( ?x ?\\)|_{1,9}x_{0,9}|_{0,9}x_{1,9})';
const emptyMark = '(?:[☐□¨o]|\\[[ _]*\\]|\\([ _]*\\)|_{1,6})';
const mark = `(?<!\\w)(?:${setMark}|${emptyMark})`;
const setBox = new RegExp(`^${setMark}$`, 'i');
const isSet = (text: string): boolean => setBox.test(text.trim());
const boxOfB = new RegExp(`(?<![\\w(])(${mark}) ?\\(b\\)`, 'i');
const anyBox = new RegExp(`(?<![\\w(])(${mark})(?![\\w)])`, 'gi');

const before = new RegExp(`(${mark}) ?yes\\b ?(${mark}) ?no\\b`, 'i');
const after = new RegExp(`\\byes ?:? ?(${mark}) ?no ?:? ?(${mark})`, 'i');

/** Returns the answer of a question's yes and no boxes, or null unless both are found and exactly one is checked. */
export function answerOf(text: string): boolean | null {
  const flat = text.replace(/\s+/g, ' ');
  const [, yes, no] = before.exec(flat) ?? after.exec(flat) ?? [];
  if (yes === undefined || no === undefined || isSet(yes) === isSet(no)) return null;
  return isSet(yes);
}

function periodOf(text: string): string | null {
  const [, month = '', day = '', year = ''] =
    /\bfor (?:the )?(?:\w{1,20} )?period ended ?:?[ _]{0,80}([A-Za-z]{3,9}\.?|\d{1,2})[ /](\d{1,2})[, /]{1,2}(\d{4})/i.exec(
      text.replace(/\s+/g, ' '),
    ) ?? [];
  return readDay(`${/^\d/.test(month) ? month : (monthNumber(month) ?? '')}/${day}/${year}`);
}

const parts = {
  two: /^[^\w\n]{0,40}part\s{1,10}ii\b(?!\s{1,5}of\b)/im,
  three: /^[^\w\n]{0,40}part\s{1,10}iii\b(?!\s{1,5}of\b)/im,
  four: /^[^\w\n]{0,40}part\s{1,10}iv\b(?!\s{1,5}of\b)/im,
  change: /\bis it anticipated that any significant change in results/i,
  signed: /\bhas caused this notification to be signed/i,
} as const;

function between(text: string, from: RegExp, to: RegExp): string {
  const start = from.exec(text);
  if (start === null) return '';
  const rest = text.slice(start.index + start[0].length);
  const end = to.exec(rest);
  return end === null ? rest : rest.slice(0, end.index);
}

/** Matches words that the form itself prints on every notice. */
const printed =
  /\bstate below in reasonable detail\b|\battach extra sheets\b|^\W*narrative\W*$|^\W*other information\W*$|^\W*(?:or portion thereof,? |report or portion thereof,? )?could not be filed within the prescribed (?:time )?period\W*$|\bif so,? attach an explanation\b|\bcorresponding period for the last fiscal year\b|\breasonable estimate of the results cannot be made\b|\bearnings statements to be included\b|^\W*(?:☒|☐|\[ ?x? ?\])|^\W*yes\b|\bif so\b.{0,10}$/i;
const charactersMax = 20_000;

/** Matches the beginning of a caution, which lists risks, not reasons. */
const caution = /\bforward[-\u2010-\u2013 ]looking\b|\bcautionary (?:note|statement|language)\b/i;

const wholeSentences = (text: string): string => text.slice(0, 1 + Math.max(...['.', '!', '?', '\n'].map((end) => text.lastIndexOf(end))));

/** Returns the filer's own paragraphs of a part, up to a caution; those that the form prints are left out. */
function ownProse(part: string): string {
  const start = caution.exec(part)?.index;
  const text = start === undefined ? part : wholeSentences(part.slice(0, start));
  return paragraphsOf(text, true)
    .map(({ words }) => words.replace(/\s+/g, ' ').trim())
    .filter((line) => line.length >= 40 && /[.!?”"):]$/.test(line) && !printed.test(line))
    .join('\n')
    .slice(0, charactersMax);
}

/** Returns whether the box for filing within the extension, Part II (b), is checked, or null when the boxes do not show it clearly. */
function withinExtension(text: string): boolean | null {
  const flat = text.replace(/\s+/g, ' ');
  const ofB = boxOfB.exec(flat)?.[1];
  if (ofB !== undefined) return isSet(ofB);
  const boxes = [...flat.matchAll(anyBox)].map(([, box = '']) => box);
  const [only] = boxes;
  if (only !== undefined && boxes.every(isSet)) return true;
  return boxes.length === 1 ? false : null;
}

/** Returns the facts of the notice, or null if the document does not call itself a notification of late filing. */
export function readLateNotice(source: string, { header }: Submission, listed: ListedFiling): DisclosureContent | null {
  const { text } = reduceDocument(source);
  if (!/\bnotification of late filing\b|\b12b-25\b/i.test(text)) return null;
  const filer = header.filers[0] ?? { cik: listed.cik, name: '' };
  const form = (header.form ?? listed.form ?? '').toUpperCase();
  const stated = periodOf(text);
  const change = between(text, parts.change, parts.signed);
  const expectsChange = answerOf(change.slice(0, 600));
  return {
    issuer: { cik: filer.cik, name: filer.name.slice(0, 300) },
    facts: {
      about: 'late',
      report: `Form ${form.replace(/^NT /, '').replace(/\/A$/, '')}`,
      // If header and document contradict each other, neither counts.
      period_on: stated !== null && header.period !== null && stated !== header.period ? null : (stated ?? header.period),
      reasons: ownProse(between(text, parts.three, parts.four)),
      is_within_extension: withinExtension(between(between(text, parts.two, parts.three), /\bcheck box\b[^)\n]*\)?/i, /$^/)),
      expects_change: expectsChange,
      change: expectsChange === true ? ownProse(change) : '',
    },
  };
}
