import { describe, expect, test } from 'vitest';
import { lines, quarterHead, read, release, said, table, titled } from '#test/support/release.ts';

const heading = lines('Example Corp', 'Condensed Consolidated Statements of Operations', '(in thousands, except per share data)');

describe('proof', () => {
  const html = (netIncome: string, eps: string, sentence: string): string =>
    release(
      titled(sentence),
      heading,
      table(
        ...quarterHead,
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

describe('figures that stand in a table alone', () => {
  const words = 'Example Corp today reported its financial results for the first quarter of 2020 and declared a dividend of $0.15 per share.';
  const alone = (rows: readonly (readonly string[])[], sentence = words, scale = '(in millions, except per share amounts)'): string =>
    release(
      lines('Example Corp announces first-quarter 2020 results', sentence, scale),
      table(['', 'Three months ended March 31, 2020', 'Three months ended March 31, 2019'], ...rows),
    );
  const rows = [
    ['Net sales', '$47,185', '$46,196'],
    ['Net income (loss)', '(1,214)', '892'],
    ['Diluted earnings (loss) per share', '$(0.30)', '$0.22'],
  ];

  test('are read by its headings: duration, year and scale are stated', () => {
    const outcome = read(alone(rows));
    expect(said(outcome, 'revenue')).toEqual({ value: '$47,185', numeric: 47_185e6, unit: 'USD', prior: '$46,196' });
    expect(said(outcome, 'net_income')).toMatchObject({ numeric: -1_214e6, prior: '892' });
    expect(said(outcome, 'eps_diluted')).toMatchObject({ numeric: -0.3, prior: '$0.22' });
    expect(outcome).toMatchObject({ analysis: { verdict: 'mixed', verdict_reason: expect.stringContaining('loss') as unknown } });
  });

  test('are not believed beside words that print other results', () => {
    expect(read(alone(rows, 'Net sales were $51.2 billion in the first quarter of 2020.'))).toMatchObject({ kind: 'refused' });
  });

  test('are not believed without a scale', () => {
    expect(said(read(alone(rows, words, 'Unaudited')), 'revenue')).toBeNull();
  });

  test('are not believed where the two years imply another number of shares', () => {
    const [sales, income] = rows as [string[], string[]];
    expect(read(alone([sales, income, ['Diluted earnings (loss) per share', '$(0.03)', '$0.22']]))).toMatchObject({ kind: 'refused' });
  });
});
