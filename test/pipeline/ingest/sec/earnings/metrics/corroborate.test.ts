import { describe, expect, test } from 'vitest';
import { lines, read, release, said, table } from '#test/support/release.ts';

const heading = lines('Example Corp', 'Condensed Consolidated Statements of Operations', '(in thousands, except per share data)');

describe('proof', () => {
  const group = { text: 'Three Months Ended March 31,', span: 2 };
  const html = (netIncome: string, eps: string, sentence: string): string =>
    release(
      lines('Example Corp Reports First Quarter 2020 Results', sentence),
      heading,
      table(
        ['', group],
        ['', '2020', '2019'],
        ['Net sales', '245,365', '202,548'],
        ['Cost of sales', '1', '1'],
        ['Income taxes', '1', '1'],
        ['Net income', netIncome, '8,851'],
        ['Diluted earnings per share', eps, '0.34'],
        ['Diluted weighted average shares outstanding', '26,000', '26,000'],
      ),
    );

  test('by the share count is enough without a sentence', () => {
    expect(said(read(html('10,643', '0.41', 'A good quarter.')), 'net_income')).toMatchObject({ numeric: 10_643_000 });
  });

  test('that fails on the share count drops both figures', () => {
    const outcome = read(html('10,643', '0.91', 'Sales were $245.4 million.'));
    expect(said(outcome, 'net_income')).toBeNull();
    expect(said(outcome, 'eps_diluted')).toBeNull();
    expect(said(outcome, 'revenue')).not.toBeNull();
  });

  test('a profit with a loss per share refuses the read', () => {
    const plain = html('10,643', '(0.41)', 'Net income was $10.6 million, or $0.41 per share.').replace(/<tr><td>Diluted weighted.*?<\/tr>/, '');
    expect(read(plain)).toEqual({ kind: 'refused', reason: 'contradiction' });
  });

  test('net income that nothing bears out is left out', () => {
    const plain = html('10,643', '0.41', 'Sales were $245.4 million.').replace(/<tr><td>Diluted weighted.*?<\/tr>/, '');
    const outcome = read(plain);
    expect(outcome.kind === 'published' && outcome.dropped.get('net_income')).toBe('unproven');
  });
});
