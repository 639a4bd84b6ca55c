/** Determines what each column of a block contains (period, currency, basis), and which column is the current one. */
import { currencyIn } from '../terms/currency.ts';
import type { Block } from './grid.ts';
import { datesIn, durationsIn, isSameDay, monthsIn, readPeriod, restOf, yearsIn, type DateFound, type Period } from '../terms/period.ts';
import { memoise } from '../terms/memoise.ts';

export interface TypedColumn {
  readonly index: number;
  readonly kind: 'amount' | 'percent' | 'change';
  readonly period: Period;
  readonly currency: string | null;
  readonly isPerShare: boolean;
  /** Null for figures as reported. */
  readonly basis: 'adjusted' | 'pro forma' | null;
  /** Words of the heading that name neither period nor unit: a segment, an adjustment. */
  readonly rest: string;
}

const changeWords =
  /%|\bchg\b|\bchanges?\b|variance|increase|decrease|growth|\bvs\.?\b|versus|\bfav\b|better|worse|improvement|\bpct\b|percent|\bbps\b|\byoy\b|\bqoq\b|\by\/y\b|\bq\/q\b|\bdifference\b|\bmargin\b/i;

/** `lines`: the lines above the block, nearest first. `issued`: the day of the dateline, on which no period ends; null if there is none. */
export function typeColumns(block: Block, lines: readonly string[], issued: DateFound | null): TypedColumn[] {
  const outer = contextPeriod(block, lines, issued);
  // If some headings name a duration, it stays unknown for the others: a line above cannot apply to them alone.
  const someNamed = block.headings.some((heading) => durationsIn(heading).length > 0);
  const context = someNamed ? { ...outer, months: null } : outer;
  return block.headings.map((heading, index) => {
    const { own, namesChange, isPerShare, rest } = readHeading(heading);
    const figures = block.rows.flatMap((row) => (row.figures[index] ? [row.figures[index]] : []));
    const percents = figures.filter((figure) => figure.isPercent).length;
    const kind = percents > 0 && percents * 2 >= figures.length ? 'percent' : namesChange ? 'change' : 'amount';
    // Without a column "as reported", "as adjusted" means restated.
    const isRestated = /as adjusted/i.test(heading) && !block.headings.some((other) => /reported|\bgaap\b/i.test(other));
    const basis = isRestated ? null : basisOf(heading);
    return { index, kind, period: completed(own, context, heading), currency: currencyIn(heading), isPerShare, basis, rest };
  });
}

const unitWords =
  /\(?(?:as )?adjusted\)?|\bexcl(?:uding|\.)? adj(?:ustment)?['’]?s?\b|non-?gaap|pro[\s-]?forma|\bcore\b|per\s+(?:(?:common|diluted|ordinary|basic)+\s*)?share|\beps\b|\bdiluted\b|rmb|us\$|hk\$/gi;

/** Reads a heading by itself. It is cached, because the tables of a release repeat headings. */
const readHeading = memoise((heading) => ({
  own: readPeriod(heading),
  namesChange: changeWords.test(heading),
  isPerShare: /per\s+(?:[\p{L}\d]+\s+){0,3}(?:share|ads|unit)\b|\beps\b/iu.test(heading) && !/except/i.test(heading),
  rest: restOf(heading.replace(unitWords, ' ')),
}));

function basisOf(heading: string): TypedColumn['basis'] {
  if (/pro[\s-]?forma/i.test(heading)) return 'pro forma';
  return /non-?gaap|adjusted(?!\s+for)|\bcore\b|underlying|before (?:special|exceptional)|\bexcl/i.test(heading) ? 'adjusted' : null;
}

type Context = Omit<Period, 'quarter'>;

/** Returns the nearest duration and the nearest day in the lines around the block. A line with two durations ends the search. */
function contextPeriod(block: Block, lines: readonly string[], issued: DateFound | null): Context {
  let months: number | null = null;
  let end: Omit<Context, 'months'> = { month: null, day: null, year: null };
  for (const line of [...block.titles].reverse().concat(lines)) {
    if (line.length > lineCharactersMax) break;
    const durations = durationsIn(line);
    if (months === null && durations.length > 0) {
      if (durations.length > 1) break;
      months = monthsIn(line);
    }
    const [first, ...others] = datesIn(line).filter((date) => issued === null || !isSameDay(date, issued));
    const [year = null, ...years] = yearsIn(line);
    if (end.month === null && first !== undefined && others.every(({ month }) => month === first.month))
      end = { month: first.month, day: first.day, year: years.length === 0 ? year : null };
  }
  return { months, ...end };
}
const lineCharactersMax = 400;

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

const endOf = ({ year, month, quarter }: Period): number => year! * 12 + (month ?? (quarter ?? 0) * 3) - 1;

const isSameGrain = (a: Period, b: Period): boolean => (a.month === null) === (b.month === null) && (a.quarter === null) === (b.quarter === null);

/** Kinds of columns that a metric is read from. A per-share column stands beside the amounts. */
export const columnKinds = ['reported', 'adjusted', 'per share reported', 'per share adjusted'] as const;
export type ColumnKind = (typeof columnKinds)[number];

const fits = ({ kind, basis, isPerShare }: TypedColumn, wanted: ColumnKind): boolean =>
  kind === 'amount' &&
  basis !== 'pro forma' &&
  isPerShare === wanted.startsWith('per share') &&
  (basis !== 'adjusted' || wanted.endsWith('adjusted'));

/** Returns the columns of the whole company: those without a segment or adjustment in their heading, or all if they share one. */
function wholeColumns(columns: readonly TypedColumn[]): readonly TypedColumn[] {
  const plain = columns.filter((column) => column.rest === '');
  if (plain.length > 0) return plain;
  return new Set(columns.map((column) => column.rest)).size === 1 ? columns : [];
}

/**
 * Returns the columns in the currency of the accounts: the one with the most columns, else the first, because a convenience translation
 * follows its original. Translations are into dollars, so a tie with dollars first leaves it open.
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
 * Returns the roles of the columns of one duration and currency: the newest is the current one, the one a year older is last year's, the one
 * three months older last quarter's. Null unless the headings prove it.
 */
export function assignRoles(columns: readonly TypedColumn[], months: number, wanted: ColumnKind): ColumnRoles | null {
  const suitable = columns.filter((column) => fits(column, wanted) && column.period.months === months);
  // A column without a printed year may be the newest.
  if (suitable.some((column) => column.period.year === null)) return null;
  const adjusted = suitable.filter(({ basis }) => basis === 'adjusted');
  const usable = ownCurrency(wholeColumns(adjusted.length > 0 ? adjusted : suitable));
  const first = usable[0];
  if (first === undefined || !usable.every((column) => isSameGrain(column.period, first.period))) return null;
  const ends = usable.map((column) => ({ column, end: endOf(column.period) }));
  const newest = Math.max(...ends.map(({ end }) => end));
  const slack = first.period.month === null ? 0 : 1;
  const at = (back: number): TypedColumn | null => {
    const matching = ends.filter(({ end }) => (back === 0 || end === newest ? end === newest - back : Math.abs(end - (newest - back)) <= slack));
    return matching.length === 1 ? matching[0]!.column : null;
  };
  const current = at(0);
  if (current === null) return null;
  return {
    current: current.index,
    currency: current.currency,
    priorYear: at(12)?.index ?? null,
    priorQuarter: months === 3 && (first.period.month !== null || first.period.quarter !== null) ? (at(3)?.index ?? null) : null,
    period: current.period as ColumnRoles['period'],
  };
}
