/**
 * Answers `/earnings-dates?tickers=A,B` like a data vendor. Dates are estimated until five weeks ahead and then confirmed; some are never
 * confirmed. Real companies have no dates.
 */
import { businessDaysBefore, easternTime } from './eastern.ts';
import { realListings } from './generate/real-listings.ts';
import { hashOf } from './random.ts';
import { json, type Reply } from './reply.ts';

const dayMs = 86_400_000;
const quarterDays = 91;
const confirmedDaysAhead = 35;
const tickersMost = 100;
/** One ticker in `unknownShare` is unknown to the vendor; the dates of one in `neverConfirmedShare` are never confirmed. */
const unknownShare = 12;
const neverConfirmedShare = 6;

interface EarningsDate {
  readonly ticker: string;
  readonly report_date: string;
  readonly status: 'confirmed' | 'estimated';
}

let realTickers: ReadonlySet<string> | null = null;
const isReal = (ticker: string): boolean => (realTickers ??= new Set(realListings().map((row) => row.ticker))).has(ticker);

/** Returns the next two report dates. They stay the same from day to day until the report, except that an estimate becomes confirmed. */
function datesOf(ticker: string, today: string): readonly EarningsDate[] {
  const hash = hashOf(ticker);
  if (hash % unknownShare === 0 || isReal(ticker)) return [];
  const todayAt = Date.parse(`${today}T12:00:00Z`);
  const dayNumber = Math.floor(todayAt / dayMs);
  const firstAhead = (((hash >>> 8) - dayNumber) % quarterDays) + quarterDays;
  return [firstAhead % quarterDays, (firstAhead % quarterDays) + quarterDays].flatMap((daysAhead) => {
    const report_date = businessDaysBefore(new Date(todayAt + daysAhead * dayMs).toISOString().slice(0, 10), 0);
    if (report_date < today) return [];
    const isConfirmed = daysAhead <= confirmedDaysAhead && (hash >>> 4) % neverConfirmedShare !== 0;
    return [{ ticker, report_date, status: isConfirmed ? 'confirmed' : 'estimated' } as const];
  });
}

/** Returns the dates of the tickers in the query, or 400 for more than `tickersMost`. */
export function earningsDates(query: URLSearchParams, now: number): Reply {
  const tickers = [...new Set((query.get('tickers') ?? '').toUpperCase().split(','))].filter((ticker) => /^[A-Z0-9.-]{1,15}$/.test(ticker));
  if (tickers.length > tickersMost) return json({ error: `tickers: ${tickers.length} given, at most ${tickersMost} allowed` }, 400);
  const { date } = easternTime(now);
  return json({ dates: tickers.flatMap((ticker) => datesOf(ticker, date)) });
}
