import { expect, test } from 'vitest';
import { earningsDates } from '#ops/lab/upstream/earnings-dates.ts';

interface Row {
  readonly ticker: string;
  readonly report_date: string;
  readonly status: string;
}

const asked = (tickers: readonly string[], instant: string): readonly Row[] => {
  const { body } = earningsDates(new URLSearchParams({ tickers: tickers.join(',') }), Date.parse(instant));
  return (JSON.parse((body as Buffer).toString('utf8')) as { dates: Row[] }).dates;
};
const tickers = Array.from({ length: 100 }, (_, index) => `CO${index}`);

test('the next reports of a company stay where they are from day to day; an estimate becomes confirmed, never the other way', () => {
  const [before, after] = [asked(tickers, '2026-03-10T12:00:00Z'), asked(tickers, '2026-03-11T12:00:00Z')];
  const statusOf = (rows: readonly Row[]) => new Map(rows.map(({ ticker, report_date, status }) => [`${ticker} ${report_date}`, status]));
  const [was, is] = [statusOf(before), statusOf(after)];
  const shared = [...was.keys()].filter((key) => is.has(key));
  expect(shared.length).toBeGreaterThan(was.size * 0.9);
  expect(shared.filter((key) => was.get(key) === 'confirmed' && is.get(key) !== 'confirmed')).toEqual([]);
  expect(shared.some((key) => was.get(key) === 'estimated')).toBe(true);
});

test('more tickers than a request may name are refused', () => {
  const query = new URLSearchParams({ tickers: [...tickers, 'ONE'].join(',') });
  expect(earningsDates(query, Date.parse('2026-03-10T12:00:00Z')).status).toBe(400);
});
