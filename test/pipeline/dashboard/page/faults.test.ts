import { expect, test } from 'vitest';
import { faultsOf, silentState, stateOf, type PortAnswers } from '#pipeline/dashboard/page/faults.ts';

const nowMs = Date.parse('2026-02-03T14:00:00Z');
const ready = { ready: true, checks: { nats: 'ok' } };
const source = { source: 'wire', last_success_at: null, failing_since: '2026-02-03T11:55:00Z', failures: 3, error: 'ECONNREFUSED' };
const well: PortAnswers = { ready, status: { sources: [], dead_letters: 0 }, hasMetrics: true, figuresFault: null, stalls: [] };
const faults = (changes: Partial<PortAnswers>): string[] => faultsOf({ ...well, ...changes }, nowMs);

test('nothing is wrong where all is well, nor while a process is not connected yet', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ status: {} })).toEqual([]);
  expect(faults({ status: null })).toEqual([]);
});

test('a failing source is listed once, with its error, although readiness names it too', () => {
  const told = ['source wire has been failing for 2 h 5 min: ECONNREFUSED'];
  for (const name of ['source wire', 'pipeline source wire']) {
    expect(faults({ ready: { ...ready, degraded: { [name]: 'fails since …' } }, status: { sources: [source] } })).toEqual(told);
  }
  expect(faults({ ready: { ...ready, degraded: { 'pipeline source other wire': 'fails' } }, status: { sources: [source] } })).toEqual([
    'pipeline source other wire: fails',
    ...told,
  ]);
});

test('each kind of fault is listed, the gravest first', () => {
  expect(
    faults({
      ready: { ready: false, checks: { nats: 'away', refine: 'ok' }, degraded: { cache: 'waiting' } },
      status: { parts: {}, pipeline: { sources: [{ ...source, error: null }], dead_letters: 2 } },
      hasMetrics: false,
      figuresFault: 'ClickHouse does not answer: timeout',
      stalls: ['refine stands still', 'refine stands still'],
    }),
  ).toEqual([
    'refine stands still',
    'nats: away',
    'cache: waiting',
    'source wire has been failing for 2 h 5 min: unknown reason',
    '2 dead letters; npm run dead -- list shows them',
    'ClickHouse does not answer: timeout',
    'this port returns no metrics',
  ]);
});

test('a supervisor whose pipeline is silent says so', () => {
  expect(faults({ status: { parts: {}, pipeline: null } })).toEqual(['the pipeline does not report its status']);
});

test('the state is bad where the port is not ready, does not say, or is silent', () => {
  expect(stateOf(ready, [])).toEqual({ text: 'ready, no known problems', isBad: false });
  expect(stateOf(ready, ['one'])).toEqual({ text: 'ready, with 1 problem', isBad: false });
  expect(stateOf(ready, ['one', 'two']).text).toBe('ready, with 2 problems');
  expect(stateOf({ ...ready, ready: false }, [])).toEqual({ text: 'NOT READY', isBad: true });
  expect(stateOf(null, [])).toEqual({ text: 'NOT READY', isBad: true });
  expect(silentState(null)).toEqual({ text: 'this port does not answer', isBad: true });
  expect(silentState(12_000).text).toBe('this port has not answered for 12.0 s; the figures below are from then');
});
