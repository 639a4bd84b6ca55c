import { expect, test } from 'vitest';
import { createKnownUsage } from '#api/quota/known-usage.ts';

test('an outage of any length leaves at most eight debts, which have every call', () => {
  const usage = createKnownUsage(() => Date.UTC(2026, 10, 27, 9));
  const share = { limits: { perMinute: 10, perDay: 50 }, processes: 1 };
  for (let second = 0; second < 100; second += 1) {
    const { run } = usage.known('one');
    usage.takeShare('one', ['listNews'], { ...share, run });
    usage.takeShare('one', ['listNews', 'getArticle'], { ...share, run: null });
  }
  const sent = usage.known('one');
  expect(sent.debts).toHaveLength(8);
  const runs = sent.debts.map(({ run }) => run);
  expect(runs).toEqual(runs.toSorted((left, right) => left - right));
  const calls = new Map<string, number>();
  for (const debt of sent.debts) for (const [name, count] of debt.calls) calls.set(name, (calls.get(name) ?? 0) + count);
  expect(Object.fromEntries(calls)).toEqual({ listNews: 7, getArticle: 3, refused: 290 });
  usage.counted('one', sent, { granted: 1, minuteUsed: 10, dayUsed: 10, nowSeconds: Date.UTC(2026, 10, 27, 9) / 1_000 });
  expect(usage.known('one').debts).toEqual([]);
});
