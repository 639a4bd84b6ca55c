import { expect, test } from 'vitest';
import { judge } from '#pipeline/ingest/sec/earnings/verdict.ts';

const at = (name: string, current: number, priorYear: number | null) => ({ name, current, priorYear });

test.each([
  ['strong', { revenue: at('Revenue', 110, 100), earnings: at('EPS', 1.2, 1), guidance: null }],
  ['solid', { revenue: at('Revenue', 110, 100), earnings: at('EPS', 1, 1), guidance: 'maintained' }],
  ['solid', { revenue: at('Revenue', 110, 100), earnings: at('EPS', -0.5, -1), guidance: null }],
  ['mixed', { revenue: at('Revenue', 110, 100), earnings: at('EPS', 0.5, 1), guidance: null }],
  ['mixed', { revenue: at('Revenue', 110, 100), earnings: at('EPS', 1.2, 1), guidance: 'withdrawn' }],
  ['weak', { revenue: at('Revenue', 90, 100), earnings: at('EPS', -1, 1), guidance: 'withdrawn' }],
  ['mixed', { revenue: null, earnings: null, guidance: null }],
] as const)('is %s', (verdict, input) => {
  const judged = judge(input);
  expect(judged.verdict).toBe(verdict);
  expect(judged.reason).not.toBe('');
});
