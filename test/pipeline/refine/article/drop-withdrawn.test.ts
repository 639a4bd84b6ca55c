import { expect, test } from 'vitest';
import { dropWithdrawn } from '#pipeline/refine/article/drop-withdrawn.ts';
import { normalised } from '../fixtures.ts';

test('a notice is dropped, news of something withdrawn is kept', () => {
  expect(dropWithdrawn(normalised('WITHDRAWN: Acme to buy Foo'))).toMatchObject({ kept: false, reason: 'withdrawn' });
  expect(dropWithdrawn(normalised('Acme withdraws its bid for Foo')).kept).toBe(true);
});
