import { expect, test } from 'vitest';
import { createKnownUsage, type KnownUse } from '#api/quota/known-usage.ts';

const startMs = Date.UTC(2026, 10, 27, 9);
const conditions = { limits: { perMinute: 10, perDay: 50 }, processes: 1, run: null };

const callsIn = ({ debts }: Pick<KnownUse, 'debts'>): Readonly<Record<string, number>> => {
  const calls = new Map<string, number>();
  for (const debt of debts) for (const [name, count] of debt.calls) calls.set(name, (calls.get(name) ?? 0) + count);
  return Object.fromEntries(calls);
};

test('an outage of any length leaves at most eight debts, which have every call', () => {
  const usage = createKnownUsage(() => startMs);
  for (let second = 0; second < 100; second += 1) {
    const { run } = usage.nextRun('one');
    usage.grantLocally('one', ['listNews'], { ...conditions, run });
    usage.grantLocally('one', ['listNews', 'getArticle'], conditions);
  }
  const sent = usage.nextRun('one');
  expect(sent.debts).toHaveLength(8);
  const runs = sent.debts.map(({ run }) => run);
  expect(runs).toEqual(runs.toSorted((left, right) => left - right));
  expect(callsIn(sent)).toEqual({ listNews: 7, getArticle: 3, refused: 290 });
  usage.counted('one', sent, { granted: 1, minuteUsed: 10, dayUsed: 10, nowSeconds: startMs / 1_000 });
  expect(usage.nextRun('one').debts).toEqual([]);
});

test('a run that fails after a later one was sent is owed until a run has carried its calls', () => {
  const usage = createKnownUsage(() => startMs);
  const [failed, answered] = [usage.nextRun('one'), usage.nextRun('one')];
  usage.grantLocally('one', ['listNews'], { ...conditions, run: failed.run });
  usage.counted('one', answered, { granted: 1, minuteUsed: 0, dayUsed: 0, nowSeconds: startMs / 1_000 });
  expect(callsIn(usage.nextRun('one'))).toEqual({ listNews: 1 });
});

test('calls keep their day, in however many days the counters do not answer', () => {
  let nowMs = startMs;
  const usage = createKnownUsage(() => nowMs);
  for (let call = 0; call < 60; call += 1) {
    usage.grantLocally('one', ['listNews'], { ...conditions, run: usage.nextRun('one').run });
    nowMs += 7_200_000;
  }
  const byDay = Map.groupBy(usage.nextRun('one').debts, ({ day }) => day);
  const first = Math.floor(startMs / 86_400_000);
  const counts = [...byDay].map(([day, debts]) => [day - first, callsIn({ debts })['listNews']]);
  expect(counts).toEqual([8, 12, 12, 12, 12, 4].map((count, day) => [day, count]));
});
