/** `/earnings-dates?tickers=A,B`: when companies report, as a data vendor answers: confirmed about five weeks ahead, estimated before, some never confirmed, and none of a real company. */
import { businessDaysBefore, easternTime } from './eastern.ts';
import { realListings } from './generate/real-listings.ts';
import { hashOf } from './random.ts';
import { json, type Reply } from './reply.ts';

const dayMs = 86_400_000;
const quarterDays = 91;
const confirmedDaysAhead = 35;
const tickersMost = 100;
/** One in so many the vendor does not follow, and one in so many does not announce its dates. */
const unknownShare = 12;
const neverConfirmedShare = 6;

interface EarningsDate {
  readonly ticker: string;
  readonly report_date: string;
  readonly status: 'confirmed' | 'estimated';
}

let realTickers: ReadonlySet<string> | null = null;
const isReal = (ticker: string): boolean => (realTickers ??= new Set(realListings().map((row) => row.ticker))).has(ticker);

/** The next two reports: the same answer on every day between two of them, but that an estimate becomes a fact. */
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

/** 400 for more tickers than a request may name. */
export function earningsDates(query: URLSearchParams, now: number): Reply {
  const tickers = [...new Set((query.get('tickers') ?? '').toUpperCase().split(','))].filter((ticker) => /^[A-Z0-9.-]{1,15}$/.test(ticker));
  if (tickers.length > tickersMost) return json({ error: `at most ${tickersMost} tickers` }, 400);
  const { date } = easternTime(now);
  return json({ dates: tickers.flatMap((ticker) => datesOf(ticker, date)) });
}
