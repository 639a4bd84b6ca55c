/** Determines what each column of a block contains (period, currency, basis) and which one is current, from the words in and around it. */
import { currencyIn } from '../terms/currency.ts';
import type { Block } from './grid.ts';
import { datesIn, durationsIn, monthsIn, readPeriod, restOf, yearsIn, type Period } from '../terms/period.ts';
import { remember } from '../terms/memoise.ts';

export type ColumnKind = 'amount' | 'percent' | 'change' | 'other';
export type ColumnBasis = 'adjusted' | 'reported' | 'pro forma' | null;

export interface TypedColumn {
  readonly index: number;
  readonly kind: ColumnKind;
  readonly period: Period;
  readonly currency: string | null;
  readonly isPerShare: boolean;
  readonly basis: ColumnBasis;
  /** Words of the heading that are neither period nor unit: a segment, an adjustment. */
  readonly rest: string;
}

/** The words around a block: headings, and the lines before the table. */
export interface Surroundings {
  /** Nearest first: titles inside the table, then the lines above it. */
  readonly lines: readonly string[];
}

const changeWords =
  /%|\bchg\b|\bchanges?\b|variance|increase|decrease|growth|\bvs\.?\b|versus|\bfav\b|better|worse|improvement|\bpct\b|percent|\bbps\b|\byoy\b|\bqoq\b|\by\/y\b|\bq\/q\b|\bdifference\b|\bmargin\b/i;

export function typeColumns(block: Block, around: Surroundings): TypedColumn[] {
  const outer = contextPeriod(block, around);
  // When some headings name a duration, a heading without one stays unknown: a line above cannot apply to it alone.
  const someNamed = block.columns.some(({ heading }) => durationsIn(heading).length > 0);
  const context = someNamed ? { ...outer, months: null } : outer;
  return block.columns.map(({ heading }, index) => {
    const { own, speaksOfChange, isPerShare, rest } = readHeading(heading);
    const figures = block.rows.flatMap((row) => (row.figures[index] ? [row.figures[index]] : []));
    const percents = figures.filter((figure) => figure.isPercent).length;
    const kind: ColumnKind = percents > 0 && percents * 2 >= figures.length ? 'percent' : speaksOfChange ? 'change' : 'amount';
    // "As adjusted" without an "as reported" column means restated, not adjusted.
    const isRestated = /as adjusted/i.test(heading) && !block.columns.some((other) => /reported|\bgaap\b/i.test(other.heading));
    const basis = isRestated ? null : basisOf(heading);
    return {
      index,
      kind,
      period: completed(own, context, heading),
      currency: currencyIn(heading),
      isPerShare,
      basis,
      rest,
    };
  });
}

interface Heading {
  readonly own: Period;
  readonly speaksOfChange: boolean;
  readonly isPerShare: boolean;
  readonly rest: string;
}

