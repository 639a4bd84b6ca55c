/** Tells which measure a guided figure is of, and whether it is adjusted, from the words around it. */
import type { metricBases } from '#schemas/earnings.ts';

interface Measure {
  readonly name: string;
  readonly isPerShare: boolean;
}
const measures: readonly (readonly [RegExp, Measure])[] = [
  [
    /\b(?:diluted |basic )?(?:net )?(?:earnings|income|loss|profit)(?: \w+){0,3} per (?:\w+ ){0,3}(?:share|ads)\b|\beps\b|\bper (?:fully )?(?:diluted )?(?:common )?(?:share|ads)\b/gi,
    { name: 'EPS', isPerShare: true },
  ],
  [/\badjusted ebitda\b|\bebitda\b/gi, { name: 'EBITDA', isPerShare: false }],
  [/\boperating expenses?\b/gi, { name: 'Operating expenses', isPerShare: false }],
  [/\boperating (?:income|profit|loss)\b/gi, { name: 'Operating income', isPerShare: false }],
  [/\bnet (?:income|loss|earnings|profit)\b/gi, { name: 'Net income', isPerShare: false }],
  [/\b(?:revenues?|net sales|sales)\b/gi, { name: 'Revenue', isPerShare: false }],
];

/** What is taken out of a measure, or what it is shared out over, makes it another one; returns and interest are taken off by accounting itself. */
const qualifier =
  /^,?\s*\(?((?:ex[-\s](?!dividend)[\w&]+|(?:excluding|net of|less|before)(?!\s+(?:returns|interest expense|allowances|discounts))(?:\s(?!(?:to|is|are|of|will|between|in|at|for)\b)[\w&’'/-]+){1,6}|per(?:\s(?!(?:share|ads|to|is|are|of)\b)[\w-]+){1,3}))/i;

/** The measure under its whole name: "Revenue ex-TAC" is no revenue. */
function qualified(measure: Measure, behind: string): Measure {
  const words = measure.isPerShare || measure.name === 'EBITDA' ? undefined : qualifier.exec(behind)?.[1];
  return words === undefined ? measure : { ...measure, name: `${measure.name} ${words}` };
}

export interface NearMeasure extends Measure {
  readonly words: string;
  readonly basis: (typeof metricBases)[number];
}

const followingCharacters = 110;

interface Named {
  readonly measure: Measure;
  readonly at: number;
  readonly words: string;
}

function namedBefore(before: string): Named | null {
  let best: Named | null = null;
  for (const [pattern, measure] of measures)
    for (const match of before.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (best === null || end > best.at + best.words.length)
        best = { measure: qualified(measure, before.slice(end)), at: match.index, words: match[0] };
    }
  return best;
}

/** What may stand between a figure and its measure: "of revenue", "in total net sales", "GAAP diluted earnings per share". */
const leading = /^\s*(?:(?:of|in)\s+)?(?:(?:total|adjusted|gaap|non-gaap|fully|consolidated)\s+)*$/i;
/** A measure that has a figure or words of its own behind it is the next one's name. */
const ownFigure = /^\s*(?:of|between|to be|is|are|will|in the range|from|at|for which)\b|^\s*[:($€£\d]/i;
/** "Per share" alone says what a figure is counted in: dividends are, too. */
const isBareUnit = /^per\b/i;

function namedBehind(after: string): Named | null {
  for (const [pattern, measure] of measures)
    for (const match of after.matchAll(pattern)) {
      const rest = after.slice(match.index + match[0].length);
      if (leading.test(after.slice(0, match.index)) && !isBareUnit.test(match[0]) && !ownFigure.test(rest))
        return { measure: qualified(measure, rest), at: match.index, words: match[0] };
    }
  return null;
}

/** "$2.00 to $2.40 diluted earnings per share excluding …": what is left out behind a figure, before the next one. */
const excludesBehind = /^(?:[^,;.$€£\d]|,(?=\s*(?:but )?exclud)){0,80}\b(?:excluding|exclusive of)\b/i;

/** The measure named right behind the range, else the one named last before it, else "per diluted share" behind it. */
export function nearestMeasure(text: string, from: number, to: number): NearMeasure | null {
  const after = text.slice(to, to + followingCharacters);
  const before = text.slice(0, from);
  const behind = namedBehind(after);
  let best = behind ?? namedBefore(before);
  if (best === null) return null;
  const isPerShare = /^[\s,]*per (?:\w+ ){0,3}(?:share|ads)\b/i.test(after);
  if (best.measure.isPerShare !== isPerShare && isPerShare) best = { ...best, measure: { name: 'EPS', isPerShare: true } };
  const namesBasis = behind === null ? before : `${before} ${after.slice(0, behind.at)}`;
  const isAdjusted =
    best.measure.name === 'EBITDA' || lastBasis(namesBasis) === 'adjusted' || (best.measure.isPerShare && excludesBehind.test(after));
  // Behind the figure only its own phrase: "and net loss of …" is of the next one.
  const phrase = after.split(/[,;]|\band\b/, 1)[0]!;
  const own = behind === null ? before.slice(Math.max(0, best.at - 12)) : '';
  return { ...best.measure, words: `${own} ${phrase}`, basis: isAdjusted ? 'non-GAAP' : 'GAAP' };
}

/** The basis named last before the range; none means as reported. */
function lastBasis(before: string): 'adjusted' | 'reported' {
  const marks = [...before.matchAll(/\b(?:(non-?gaap|adjusted|core|excluding|ex-\w+|before exceptional)|(?<!non-?)gaap)\b/gi)];
  return marks[marks.length - 1]?.[1] === undefined ? 'reported' : 'adjusted';
}

/** What a figure is said to include or to leave out, up to where the sentence goes on: "including $0.24 related to the charges of the second quarter". */
const aside =
  /\b(?:including|inclusive of|excluding|exclusive of)\b(?:[^,;.:]|\.\d){0,160}?(?=[,;:]|\.(?!\d)|\b(?:to be|between|in the range)\b|$)/gi;
const namesMeasure = (words: string): boolean =>
  measures.some(([pattern]) => words.search(pattern) >= 0 && !/^per\b/i.test(words.match(pattern)?.[0] ?? ''));

/** Without its asides, each place kept: a period named there is that of a part. */
export const withoutAsides = (text: string): string => text.replace(aside, (words) => (namesMeasure(words) ? words : ' '.repeat(words.length)));

const partBefore = /\b(?:including|includes?|inclusive of)\b([^,;:$€£]{0,80})$|\b(?:excluding|excludes?)\s+(?:(?:about|approximately|an?|the)\s+)*$/i;
const goesOn = /\b(?:to be|is|are|will|guidance|outlook|range|expect\w*|between)\b/i;

/** A figure behind "including" is a part of the one that is guided, unless a measure of its own is named there. */
export function isPart(before: string): boolean {
  const found = partBefore.exec(before);
  if (found === null) return false;
  const words = found[1] ?? '';
  return !namesMeasure(words) && !goesOn.test(words);
}
