import { describe, expect, test } from 'vitest';
import { resolveTitle } from '#pipeline/ingest/sec/form4/officer-title.ts';

describe('officer title', () => {
  test.each([
    ['Chief Financial Officer', 'anything', 'Chief Financial Officer'],
    [
      'See remarks below',
      'Title: Executive Vice President, Chief Legal Officer. Exhibit List: Exhibit 24 - Power of Attorney.',
      'Executive Vice President, Chief Legal Officer',
    ],
    ['(See Remarks)', 'Exhibit 24 - Power of Attorney. Officer title: SVP, Chief People Officer.', 'SVP, Chief People Officer'],
    ['EVP, CFO (see remarks)', '', 'EVP, CFO'],
    ['SEE REMARKS', 'Exhibit 24', 'SEE REMARKS'],
    ['', 'President', ''],
  ])('%j with remarks %j is %j', (filed, remarks, expected) => {
    expect(resolveTitle(filed, remarks, true)).toBe(expected);
  });

  test('remarks of a form with several owners are given to none', () => {
    expect(resolveTitle('See Remarks', 'President', false)).toBe('See Remarks');
  });
});
