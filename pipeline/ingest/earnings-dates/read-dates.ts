/**
 * Parses the answer of a source of earnings dates to `GET {base}/earnings-dates?tickers=A,B`: `{"dates": [{"ticker": "A", "report_date":
 * "2026-01-29", "status": "confirmed" | "estimated"}, …]}`, in any order. An implausible row is counted and leaves only its own ticker
 * undecided.
 */
import { z } from 'zod';
import { DateOnly, Ticker } from '#schemas/primitives.ts';
import { parseJson } from '../parse/json.ts';

const Row = z.object({ ticker: Ticker, report_date: DateOnly, status: z.enum(['confirmed', 'estimated']) });
const Answer = z.object({ dates: z.array(z.unknown()).max(10_000) });

/** Maximum days ahead; no company confirms a later date, so such a row is a mistake. */
const daysAheadMax = 400;

export interface ReadDates {
  readonly ok: true;
  readonly confirmed: ReadonlyMap<string, string>;
  /** Tickers of unreadable rows, whose stored dates stay unchanged. */
  readonly inDoubt: ReadonlySet<string>;
  readonly counts: Readonly<Record<RowOutcome, number>>;
}
type RowOutcome = 'confirmed' | 'estimated' | 'passed' | 'not_asked' | 'unreadable';

type DatesResult = ReadDates | { readonly ok: false; readonly detail: string };

const tickerOf = (row: unknown): string | null => {
  const ticker = z.object({ ticker: z.string().max(30) }).safeParse(row).data?.ticker;
  return ticker?.trim().toUpperCase() ?? null;
};

interface DatesDocument {
  readonly body: Buffer;
  readonly requested: ReadonlySet<string>;
  readonly today: string;
}

/** Returns the dates of the tickers `requested`, or why the answer is invalid. Dates before `today` have passed. */
export function readDates({ body, requested, today }: DatesDocument): DatesResult {
  const answer = parseJson(body.toString('utf8'));
  if (!answer.ok) return answer;
  const parsed = Answer.safeParse(answer.value);
  if (!parsed.success) return { ok: false, detail: 'JSON, but not a list of dates' };

  const last = Temporal.PlainDate.from(today).add({ days: daysAheadMax }).toString();
  const confirmed = new Map<string, string>();
  const inDoubt = new Set<string>();
  const counts = { confirmed: 0, estimated: 0, passed: 0, not_asked: 0, unreadable: 0 };
  for (const value of parsed.data.dates) {
    const ticker = tickerOf(value);
    const row = Row.safeParse({ ...(value as object), ticker });
    if (!row.success || row.data.report_date > last) {
      counts.unreadable += 1;
      if (ticker !== null && requested.has(ticker)) inDoubt.add(ticker);
      continue;
    }
    const { report_date, status } = row.data;
    const outcome: RowOutcome = !requested.has(row.data.ticker) ? 'not_asked' : report_date < today ? 'passed' : status;
    counts[outcome] += 1;
    const known = confirmed.get(row.data.ticker);
    if (outcome === 'confirmed' && (known === undefined || report_date < known)) confirmed.set(row.data.ticker, report_date);
  }
  return { ok: true, confirmed, inDoubt, counts };
}