const unitWords =
  /\(?(?:as )?adjusted\)?|\bexcl(?:uding|\.)? adj(?:ustment)?['’]?s?\b|non-?gaap|pro[\s-]?forma|\bcore\b|per\s+(?:(?:common|diluted|ordinary|basic)+\s*)?share|\beps\b|\bdiluted\b|rmb|us\$|hk\$/gi;

/** Returns what a heading states by itself; cached, because a release's tables repeat headings. */
const readHeading = remember((heading: string): Heading => ({
  own: readPeriod(heading),
  speaksOfChange: changeWords.test(heading),
  isPerShare: /per\s+(?:\w+\s+){0,3}(?:share|ads|unit)\b|\beps\b/i.test(heading) && !/except/i.test(heading),
  rest: restOf(heading.replace(unitWords, ' ')),
}));

function basisOf(heading: string): ColumnBasis {
  if (/pro[\s-]?forma/i.test(heading)) return 'pro forma';
  if (/non-?gaap|adjusted(?!\s+for)|\bcore\b|underlying|before (?:special|exceptional)|\bexcl/i.test(heading)) return 'adjusted';
  if (/\bgaap\b|reported|\bifrs\b/i.test(heading)) return 'reported';
  return null;
}

interface Context {
  readonly months: number | null;
  readonly month: number | null;
  readonly day: number | null;
  readonly year: number | null;
}

/** Returns the nearest duration and the nearest day of the lines around; a line with two durations decides nothing. */
function contextPeriod(block: Block, around: Surroundings): Context {
  let months: number | null = null;
  let day: { month: number; day: number | null; year: number | null } | null = null;
  for (const line of [...block.titles].reverse().concat(around.lines)) {
    if (line.length > 400) break;
    const durations = durationsIn(line);
    if (months === null && durations.length > 0) {
      if (durations.length > 1) break;
      months = monthsIn(line);
    }
    const dates = datesIn(line);
    if (day === null && dates.length > 0) {
      const ends = [...new Set(dates.map((date) => date.month))];
      const first = dates[0];
      const years = yearsIn(line);
      if (ends.length === 1 && first !== undefined)
        day = { month: first.month, day: first.day, year: years.length === 1 ? (years[0] ?? null) : null };
    }
    if (months !== null && day !== null) break;
  }
  return { months, month: day?.month ?? null, day: day?.day ?? null, year: day?.year ?? null };
}

function completed(own: Period, context: Context, heading: string): Period {
  const isSilent = own.months === null && durationsIn(heading).length === 0;
  const hasOwnMonth = own.month !== null;
  return {
    months: own.months ?? (isSilent ? context.months : null),
    year: own.year ?? (hasOwnMonth || own.quarter !== null ? null : context.year),
    month: own.month ?? (own.quarter === null ? context.month : null),
    day: own.day ?? (hasOwnMonth ? null : context.day),
    quarter: own.quarter,
  };
}

export interface ColumnRoles {
  readonly current: number;
  readonly currency: string | null;
  readonly priorYear: number | null;
  readonly priorQuarter: number | null;
  readonly period: Period & { readonly months: number; readonly year: number };
}

/** Orders the ends of periods; comparable only when both have a month, or both a quarter, or neither does. */
const endOf = (period: Period): number | null =>
  period.year === null ? null : period.year * 12 + (period.month ?? (period.quarter === null ? 0 : period.quarter * 3)) - 1;

const isSameGrain = (a: Period, b: Period): boolean => (a.month === null) === (b.month === null) && (a.quarter === null) === (b.quarter === null);

/** Columns that a metric is read from: plain amounts as reported, adjusted amounts, or a per-share column next to the amounts. */
export type ReadColumn = 'reported' | 'adjusted' | 'per share reported' | 'per share adjusted';

function fits(column: TypedColumn, reading: ReadColumn): boolean {
  if (column.kind !== 'amount' || column.basis === 'pro forma') return false;
  if (column.isPerShare !== reading.startsWith('per share')) return false;
  return reading.endsWith('adjusted') ? true : column.basis !== 'adjusted';
}

/** Returns the columns of the whole company: those without a segment or adjustment in the heading, or all when they share one. */
function wholeColumns(columns: readonly TypedColumn[]): readonly TypedColumn[] {
  const plain = columns.filter((column) => column.rest === '');
  if (plain.length > 0) return plain;
  return new Set(columns.map((column) => column.rest)).size === 1 ? columns : [];
}

/**
 * Returns the columns in the currency of the accounts: the one with more columns, at a tie the first, because a convenience translation
 * follows its original. Translations are into dollars, so a tie with dollars first decides nothing.
 */
function ownCurrency(columns: readonly TypedColumn[]): readonly TypedColumn[] {
  const counts = new Map<string, number>();
  for (const { currency } of columns) if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  if (counts.size < 2) return columns;
  const most = Math.max(...counts.values());
  const [own, tied] = [...counts].filter(([, count]) => count === most).map(([code]) => code);
  if (own === 'USD' && tied !== undefined) return [];
  return columns.filter((column) => column.currency === own);
}

/**
 * Assigns roles among columns of one duration and currency: the newest is current, one a year older is last year's, one three months older
 * last quarter's. Null when the headings do not prove it: two columns with the same claim, no duration, no year.
 */
export function assignRoles(columns: readonly TypedColumn[], months: number, reading: ReadColumn): ColumnRoles | null {
  const suitable = columns.filter((column) => fits(column, reading) && column.period.months === months);
  // A column of that duration without a printed year may be the newest.
  if (suitable.some((column) => column.period.year === null)) return null;
  const based =
    reading.endsWith('adjusted') && suitable.some((column) => column.basis === 'adjusted')
      ? suitable.filter((column) => column.basis === 'adjusted')
      : suitable;
  const usable = ownCurrency(wholeColumns(based));
  const first = usable[0];
  if (first === undefined || !usable.every((column) => isSameGrain(column.period, first.period))) return null;
  const ends = usable.map((column) => ({ column, end: endOf(column.period) as number }));
  const newest = Math.max(...ends.map(({ end }) => end));
  const slack = first.period.month === null ? 0 : 1;
  const at = (back: number): number | null => {
    const found = ends.filter(({ end }) => end !== newest && Math.abs(end - (newest - back)) <= slack);
    return found.length === 1 ? (found[0]?.column.index ?? null) : null;
  };
  const current = ends.filter(({ end }) => end === newest);
  const column = current[0]?.column;
  if (current.length !== 1 || column === undefined) return null;
  return {
    current: column.index,
    currency: column.currency,
    priorYear: at(12),
    priorQuarter: months === 3 && (first.period.month !== null || first.period.quarter !== null) ? at(3) : null,
    period: column.period as ColumnRoles['period'],
  };
}
