import { expect, test } from 'vitest';
import { Counter, Gauge, Registry } from 'prom-client';
import { largestBy, named, readMetrics, sumBy, total } from '#pipeline/dashboard/page/metrics.ts';

const hostile = 'a "quoted\\ name", and=more}';

test('what the library writes is read, with quotes and backslashes in labels', async () => {
  const registry = new Registry();
  new Counter({ name: 'done_total', help: 'Done', labelNames: ['source', 'outcome'], registers: [registry] }).inc(
    { source: hostile, outcome: 'ok' },
    3,
  );
  new Gauge({ name: 'plain', help: 'Without labels', registers: [registry] }).set(1.5e-7);
  new Gauge({ name: 'endless', help: 'Infinite', registers: [registry] }).set(Infinity);
  expect(readMetrics(await registry.metrics())).toEqual([
    { name: 'done_total', labels: { source: hostile, outcome: 'ok' }, value: 3 },
    { name: 'plain', labels: {}, value: 1.5e-7 },
    { name: 'endless', labels: {}, value: Infinity },
  ]);
});

test('comments, empty lines and lines of another form are skipped', () => {
  expect(readMetrics('# HELP a A\n\nnot a metric at all\na 1\n')).toEqual([{ name: 'a', labels: {}, value: 1 }]);
  expect(readMetrics('')).toEqual([]);
});

const metrics = readMetrics(
  [
    'pending{process="one",state="waiting"} 3',
    'pending{process="two",state="waiting"} 5',
    'pending{process="two",state="delivered"} NaN',
    'pending{process="one",state="delivered"} 2',
    'pending_total{state="waiting"} 9',
  ].join('\n'),
);

test('of what several processes tell of one thing the largest counts, NaN never', () => {
  expect([...largestBy(metrics, 'pending', 'state')]).toEqual([
    ['waiting', 5],
    ['delivered', 2],
  ]);
});

test('what each process did is added up, by a label or in all', () => {
  expect([...sumBy(named(metrics, 'pending').slice(0, 2), 'pending', 'state')]).toEqual([['waiting', 8]]);
  expect([...sumBy(metrics, 'pending_total', 'absent')]).toEqual([['', 9]]);
  expect([total(metrics, 'pending_total'), total(metrics, 'nobody')]).toEqual([9, null]);
});
