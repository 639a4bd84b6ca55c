/** Figures of a release without tables, from its sentences. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import { fullValue, lastDigit } from '#pipeline/ingest/sec/earnings/metrics/candidates.ts';
import { readProseFigures } from '#pipeline/ingest/sec/earnings/metrics/prose-figures.ts';
import { documentsDir } from '#test/support/data.ts';
import { lines, release } from '#test/support/release.ts';

type Row = [printed: string, value: number, prior: string | null];
function figuresIn(...sentences: readonly string[]): Record<string, Row> | string {
  const outcome = readProseFigures(reduceDocument(release(lines(...sentences))), { headline: sentences[0]!, company: '' });
  if (outcome.kind === 'refused') return outcome.reason;
  const row = ({ figure, priorYear }: { figure: { printed: string; value: string }; priorYear: { printed: string } | null }): Row => [
    figure.printed,
    Number(figure.value),
    priorYear?.printed ?? null,
  ];
  return Object.fromEntries([...outcome.figures.metrics].map(([metric, candidate]) => [metric, row(candidate)]));
}

const title = 'Example Reports Third Quarter 2026 Results';

describe('a letter to shareholders', () => {
  test('gives its figures with those of the year before', () =>
    expect(
      figuresIn(
        'Q3 2026 Shareholder Letter',
        'Revenue grew 12% year over year to $1.24 billion.',
        'Net income was $85.0 million, or $0.42 per diluted share, compared with $110.2 million, or $0.55 per diluted share, in the third quarter of 2025.',
      ),
    ).toEqual({
      revenue: ['$1.24 billion', 1.24, null],
      net_income: ['$85.0 million', 85, '$110.2 million'],
      eps_diluted: ['$0.42', 0.42, '$0.55'],
    }));

  test('is of the period that a headline in capitals names before a dash', () => {
    const headline = 'EXAMPLE CORP. REPORTS THIRD QUARTER EARNINGS -- Net Income Up 12% in 2026';
    expect(figuresIn(headline, 'Net income was $9 million.')).toEqual({ net_income: ['$9 million', 9, null] });
  });

  test('gives a loss its sign, and one of the year before its word or brackets', () =>
    expect(
      figuresIn(
        title,
        'Example reported a net loss of $1.2 million, or ($0.03) per diluted share, compared to a net loss of $2.2 million, or ($0.05) per diluted share, in the same quarter last year.',
      ),
    ).toEqual({ net_income: ['$1.2 million', -1.2, 'net loss of $2.2 million'], eps_diluted: ['($0.03)', -0.03, '($0.05)'] }));

  test.each<[string, string, Row | undefined]>([
    [
      'a turn',
      'Net loss was $20.5 million, compared to net income of $12.1 million a year ago.',
      ['$20.5 million', -20.5, 'net income of $12.1 million'],
    ],
    ['a turn without a word', 'Net loss was $20.5 million, compared to net income a year ago of $12.1 million.', ['$20.5 million', -20.5, null]],
    ['the earlier figure first', 'Net loss narrowed from $7.8 million in 2025 to $4.9 million.', ['$4.9 million', -4.9, null]],
    [
      'two comparisons',
      'Net income was $9 million, compared with $8 million in the preceding quarter and $7 million a year ago.',
      ['$9 million', 9, '$7 million'],
    ],
    ['another scale', 'Net income was $1.1 billion, compared with $980 million a year ago.', ['$1.1 billion', 1.1, null]],
    ['another basis', 'Net income was $9 million, compared with adjusted net income of $8 million a year ago.', ['$9 million', 9, null]],
    ['adjusted', 'Adjusted net income was $9 million.', undefined],
    ['a part', 'Net income of the Lamps segment was $9 million.', undefined],
    ['a forecast', 'Net income of $9 million is expected.', undefined],
    ['a range', 'Net income was $9 million to $10 million.', undefined],
    ['another quarter', 'Net income in the second quarter of 2026 was $9 million.', undefined],
    ['a longer period', 'Net income for the nine months was $9 million.', undefined],
    ['two answers', 'Net income was $9.0 million. Net income was $8.0 million.', undefined],
  ])('tells nothing else: %s', (_, sentence, row) => {
    const figures = figuresIn(title, 'Revenue was $50 million.', sentence);
    expect(figures).toMatchObject({ revenue: ['$50 million', 50, null] });
    expect((figures as Record<string, Row>)['net_income']).toEqual(row);
  });
});

test('an interim statement gives figures beside those of the year before in brackets', () =>
  expect(
    figuresIn(
      'Acme profits fall',
      'Acme today issues its statement for the three months to 30 September 2026.',
      'Group revenue was £412m, 4% lower than last year (2025: £429m). Operating profit fell to £31m (2025: £48m), after a charge of £9m for a plant.',
    ),
  ).toEqual({ revenue: ['£412m', 412, '£429m'], operating_income: ['£31m', 31, '£48m'] }));

test('the day of issue is not of the period', () => {
  const html = release(
    lines(
      'Jan. 28, 2026 - Acme today reported results for the fourth quarter of 2025.',
      'Revenue was $50 million, compared with $40 million a year ago.',
    ),
  );
  const outcome = readProseFigures(reduceDocument(html), { headline: '', company: 'Acme' });
  expect(outcome).toMatchObject({ kind: 'read', figures: { period: { year: 2025, quarter: 4 } } });
});

test('without a period, or without an amount, there is none', () => {
  expect(figuresIn('Acme Reports Results', 'Revenue was $50 million.')).toBe('no_period');
  expect(figuresIn(title, 'Revenue grew by more than 20%.')).toBe('no_headline_metric');
});

interface Expected {
  /** The documents of test/fixtures have neither a period nor figures of the year before, in numbers. */
  readonly fiscal_period?: string;
  readonly metrics: Readonly<Record<string, { readonly numeric: number; readonly prior_year_numeric?: number | null }>>;
}

test.each(['8k', '6k'])('no sentence of a release with known figures tells another one: %s', (folder) => {
  const dir = documentsDir(folder);
  const expected = JSON.parse(readFileSync(`${dir}/earnings_expected.json`, 'utf8')) as Record<string, Expected>;
  const wrong: string[] = [];
  for (const [file, { fiscal_period: known, metrics }] of Object.entries(expected)) {
    const { documents } = splitSubmission(gunzipSync(readFileSync(`${dir}/${file}`)));
    const document = documents.find(({ type, source }) => type.startsWith('EX-99') && source !== null) ?? documents[0];
    const outcome = readProseFigures(reduceDocument(document?.source ?? ''), { headline: '', company: '' });
    // One title tells the year, and the known figures are those of the quarter.
    if (outcome.kind === 'refused' || (known ?? 'Q').startsWith('Q') !== (outcome.figures.period.months === 3)) continue;
    for (const [metric, candidate] of outcome.figures.metrics) {
      const figure = metrics[metric];
      const isClose = (value: number | null | undefined, own: number): boolean =>
        typeof value === 'number' && Math.abs(value - own) <= lastDigit(candidate) * 0.51;
      if (figure === undefined) continue;
      if (!isClose(figure.numeric, fullValue(candidate))) wrong.push(`${file} ${metric} ${candidate.figure.printed}`);
      const before = figure.prior_year_numeric;
      if (candidate.priorYear !== null && before !== undefined && !isClose(before, fullValue(candidate, candidate.priorYear)))
        wrong.push(`${file} ${metric} before ${candidate.priorYear.printed}`);
    }
  }
  expect(wrong).toEqual([]);
});
