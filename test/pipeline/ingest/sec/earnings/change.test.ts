import { expect, test } from 'vitest';
import { lines, read, release, table } from '#test/support/release.ts';

const intro = lines(
  'Example Corp Reports First Quarter 2026 Results',
  'Consolidated Statements of Operations',
  '(in millions, except per share data)',
);

const changesOf = (...rows: readonly (readonly string[])[]) => {
  const statement = table(
    ['', 'Three Months Ended March 31, 2026', 'Three Months Ended March 31, 2025', '% Change'],
    ['Revenue', '$110.0', '$100.0', '10%'],
    ['Cost of revenue', '60.0', '50.0', '20%'],
    ['Income taxes', '1.0', '1.0', '0%'],
    ...rows,
  );
  const outcome = read(release(intro, statement));
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
  return {
    changes: Object.fromEntries(outcome.analysis.key_metrics.map(({ name, yoy_change, change_basis }) => [name, [yoy_change, change_basis]])),
    reason: outcome.analysis.verdict_reason,
  };
};

test.each([
  ['from a profit to a loss', '(20.0)', '40.0', '(150%)', '(0.20)', '0.40', 'down to a loss'],
  ['from a loss to a profit', '40.0', '(28.6)', '240%', '0.40', '(0.29)', 'up from a loss'],
  ['from a loss to a larger one', '(40.0)', '(20.0)', '100%', '(0.40)', '(0.20)', 'down, a larger loss'],
  ['from zero', '40.0', '0.0', '-', '0.40', '0.00', 'up from nil'],
])('%s is no percentage, printed or computed, and is told in words', (_, now, before, printed, perShare, perShareBefore, words) => {
  const { changes, reason } = changesOf(
    ['Net income (loss)', now, before, printed],
    ['Net income (loss) per share, basic and diluted', perShare, perShareBefore, printed],
  );
  expect(changes).toMatchObject({ Revenue: ['10%', 'printed'], 'Diluted EPS': [null, 'computed'] });
  expect(changes['Net income']?.[0] ?? null).toBeNull();
  expect(reason).toContain(`Diluted EPS ${words}`);
});

test.each([
  ['3,900%', 'printed', '3,900%'],
  ['n/m', 'computed', '+3900.0%'],
])('from a tiny base is right: %s', (printed, basis, change) => {
  const { changes } = changesOf(['Net income', '40.0', '1.0', printed], ['Net income per share, basic and diluted', '0.40', '0.01', printed]);
  expect(changes).toMatchObject({ 'Net income': [change, basis], 'Diluted EPS': [change, basis] });
});

test('a share of the whole, and a fall printed without a sign, are not taken for the change', () => {
  const changeUnder = (head: string, before: string) => {
    const statement = table(
      ['', 'Three Months Ended March 31, 2026', head, 'Three Months Ended March 31, 2025'],
      ['Revenue', '$110.0', '10%', before],
      ['Income taxes', '1.0', '0%', '1.0'],
      ['Net income', '21.0', '0%', '21.0'],
      ['Net income per share, basic and diluted', '0.21', '0%', '0.21'],
    );
    const outcome = read(release(intro, statement));
    const revenue = outcome.kind === 'refused' ? undefined : outcome.metrics.get('revenue');
    return [revenue?.yoy_change, revenue?.change_basis];
  };
  expect(changeUnder('% Change', '$100.0')).toEqual(['10%', 'printed']);
  expect(changeUnder('% of total', '$100.0')).toEqual(['+10.0%', 'computed']);
  expect(changeUnder('% Decrease', '$122.2')).toEqual(['-10.0%', 'computed']);
});
