/** Converts the guidance of a release to its served form: the printed words by measure, and a comparison with the guidance before. */
import type { Guidance, PriorGuidance } from '#schemas/earnings.ts';
import { comparedWithGuidance } from './prose/earlier-guidance.ts';
import type { ParsedGuidance } from './prose/guidance.ts';
import { areAlike, areExpecting, rangesOf, type GuidedRange } from './prose/guided-ranges.ts';
import type { Sentence } from './prose/sentences.ts';

interface GuidedText {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const percent = String.raw`(?:between )?\d{1,2}(?:\.\d{1,2})?\s?(?:%|percent)?(?:\s?(?:to|-|–|—|(?<=\b(?:between|range)\b.{0,40})and)\s?\d{1,2}(?:\.\d{1,2})?)?\s?(?:%|percent)(?:(?: range)?,? (?:plus or minus|\+\/-|±) \d{1,3}(?:\.\d)?\s{1,40}(?:basis points|%|percent))?`;
const percentOf = (words: string): RegExp => new RegExp(`\\b(?:${words})\\b(?:[^.;%]|(?<=\\b(?:ca|approx))\\.){0,80}?(${percent})`, 'gi');
const grossMargin = 'Gross margin';
const taxRate = 'Tax rate';
/** Patterns of rates. Gross margin and tax rate have fields of their own; the others are listed under these names. */
const ratePatterns = [
  [grossMargin, percentOf('gross margins?')],
  [taxRate, percentOf('(?:effective )?(?:income )?tax rate')],
  ['EBIT margin', percentOf('(?<!adjusted )ebit margins?')],
  ['Operating margin', percentOf('(?<!adjusted |non-gaap )operating margins?')],
] as const;
const expectedAfter = /^\s(?:is|are) (?:now |currently )?(?:expected|anticipated|projected|forecast|assumed)\b/i;
const cameOut = /\b(?:was|were|came in)\b/i;

/** Returns the first rate that the words around it expect. `points`: list items, which look ahead because their heading does. */
function rateIn(sentences: readonly Sentence[], points: ReadonlySet<Sentence>, pattern: RegExp): GuidedText | null {
  for (const sentence of sentences)
    for (const { 0: whole, 1: rate = '', index } of sentence.text.matchAll(pattern)) {
      const at = index + whole.lastIndexOf(rate);
      const isExpected = areExpecting(sentence.text.slice(0, at)) || expectedAfter.test(sentence.text.slice(at + rate.length));
      if (!points.has(sentence) && (!isExpected || cameOut.test(whole))) continue;
      const [words, start] = [rate.trim(), sentence.start + at];
      return { value: words.replace(/\s+/g, ' '), start, end: start + words.length };
    }
  return null;
}

const named = { Revenue: 'revenue', EPS: 'eps', 'EPS per ADS': 'eps', 'Operating expenses': 'operating_expenses' } as const;
const evidenceMax = 12;

/**
 * Returns whether an item is redundant beside another of its name: it repeats the other, in fewer words, or contradicts it, since it then
 * is of a part that was not recognised ("SaRonix revenues").
 */
const addsNothing = (item: GuidedRange, other: GuidedRange): boolean =>
  areAlike(item, other) &&
  (item.low === other.low && item.high === other.high
    ? item.period === null || other.period?.startsWith(item.period) === true || areBothQuarters(item.period, other.period)
    : item.period === other.period && (item.high < other.low || item.low > other.high));

/** Returns whether both may be the same quarter: a table names it by its last day, a sentence by its number. */
const areBothQuarters = (one: string, other: string | null): boolean => /^Q\d/.test(other ?? '') && one.startsWith('quarter to ');

const saysAdjusted = /EBITDA|\badjusted|non-gaap|\s(?:ex[-\s]|excluding|net of|less|before)/i;

type Field = (typeof named)[keyof typeof named];
const fieldOf = ({ metric }: GuidedRange): Field | undefined => named[metric as keyof typeof named];

function fullestPeriod(items: readonly GuidedRange[]): string | null {
  const fieldsIn = (alike: readonly GuidedRange[]): number => new Set(alike.flatMap((item) => fieldOf(item) ?? [])).size;
  const byPeriod = [...Map.groupBy(items, ({ period }) => period)];
  return byPeriod.toSorted(([, a], [, b]) => fieldsIn(b) - fieldsIn(a))[0]?.[0] ?? null;
}

/**
 * Returns the order of items of one measure: the whole before a part, an amount before a change, as reported before adjusted. A change of a
 * part ranks above `rankMax` and cannot represent the whole.
 */
const rankOf = ({ part, unit, basis }: GuidedRange): number => (part === '' ? 0 : 4) + (unit === 'pct' ? 2 : 0) + (basis === 'non-GAAP' ? 1 : 0);
const rankMax = 5;

const nameOf = ({ metric, part, basis, unit }: GuidedRange): string => {
  const measure = part === '' ? metric : `${capital(part)} ${metric.toLowerCase()}`;
  const growth = unit === 'pct' && (metric === 'Revenue' || metric === 'EPS') ? `${measure} growth` : measure;
  return basis === 'non-GAAP' && !saysAdjusted.test(metric) ? `Adjusted ${growth}` : growth;
};
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export interface GuidedRate extends GuidedText {
  readonly name: string;
}

/** Returns the guidance by place in the served form. `period`: that of the figures in `taken`, or null if it is not named. */
export function servedGuidance(parsed: ParsedGuidance, sentences: readonly Sentence[]) {
  const period = fullestPeriod(parsed.items);
  const taken = new Map<Field, GuidedRange>();
  // One period fills the fields; figures of another, such as the year beside the quarter, are listed with its name.
  const ofPeriod = parsed.items.filter((item) => item.period === period && rankOf(item) <= rankMax);
  for (const item of ofPeriod.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const field = fieldOf(item);
    if (field !== undefined && !taken.has(field)) taken.set(field, item);
  }
  const fields = new Set(taken.values());
  const others: GuidedRange[] = [];
  for (const item of parsed.items) if (!fields.has(item) && ![...fields, ...others].some((other) => addsNothing(item, other))) others.push(item);
  const points = new Set(parsed.points);
  const speaking = [...new Set([...sentences, ...points])];
  const rates: GuidedRate[] = ratePatterns.flatMap(([name, pattern]) => {
    const rate = rateIn(speaking, points, pattern);
    return rate === null ? [] : [{ ...rate, name }];
  });
  return { period, taken, others, rates };
}

export function guidanceFields(parsed: ParsedGuidance, sentences: readonly Sentence[]): Guidance {
  const { period, taken, others, rates } = servedGuidance(parsed, sentences);
  const places = [...taken.values(), ...others].map(({ evidence }) => evidence);
  const rateOf = (name: string): string | null => rates.find((rate) => rate.name === name)?.value ?? null;
  return {
    period: period ?? '',
    revenue: taken.get('revenue')?.value ?? null,
    gross_margin: rateOf(grossMargin),
    operating_expenses: taken.get('operating_expenses')?.value ?? null,
    tax_rate: rateOf(taxRate),
    eps: taken.get('eps')?.value ?? null,
    other: [
      ...others.map((item) => `${nameOf(item)}${item.period === null ? '' : ` (${item.period})`}: ${item.value}`),
      ...rates.filter(({ name }) => name !== grossMargin && name !== taxRate).map(({ name, value }) => `${name}: ${value}`),
    ],
    state: parsed.state,
    evidence: [parsed.evidence, ...places, ...rates.map(({ start, end }) => ({ start, end }))].slice(0, evidenceMax),
  };
}

const verdictOf = (words: string): PriorGuidance['verdict'] =>
  /above|exceed|better|ahead|beat|surpass|topp/i.test(words) ? 'above' : /below|short/i.test(words) ? 'below' : 'in line';

/**
 * Returns earlier guidance beside the result. It needs a sentence that prints the range of a measure and a comparison that agrees with the
 * figures. `actualOf`: the reported figure as printed and in whole units; null if it was not read.
 */
export function priorGuidance(
  sentences: readonly Sentence[],
  currency: string,
  actualOf: (metric: string, basis: GuidedRange['basis']) => { readonly printed: string; readonly amount: number } | null,
): PriorGuidance[] {
  const byMetric = new Map<string, PriorGuidance>();
  for (const sentence of sentences) {
    const words = comparedWithGuidance.exec(sentence.text)?.[1];
    if (words === undefined) continue;
    for (const { metric, basis, value, low, high } of rangesOf(sentence, currency)) {
      const actual = actualOf(metric, basis);
      if (actual === null || byMetric.has(metric)) continue;
      const came = actual.amount > high ? 'above' : actual.amount < low ? 'below' : 'in line';
      if (came === verdictOf(words)) byMetric.set(metric, { metric, prior_guidance: value, actual: actual.printed, verdict: came });
    }
  }
  return [...byMetric.values()];
}
