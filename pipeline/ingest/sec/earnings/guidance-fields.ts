/** Converts the guidance of a release to its served form: its words by measure, and its relation to the guidance before. */
import type { Guidance, PriorGuidance } from '#schemas/earnings.ts';
import { comparedWithGuidance } from './prose/earlier-guidance.ts';
import type { ParsedGuidance } from './prose/guidance.ts';
import { areAlike, type GuidedRange } from './prose/guided-ranges.ts';
import type { Sentence } from './prose/sentences.ts';

interface GuidedText {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const percent = String.raw`(?:between )?\d{1,2}(?:\.\d{1,2})?\s?(?:%|percent)?(?:\s?(?:to|-|–|—|(?<=\b(?:between|range)\b.{0,40})and)\s?\d{1,2}(?:\.\d{1,2})?)?\s?(?:%|percent)(?:,? (?:plus or minus|\+\/-|±) \d{1,3}(?:\.\d)? (?:basis points|%|percent))?`;
const percentOf = (words: string): RegExp => new RegExp(`\\b(?:${words})\\b(?:[^.;%]|(?<=\\b(?:ca|approx))\\.){0,80}?(${percent})`, 'i');
const rates = {
  gross_margin: percentOf('gross margins?'),
  tax_rate: percentOf('(?:effective )?(?:income )?tax rate'),
} as const;
/** Margins without a field of their own; they are listed under their name. */
const otherMargins = [
  ['EBIT margin', percentOf('(?<!adjusted )ebit margins?')],
  ['Operating margin', percentOf('(?<!adjusted |non-gaap )operating margins?')],
] as const;
const looksAhead =
  /\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|guidance|outlook|forecasts?|target(?:s|ed|ing)?|project(?:s|ed|ing)|will be|estimated?)\b/i;

/** Returns the first rate in a forward-looking sentence. `points` look ahead because of the heading of their list. */
function rateIn(sentences: readonly Sentence[], points: ReadonlySet<Sentence>, pattern: RegExp): GuidedText | null {
  for (const sentence of sentences) {
    const { text, start } = sentence;
    const match = points.has(sentence) || looksAhead.test(text) ? pattern.exec(text) : null;
    if (match === null) continue;
    const value = match[1]!.trim();
    const at = start + match.index + match[0].lastIndexOf(match[1]!);
    return { value, start: at, end: at + value.length };
  }
  return null;
}

const named = { Revenue: 'revenue', EPS: 'eps', 'EPS per ADS': 'eps', 'Operating expenses': 'operating_expenses' } as const;
const evidenceMax = 12;

/**
 * Returns whether an item adds nothing to another of its name: it repeats it, as a title repeats a sentence in fewer words, or contradicts
 * it, because its words name a part in a way that is not read ("SaRonix revenues").
 */
const addsNothing = (item: GuidedRange, other: GuidedRange): boolean =>
  areAlike(item, other) &&
  (item.low === other.low && item.high === other.high
    ? item.period === null || other.period?.startsWith(item.period) === true
    : item.period === other.period && (item.high < other.low || item.low > other.high));

/** Matches a name that itself states what is excluded. */
const saysAdjusted = /EBITDA|\badjusted|non-gaap|\s(?:ex[-\s]|excluding|net of|less|before)/i;

type Field = (typeof named)[keyof typeof named];
const fieldOf = ({ metric }: GuidedRange): Field | undefined => named[metric as keyof typeof named];

/** Returns the guided period with the most fields, the first of equal ones. */
function fullestPeriod(items: readonly GuidedRange[]): string | null {
  const counts = new Map<string | null, Set<Field>>();
  for (const item of items) {
    const fields = counts.get(item.period) ?? new Set();
    const field = fieldOf(item);
    counts.set(item.period, field === undefined ? fields : fields.add(field));
  }
  return [...counts].toSorted(([, a], [, b]) => b.size - a.size)[0]?.[0] ?? null;
}

/**
 * Orders the items of one measure: the whole before a part, an amount before a change, as reported before adjusted. A change of a part is
 * not a change of the whole.
 */
const rankOf = ({ part, unit, basis }: GuidedRange): number => (part === '' ? 0 : 4) + (unit === 'pct' ? 2 : 0) + (basis === 'non-GAAP' ? 1 : 0);
const rankMax = 5;

const nameOf = ({ metric, part, basis, unit }: GuidedRange): string => {
  const measure = part === '' ? metric : `${capital(part)} ${metric.toLowerCase()}`;
  const growth = unit === 'pct' && (metric === 'Revenue' || metric === 'EPS') ? `${measure} growth` : measure;
  return basis === 'non-GAAP' && !saysAdjusted.test(metric) ? `Adjusted ${growth}` : growth;
};
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns the guidance as served. */
export function guidanceFields(parsed: ParsedGuidance, sentences: readonly Sentence[]): Guidance {
  const period = fullestPeriod(parsed.items);
  const taken = new Map<Field, GuidedRange>();
  // One period gets the fields; another, such as the year beside the quarter, is listed with its name.
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
  const [margin, tax] = [rateIn(speaking, points, rates.gross_margin), rateIn(speaking, points, rates.tax_rate)];
  const margins = otherMargins.flatMap(([name, pattern]) => {
    const rate = rateIn(speaking, points, pattern);
    return rate === null ? [] : [{ ...rate, name }];
  });
  const places = [...taken.values(), ...others].map(({ evidence }) => evidence);
  const ofRates = [margin, tax, ...margins].flatMap((rate) => (rate === null ? [] : [{ start: rate.start, end: rate.end }]));
  return {
    period: period ?? '',
    revenue: taken.get('revenue')?.value ?? null,
    gross_margin: margin?.value ?? null,
    operating_expenses: taken.get('operating_expenses')?.value ?? null,
    tax_rate: tax?.value ?? null,
    eps: taken.get('eps')?.value ?? null,
    other: [
      ...others.map((item) => `${nameOf(item)}${item.period === null ? '' : ` (${item.period})`}: ${item.value}`),
      ...margins.map(({ name, value }) => `${name}: ${value}`),
    ],
    state: parsed.state,
    evidence: [parsed.evidence, ...places, ...ofRates].slice(0, evidenceMax),
  };
}

const verdictOf = (words: string): PriorGuidance['verdict'] =>
  /above|exceed|better|ahead|beat|surpass|topp/i.test(words) ? 'above' : /below|short/i.test(words) ? 'below' : 'in line';

/**
 * Returns earlier guidance next to the result, only for a measure of the read whose sentence prints the range and agrees with the figures.
 * `actualOf`: the figure as printed and in whole units; null when it is not read.
 */
export function priorGuidance(
  sentences: readonly Sentence[],
  rangesIn: (sentence: Sentence) => readonly GuidedRange[],
  actualOf: (metric: string, basis: GuidedRange['basis']) => { readonly printed: string; readonly amount: number } | null,
): PriorGuidance[] {
  const byMetric = new Map<string, PriorGuidance>();
  for (const sentence of sentences) {
    const words = comparedWithGuidance.exec(sentence.text)?.[1];
    if (words === undefined) continue;
    for (const { metric, basis, value, low, high } of rangesIn(sentence)) {
      const actual = actualOf(metric, basis);
      if (actual === null || byMetric.has(metric)) continue;
      const came = actual.amount > high ? 'above' : actual.amount < low ? 'below' : 'in line';
      if (came === verdictOf(words)) byMetric.set(metric, { metric, prior_guidance: value, actual: actual.printed, verdict: came });
    }
  }
  return [...byMetric.values()];
}
