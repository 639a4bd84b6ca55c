/**
 * Reads the figures of a release without tables from its sentences. A sentence must begin with a measure, followed by an amount after words
 * of time and motion only. A measure with two different figures is dropped.
 */
import type { ReducedText } from '../../documents/reduced-text.ts';
import type { MetricRefusal } from '#schemas/earnings.ts';
import { datedLength } from '../../documents/dateline.ts';
import { paragraphsOf } from '../../documents/paragraphs.ts';
import { proseAmounts, type ProseAmount } from '../prose/amounts.ts';
import { readSentences, type Sentence } from '../prose/sentences.ts';
import type { ColumnRoles } from '../tables/columns.ts';
import type { Figure } from '../tables/figure.ts';
import type { Section } from '../tables/sections.ts';
import { datesIn, durationsIn, monthsIn, quarterIn, yearsIn } from '../terms/period.ts';
import { statesSameAmount, type Candidate, type MetricId } from './candidates.ts';
import { checkFigures, type FiguresOutcome } from './read-figures.ts';

const sentencesMax = 80;
const headParagraphs = 20;
const headCharacters = 20_000;

interface Names {
  readonly headline: string;
  readonly company: string;
}

export function readProseFigures(reduced: ReducedText, names: Names): FiguresOutcome {
  const named = statedPeriod(reduced.text);
  if (named === null) return { kind: 'refused', reason: 'no_period' };
  const { period } = named;
  const amounts = proseAmounts(reduced);
  const stated = ofPeriod(readSentences(reduced.text).slice(0, sentencesMax), period.months).flatMap((sentence) =>
    candidatesIn(
      sentence,
      amounts.filter(({ start, end }) => start >= sentence.start && end <= sentence.end),
      { ...named, ...names },
    ),
  );
  const metrics = new Map<MetricId, Candidate>();
  const dropped = new Map<MetricId, MetricRefusal>();
  for (const candidate of stated) {
    const other = metrics.get(candidate.metric);
    if (other !== undefined && !statesSameAmount(other, candidate)) dropped.set(candidate.metric, 'two_answers');
    else if (other === undefined || (other.priorYear === null && candidate.priorYear !== null)) metrics.set(candidate.metric, candidate);
  }
  for (const metric of dropped.keys()) metrics.delete(metric);
  return checkFigures({ period, endsYear: false, metrics, dropped, sections: [] }, reduced.text);
}

type Period = ColumnRoles['period'];

const ended = /\b(?:ended|ending|to)\s+(?:on\s+)?([^.;\n]{4,24}(?:19|20)\d\d)/gi;

interface StatedPeriod {
  readonly period: Period;
  /** The quarter as the issuer counts it; null for longer periods, and if no word counts it. */
  readonly quarter: number | null;
}

/** Returns the period that the first lines name, with its last day if they print it; null if there is none. */
function statedPeriod(text: string): StatedPeriod | null {
  const named = paragraphsOf(text.slice(0, headCharacters))
    .slice(0, headParagraphs)
    .map(({ words }) => words.slice(datedLength(words)));
  const months = named.map(monthsIn).find((length) => length !== null) ?? null;
  if (months === null) return null;
  const alike = named.filter((words) => monthsIn(words) === months);
  const quarter = months === 3 ? (alike.map(quarterIn).find((number) => number !== null) ?? null) : null;
  const ends = alike.flatMap((words) => [...words.matchAll(ended)]).flatMap(([, date = '']) => datesIn(date));
  const end = ends.find(({ year, day }) => year !== null && day !== null);
  if (end !== undefined) return { period: { months, year: end.year!, month: end.month, day: end.day, quarter: null }, quarter };
  const year = alike.flatMap(yearsIn)[0];
  return year === undefined || (months === 3 && quarter === null) ? null : { period: { months, year, month: null, day: null, quarter }, quarter };
}

/** Matches words of a year that is compared with; they name no period of their own. */
const compared =
  /\b(?:(?:a|one|the|this|last|prior|previous|same)[\s-]+)?(?<!\b(?:full|fiscal|for the)[\s-])years?\b(?!\s+end)(?:[\s-](?:over|on|to|ago|earlier|before)\b[\w-]*)?/gi;
const looksAhead =
  /\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|outlook|guidance|forecasts?|targets?|estimate[sd]?|will|should|preliminary|to be (?:between|in the range))\b/i;

/** Returns the sentences about the period: those that name it, and those after them that name none. */
function ofPeriod(sentences: readonly Sentence[], months: number): Sentence[] {
  let isOther = false;
  return sentences.filter(({ text }) => {
    const durations = durationsIn(text.replace(compared, ' '));
    if (durations.length > 0) isOther = durations.some((duration) => duration !== months);
    return !isOther && !looksAhead.test(text);
  });
}

