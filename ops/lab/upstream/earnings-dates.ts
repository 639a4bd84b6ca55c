/**
 * Answers `/earnings-dates?tickers=A,B` as a data vendor does: dates are confirmed about five weeks ahead and estimated before, some are
 * never confirmed, and real companies have none.
 */
import { businessDaysBefore, easternTime } from './eastern.ts';
import { realListings } from './generate/real-listings.ts';
import { hashOf } from './random.ts';
import { json, type Reply } from './reply.ts';

const dayMs = 86_400_000;
const quarterDays = 91;
const confirmedDaysAhead = 35;
const tickersMost = 100;
/** One ticker in this many is unknown to the vendor; one in `neverConfirmedShare` does not announce its dates. */
const unknownShare = 12;
const neverConfirmedShare = 6;

interface EarningsDate {
  readonly ticker: string;
  readonly report_date: string;
  readonly status: 'confirmed' | 'estimated';
}

let realTickers: ReadonlySet<string> | null = null;
const isReal = (ticker: string): boolean => (realTickers ??= new Set(realListings().map((row) => row.ticker))).has(ticker);

/** Returns the next two reports. The answer stays the same between two reports, except that an estimate becomes confirmed. */
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

/** Answers 400 when the request names too many tickers. */
export function earningsDates(query: URLSearchParams, now: number): Reply {
  const tickers = [...new Set((query.get('tickers') ?? '').toUpperCase().split(','))].filter((ticker) => /^[A-Z0-9.-]{1,15}$/.test(ticker));
  if (tickers.length > tickersMost) return json({ error: `at most ${tickersMost} tickers` }, 400);
  const { date } = easternTime(now);
  return json({ dates: tickers.flatMap((ticker) => datesOf(ticker, date)) });
}
