import { expect, test } from 'vitest';
import type { RawFiling } from '#schemas/raw.ts';
import { lines, release, table } from '#test/support/release.ts';
import { cover, earningsRelease, exhibit, group, main8k, pointer, read, results } from './filing-ground.ts';

test('a release inside the main document is headed by its own headline, not by the cover or the signature', () => {
  const main = main8k(
    'Item 2.02 Results of Operations and Financial Condition',
    'The earnings release is attached hereto as Exhibit 99.1 and incorporated herein by reference.',
    'SIGNATURES',
    'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf.',
  );
  const filing = read({ items: [results], documents: [{ ...main, text: main.text + earningsRelease }] });
  expect(filing.headline).toBe('Example Corp Reports First Quarter Results');
  expect(filing.earnings).toMatchObject({ kind: 'read', analysis: { headline: 'Example Corp Reports First Quarter Results' } });
});

test('a release in prose is read from its sentences, unless the next exhibit has the tables', () => {
  const letter = release(
    lines(
      'Example Corp Reports First Quarter Results',
      'CUPERTINO, Calif., February 1, 2024 — Example Corp today reported results for the quarter ended December 31, 2023.',
      'Revenue was $119.6 million, compared with $117.2 million in the same quarter of 2022. Net loss was $33.9 million.',
    ),
  );
  const documents = [main8k('Item 2.02 Results', pointer), exhibit(letter)];
  const valuesOf = ({ earnings }: RawFiling) =>
    earnings?.kind === 'read'
      ? earnings.analysis.key_metrics.map(({ value, prior_year, numeric, scale }) => [value, prior_year, numeric, scale])
      : earnings;
  expect(valuesOf(read({ items: [results], documents }))).toEqual([
    ['$119.6 million', '$117.2 million', 119.6, 'millions'],
    ['$33.9 million', null, -33.9, 'millions'],
  ]);
  const tables = exhibit(earningsRelease, 'EX-99.2', 'tables.htm');
  expect(valuesOf(read({ items: [results], documents: [...documents, tables] }))).toEqual([
    ['119,575', '117,154', 119_575, 'millions'],
    ['33,916', '29,998', 33_916, 'millions'],
  ]);
});

test('a release without a dateline has its whole headline', () => {
  const text = release(
    lines('FORM 6-K', 'Form 20-F X Form 40-F', 'Acme profits up over 30%, a fifth successive', 'year of growth', 'London, 4 February 2010'),
    lines(
      'This statement sums up the trends of the year to 31 December 2009, as the board of the company sees them.',
      'Profit before tax is up 32% and revenue is up 21%.',
    ),
    table(['', group], ['', '2023', '2022'], ['Revenue', '119', '117'], ['Profit before tax', '33', '29'], ['Net profit', '30', '28']),
  );
  const { headline, form6k } = read({ items: [], form: '6-K', documents: [{ type: '6-K', filename: 'main.htm', text }] });
  expect([form6k, headline]).toEqual(['earnings', 'Acme profits up over 30%, a fifth successive year of growth']);
});

test('a cover that gives figures under its item has no headline, and a footnote under them is none', () => {
  const held = 'On April 25, 2022, Example Corp held a call on its net income of $33.9 million and its revenue of $119.6 million, up 2%.';
  const text = cover(
    'Item 2.02 Results of Operations and Financial Condition',
    held,
    'Excludes the impact of noncontrolling interests',
    'Net income for the quarter ended December 31, 2023 was $33.9 million and revenue was $119.6 million, as the call told.',
  ).replace('</body>', `${table(['', group], ['', '2023', '2022'], ['Net sales', '119', '117'], ['Net income', '33', '29'])}</body>`);
  const { headline, lead } = read({ items: [results], documents: [{ ...main8k(), text }] });
  expect(headline).toBe('');
  expect(lead).toContain(held);
});

test('a sentence that begins a line with "Pro forma" makes a release no pro forma statement', () => {
  const text = [
    'Example Corp Completes Acquisition of Another Corp',
    '',
    'CUPERTINO, Calif., Feb. 1 /PRNewswire/ -- Example Corp (Nasdaq: EXMP) today announced that it has acquired Another Corp.',
    '',
    'The company also gives figures of another kind, which leave out the cost of its merger.',
    'Pro forma net income of the quarter was $167,000, or $0.01 per share, after $201,000 in',
    'the year before.',
    '',
  ].join('\n');
  const { headline } = read({
    items: ['Other Events'],
    documents: [main8k('Item 8.01 Other Events', pointer), exhibit(text, 'EX-99.1', 'release.txt')],
  });
  expect(headline).toBe('Example Corp Completes Acquisition of Another Corp');
});