const lead = String.raw`^(?:(?:for|in|during)\b[^;:$€£%]{0,80}?,\s+)?(?:(?:we|it|(?:the\s+)?(?:company|group)|([A-Z][\w&.-]+))\s+(?:today\s+)?(?:reported|recorded|posted|generated|achieved|delivered|announced|had|earned|incurred)\s+)?(?:(?:an?|the|our|its|total|group|consolidated|company|gaap|net|overall|quarterly|record|reported|unaudited)\s+)*`;
const measures: readonly (readonly [MetricId, RegExp])[] = (
  [
    ['revenue', String.raw`(?:revenues?|sales|turnover)\b`],
    ['operating_income', String.raw`(?:operating (?:income|profit|loss)|(?:income|loss) from operations)\b`],
    [
      'net_income',
      String.raw`(?:net (?:income|loss|earnings|profit)|(?:profit|loss) (?:after tax|for the (?:period|quarter|half|year)))\b(?! per\b)`,
    ],
    [
      'eps_diluted',
      String.raw`(?:(?:basic and )?diluted (?:net )?(?:earnings|income|loss|eps)(?: per (?:common |ordinary )?share)?|(?:earnings|income|loss) per (?:common )?diluted (?:common )?share)\b`,
    ],
  ] as const
).map(([metric, words]) => [metric, new RegExp(`${lead}${words}`, 'i')]);
/** Matches words that may stand between a measure and its amount. */
const filler =
  /^(?:[\s,–—-]|\b(?:(?:attributable|available) to (?!non|minority)(?:[\p{L}&.’'-]+\s+){1,5}?(?=\b(?:for|in|of|was|were|is|rose|fell|increased|decreased|declined|improved|narrowed|widened))|for|in|of|the|its|our|an?|first|second|third|fourth|quarters?|half|months?|three|six|nine|twelve|full|fiscal|year|20\d\d|ended|ending|to|on|at|by|from|up|down|was|were|is|are|totall?ed|came|amounted|reached|stood|increased|decreased|rose|grew|fell|declined|dropped|improved|narrowed|widened|reduced|significantly|sharply|slightly|record|over|january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2})\b|(?<![\d.,])\d{1,4}(?:\.\d{1,2})?\s?(?:%|percent\b))*\(?$/iu;
const isRange = /^\s*(?:to|and|[-–—])\s*[$€£¥(]?\s?\d/i;
const yearAgo = /\byear[\s-](?:ago|earlier|before|(?:over|on)[\s-]year)|\b(?:last|previous|prior)[\s-]year|\b(?:same|corresponding|comparable)\b/i;
const quarterAgo = /\b(?:previous|prior|preceding|last|sequential)\w*[\s-]quarter/i;
const namesTime = /\b(?:quarter|year|same|period|months?|20\d\d|q[1-4])\b/i;
const otherBasis = /\bpro[\s-]?forma\b|\badjusted\b|\bnon-gaap\b|\bexclud/i;

type Context = StatedPeriod & Names;
const isNamed = (name: string, { headline, company }: Names): boolean =>
  headline.includes(name) || company.toLowerCase().includes(name.toLowerCase());

function candidatesIn(sentence: Sentence, amounts: readonly ProseAmount[], context: Context): Candidate[] {
  const { text, start } = sentence;
  const between = (from: number, to: number): string => text.slice(from - start, to - start);
  for (const [metric, pattern] of measures) {
    const match = pattern.exec(text);
    // A name before the measure that is not the company's is another company's or a part's.
    if (match === null || (match[1] !== undefined && !isNamed(match[1], context))) continue;
    const named = start + match[0].length;
    const first = amounts.find((amount) => amount.start >= named);
    if (first === undefined || !isOfKind(first, metric) || !filler.test(between(named, first.start))) continue;
    if (!isOfPeriod(between(start, first.start), context) || /\bADS/.test(text) || isRange.test(between(first.end, sentence.end))) return [];
    // "Narrowed from $7.8 million in 2025 to $4.9 million" prints the earlier figure first.
    const second = amounts.find((amount) => amount.start > first.start && /\bto\s+$/i.test(between(first.end, amount.start)));
    const isMove = /\bfrom\s+$/i.test(between(start, first.start));
    const current = isMove ? second : first;
    if (current === undefined) return [];
    const isLoss = /\bloss\b/i.test(match[0]);
    const make = (id: MetricId, amount: ProseAmount): Candidate => {
      const alike = amounts.filter((other) => other !== amount && isOfKind(other, id) && other.currency === amount.currency);
      const bases = isMove ? [first] : alike.filter((other) => other.isBase && other.start > amount.end);
      const ofYear = bases.filter((base, at) => {
        const [wordsBefore, wordsAfter] = [
          between((bases[at - 1] ?? amount).end, base.start),
          between(base.end, bases[at + 1]?.start ?? sentence.end),
        ];
        return !otherBasis.test(`${wordsBefore} ${wordsAfter}`) && isYearAgo(namesTime.test(wordsAfter) ? wordsAfter : wordsBefore, context);
      });
      const before = ofYear.length === 1 && ofYear[0]!.scale === amount.scale ? ofYear[0]! : null;
      const priorYear = before && earlierFigure(sentence, before, { since: current.end, isLoss });
      return candidateOf(id, amount, { period: context.period, figure: figureOf(sentence, amount, isLoss), priorYear });
    };
    const perShare = metric === 'net_income' ? amounts.find(({ start: at, isPerShare }) => isPerShare && at >= current.end) : undefined;
    const isDiluted =
      perShare !== undefined && joins.test(between(current.end, perShare.start)) && saysDiluted.test(between(perShare.end, sentence.end));
    return [make(metric, current), ...(isDiluted ? [make('eps_diluted', perShare)] : [])];
  }
  return [];
}

const joins = /^\)?,?\s*(?:\(|or|and)\s*\(?$/i;
const saysDiluted = /^\)?\s*(?:per|a)\s+(?:[\w-]+\s+){0,3}(?:diluted\b|share\s*\(diluted\))/i;

const isOfKind = ({ isPerShare, scale, lastDigit: unit }: ProseAmount, metric: MetricId): boolean =>
  metric === 'eps_diluted' ? scale === null && unit <= 0.01 : !isPerShare;

/** Returns whether the words name no other quarter, and no year but that of the period or of its fiscal year. */
function isOfPeriod(words: string, { period, quarter }: StatedPeriod): boolean {
  const other = quarterIn(words);
  return (
    (other === null || quarter === null || other === quarter) && yearsIn(words).every((year) => year === period.year || year === period.year + 1)
  );
}

function isYearAgo(words: string, { period, quarter }: StatedPeriod): boolean {
  const other = quarterIn(words);
  if (quarterAgo.test(words) || (other !== null && quarter !== null && other !== quarter)) return false;
  const isOtherDay = datesIn(words).some(({ month, day }) => day !== null && period.month !== null && Math.abs(month - period.month) > 1);
  return !isOtherDay && (yearAgo.test(words) || words.includes(String(period.year - 1)));
}

const result = /\b(?:loss|income|earnings|profit)\b/gi;
const wordBefore = (words: string): RegExp => new RegExp(String.raw`\b(?:net )?(?:${words})(?: per (?:\w+ ){0,3}share)?(?: (?:of|was))? $`, 'i');
const lossBefore = wordBefore('loss');
const incomeBefore = wordBefore('income|earnings|profit');

/**
 * Returns the figure of the year before; null if it is a loss, or a profit before a loss, without its word beside it. `since`: the offset
 * after which the sentence is about the year before.
 */
function earlierFigure(sentence: Sentence, amount: ProseAmount, { since, isLoss }: { since: number; isLoss: boolean }): Figure | null {
  const textBefore = sentence.text.slice(0, amount.start - sentence.start);
  const named = textBefore
    .slice(since - sentence.start)
    .match(result)
    ?.at(-1);
  const isNegative = named === undefined ? isLoss : /loss/i.test(named);
  const figure = figureOf(sentence, amount, isNegative);
  if ((!isNegative && !isLoss) || figure.printed.includes('(')) return figure;
  const word = (isNegative ? lossBefore : incomeBefore).exec(textBefore);
  if (word === null) return null;
  return { ...figure, start: sentence.start + word.index, printed: textBefore.slice(word.index) + figure.printed };
}

function figureOf({ text, start }: Sentence, amount: ProseAmount, isLoss: boolean): Figure {
  const digits = /\d[\d,]*(?:\.\d+)?|\.\d+/.exec(amount.printed)![0].replaceAll(',', '');
  // The brackets of a loss belong to the figure whether they enclose the currency or not: "($0.03)", "$(0.03)".
  const from = amount.start - Number(amount.printed.endsWith(')') && !amount.printed.includes('(') && text[amount.start - start - 1] === '(');
  const to = amount.end + Number(amount.printed.includes('(') && !amount.printed.endsWith(')') && text[amount.end - start] === ')');
  return {
    printed: text.slice(from - start, to - start),
    start: from,
    end: to,
    value: `${isLoss ? '-' : ''}${digits.startsWith('.') ? '0' : ''}${digits}`,
    decimals: digits.split('.')[1]?.length ?? 0,
    isPercent: false,
    currency: '',
  };
}

const noSection: Section = {
  kind: 'summary',
  block: { table: { rows: [], start: 0, end: 0, isPlain: false }, titles: [], headings: [], rows: [] },
  columns: [],
  lines: [],
};

const candidateOf = (
  metric: MetricId,
  { scale, currency }: ProseAmount,
  { period, figure, priorYear }: Pick<Candidate, 'figure' | 'priorYear'> & { readonly period: Period },
): Candidate => ({
  metric,
  figure,
  priorYear,
  priorQuarter: null,
  scale: scale ?? 'ones',
  currency,
  section: noSection,
  roles: { current: 0, currency, priorYear: null, priorQuarter: null, period },
  rank: 0,
});
