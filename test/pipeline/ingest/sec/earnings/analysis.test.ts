import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import type { ReadOutcome } from '#pipeline/ingest/sec/earnings/analysis.ts';
import type { MetricId } from '#pipeline/ingest/sec/earnings/metrics/candidates.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { EarningsAnalysis } from '#schemas/earnings.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';
import { lines, quarterHead, read, readReduced, readTable, release, said, table, titled, type SyntheticCell } from '#test/support/release.ts';

const title = titled('Revenue for the quarter was $245.4 million and net income was $10.6 million, or $0.41 per diluted share.');
const heading = lines('Example Corp', 'Condensed Consolidated Statements of Operations', '(in thousands, except per share data)');
const body = (current: readonly [string, string, string, string], ...others: readonly (readonly string[])[]): SyntheticCell[][] => {
  const row = (label: string, index: number): SyntheticCell[] => [label, current[index] ?? '', ...others.map((column) => column[index] ?? '')];
  return [
    row('Net sales', 0),
    ['Cost of sales', ...[current, ...others].map(() => '100')],
    ['Income taxes', ...[current, ...others].map(() => '20')],
    row('Net income', 1),
    ['Earnings per share:'],
    row('Basic', 2),
    row('Diluted', 3),
  ];
};
const now = ['245,365', '10,643', '0.42', '0.41'] as const;
const yearAgo = ['202,548', '8,851', '0.35', '0.34'];
const quarterAgo = ['230,001', '9,002', '0.36', '0.35'];
const nineMonths = ['700,100', '30,100', '1.20', '1.19'] as const;

const expectRight = (outcome: ReadOutcome, prior = true): void => {
  expect(said(outcome, 'revenue')).toEqual({ value: '245,365', numeric: 245_365_000, unit: 'USD', prior: prior ? '202,548' : null });
  expect(said(outcome, 'net_income')).toEqual({ value: '10,643', numeric: 10_643_000, unit: 'USD', prior: prior ? '8,851' : null });
  expect(said(outcome, 'eps_diluted')).toEqual({ value: '0.41', numeric: 0.41, unit: 'USD', prior: prior ? '0.34' : null });
};

describe('the current column', () => {
  test('is the newest by its heading, whichever stands first', () => {
    const group = { text: 'Three Months Ended March 31,', span: 2 };
    expectRight(read(release(title, heading, table(...quarterHead, ...body(now, yearAgo)))));
    const reversed = body(now, yearAgo).map(([label, first, second]) =>
      second === undefined ? [label as SyntheticCell] : ([label, second, first] as SyntheticCell[]),
    );
    expectRight(read(release(title, heading, table(['', group], ['', '2019', '2020'], ...reversed))));
  });

  test('is the quarter where the quarter, the previous quarter and the year-ago quarter stand side by side', () => {
    const outcome = readTable(
      [title, heading],
      ['', { text: 'Three Months Ended', span: 3 }],
      ['', 'March 31, 2020', 'December 31, 2019', 'March 31, 2019'],
      ...body(now, quarterAgo, yearAgo),
    );
    expectRight(outcome);
    expect(outcome.kind === 'published' && outcome.metrics.get('revenue')?.prior_quarter).toBe('230,001');
  });

  test('has no year-ago figure where only the previous quarter is printed', () => {
    expectRight(
      readTable(
        [title, heading],
        ['', { text: 'Three Months Ended', span: 2 }],
        ['', 'March 31, 2020', 'December 31, 2019'],
        ...body(now, quarterAgo),
      ),
      false,
    );
  });

  test('is the quarter, not the nine months that stand before it', () => {
    const groups = [
      { text: 'Nine Months Ended March 31,', span: 1 },
      { text: 'Three Months Ended March 31,', span: 2 },
    ];
    const rows = body(nineMonths, now, yearAgo);
    expectRight(read(release(title, heading, table(['', ...groups], ['', '2020', '2020', '2019'], ...rows))));
  });

  test('is found past columns of percent of revenue and percent change', () => {
    const rows = body(now, yearAgo).map(([label, first, second]) =>
      second === undefined ? [label as SyntheticCell] : ([label, first, '100.0', second, '99.1', '21.1'] as SyntheticCell[]),
    );
    const group = { text: 'Three Months Ended March 31,', span: 5 };
    expectRight(read(release(title, heading, table(['', group], ['', '2020', '% of sales', '2019', '% of sales', '% Change'], ...rows))));
  });

  test('is the consolidated one where each segment has its own', () => {
    const rows = body(now).map(([label, first]) => (first === undefined ? [label as SyntheticCell] : ([label, '1', '2', first] as SyntheticCell[])));
    expectRight(
      read(release(title, heading, lines('Three Months Ended March 31, 2020'), table(['', 'Coatings', 'Energy', 'Consolidated'], ...rows))),
      false,
    );
  });

  test('is refused where no heading says which year it is', () => {
    expect(read(release(title, heading, table(['', 'Current', 'Prior'], ...body(now, yearAgo))))).toEqual({ kind: 'refused', reason: 'no_period' });
  });

  test('that ended long before the filing is not the period reported', () => {
    const html = release(title, heading, table(...quarterHead, ...body(now, yearAgo)));
    expect(read(html, { filedOn: '2020-04-30' }).kind).toBe('published');
    expect(read(html, { filedOn: '2021-04-30' })).toEqual({ kind: 'refused', reason: 'no_period' });
  });
});

describe('scale', () => {
  const html = (statement: string, sentence = title): string =>
    release(sentence, lines('Example Corp', 'Consolidated Statements of Operations', statement), table(...quarterHead, ...body(now, yearAgo)));

  test('is what the table states', () => expectRight(read(html('(US$ in 000s, Except per Share Amounts)'))));

  test('of amounts is not the one of share counts named in an exception', () => {
    const outcome = read(
      html(
        '(In millions, except number of shares which are reflected in thousands and per share amounts)',
        lines('Revenue was $245.4 billion, net income $10.6 billion or $0.41 per diluted share.'),
      ),
    );
    expect(said(outcome, 'revenue')?.numeric).toBe(245_365_000_000);
    expect(said(outcome, 'eps_diluted')?.numeric).toBe(0.41);
  });

  test('unstated drops the amounts and keeps the figure per share', () => {
    const outcome = read(html('(Unaudited)'));
    expect(said(outcome, 'revenue')).toBeNull();
    expect(said(outcome, 'eps_diluted')?.numeric).toBe(0.41);
    expect(outcome.kind === 'published' && outcome.dropped.get('revenue')).toBe('scale_unstated');
  });

  test('unstated over whole dollars is null, and the figure is what is printed', () => {
    const whole = ['245,365,000', '10,643,000', '0.42', '0.41'] as const;
    const outcome = readTable(
      [title, lines('Consolidated Statements of Operations')],
      ...quarterHead,
      ...body(whole, ['202,548,000', '8,851,000', '0.35', '0.34']),
    );
    expect(outcome.kind === 'published' && outcome.metrics.get('revenue')).toMatchObject({ value: '245,365,000', numeric: 245_365_000, scale: null });
  });
});

describe('which figure', () => {
  const statement = (...rows: SyntheticCell[][]): string =>
    table(...quarterHead, ['Total revenues', '245,365', '202,548'], ['Cost of sales', '1', '1'], ['Income taxes', '1', '1'], ...rows);

  test('the headline is the income attributable to the company; the whole keeps its own name', () => {
    const outcome = read(
      release(
        titled('Net loss attributable to Example was $2.4 million, or $0.03 per share.'),
        heading,
        statement(
          ['Net income', '1,794', '316'],
          ['Net income attributable to noncontrolling interests', '4,231', '2,812'],
          ['Net loss attributable to Example Corp', '(2,437)', '(2,496)'],
          ['Loss per share, basic and diluted', '(0.03)', '(0.04)'],
        ),
      ),
    );
    expect(said(outcome, 'net_income')).toMatchObject({ value: '(2,437)', numeric: -2_437_000, prior: '(2,496)' });
    expect(said(outcome, 'net_income_incl_nci')).toMatchObject({ numeric: 1_794_000 });
    expect(said(outcome, 'eps_diluted')).toMatchObject({ value: '(0.03)', numeric: -0.03 });
  });

  test('between net income and the line of common holders the sentences choose; silent, neither is the headline', () => {
    const rows: SyntheticCell[][] = [
      ['Net income', '273', '625'],
      ['Preferred dividends', '5', '5'],
      ['Net income available to common stockholders', '268', '620'],
      ['Diluted earnings per common share', '0.74', '1.71'],
    ];
    const html = (sentence: string): string =>
      release(titled(sentence), lines('Statements of Income', '(in millions, except per share data)'), statement(...rows));
    expect(said(read(html('Net income available to common stockholders was $268 million, or $0.74 per diluted share.')), 'net_income')?.numeric).toBe(
      268_000_000,
    );
    expect(said(read(html('Net income was $273 million; diluted earnings were $0.74 per share.')), 'net_income')?.numeric).toBe(273_000_000);
    expect(said(read(html('Diluted earnings were $0.74 per share.')), 'net_income')).toBeNull();
  });

  test('adjusted figures come from lines that call themselves so, in the per-share column of a mixed row', () => {
    const outcome = readTable(
      [
        title.replace('per diluted share.', 'per diluted share. Adjusted EPS was $0.47.'),
        heading,
        statement(['Net income', '10,643', '8,851'], ['Diluted earnings per share', '0.41', '0.34']),
        lines('Reconciliation of GAAP to non-GAAP measures', '(in thousands, except per share data)', 'Three Months Ended March 31, 2020'),
      ],
      ['', 'Amount', 'Per Diluted Share'],
      ['GAAP net income and diluted earnings per share', '10,643', '0.41'],
      ['Restructuring', '1,726', '0.06'],
      ['Non-GAAP net income and diluted earnings per share', '12,369', '0.47'],
    );
    expect(said(outcome, 'eps_diluted_adjusted')).toMatchObject({ value: '0.47', numeric: 0.47 });
    expect(said(outcome, 'eps_diluted')).toMatchObject({ value: '0.41' });
  });

  test('a bank without a revenue line has none: interest income is not promoted', () => {
    const outcome = readTable(
      [
        lines('Example Bancorp Reports First Quarter 2020 Results', 'Net income was $11.7 million, or $0.26 diluted earnings per share.'),
        lines('Consolidated Statements of Income', '(in thousands)'),
      ],
      ...quarterHead,
      ['Total interest income', '50,000', '45,000'],
      ['Net interest income', '40,925', '34,280'],
      ['Provision for loan losses', '1', '1'],
      ['Total non-interest income', '12,063', '8,712'],
      ['Income taxes', '1', '1'],
      ['Net income', '11,655', '10,816'],
      ['Diluted earnings per share', '0.26', '0.28'],
    );
    expect(said(outcome, 'revenue')).toBeNull();
    expect(said(outcome, 'net_interest_income')).toMatchObject({ numeric: 40_925_000 });
  });

  test('a single line under "Revenue:" is the revenue', () => {
    const outcome = readTable(
      [title, heading],
      ...quarterHead,
      ['Revenue:'],
      ['Services', '245,365', '202,548'],
      ['Operating expenses:'],
      ['Cost of services', '1', '1'],
      ['Income taxes', '1', '1'],
      ['Net income', '10,643', '8,851'],
      ['Diluted earnings per share', '0.41', '0.34'],
    );
    expect(said(outcome, 'revenue')).toMatchObject({ value: '245,365' });
  });

  test("of two currencies the accounts' own is read, not the translation for convenience", () => {
    const outcome = read(
      release(
        lines(
          'Example Ltd Reports Second Quarter 2009 Results',
          'Total revenues were RMB193.3 million. Net income was RMB20.8 million or RMB0.37 per share.',
        ),
        lines('Statements of Operations', '(In thousands, except per share data)', 'For the Three Months Ended'),
        table(
          ['', 'June 30, 2008', 'June 30, 2009', 'June 30, 2009'],
          ['', 'RMB', 'RMB', 'US$'],
          ['Total revenues', '218,745', '193,304', '28,301'],
          ['Cost of services', '1', '1', '1'],
          ['Income tax', '1', '1', '1'],
          ['Net income', '19,310', '20,769', '3,041'],
          ['Diluted earnings per share', '0.34', '0.37', '0.05'],
        ),
      ),
      { form: '6-K' },
    );
    expect(said(outcome, 'revenue')).toEqual({ value: '193,304', numeric: 193_304_000, unit: 'CNY', prior: '218,745' });
    expect(said(outcome, 'eps_diluted')).toEqual({ value: '0.37', numeric: 0.37, unit: 'CNY', prior: '0.34' });
  });
});

describe('releases', () => {
  const folder = documentsDir('8k');
  const source = (name: string): string =>
    findReleases(splitSubmission(gunzipSync(readFileSync(`${folder}/${name}`))).documents).next().value?.document.source ?? '';
  const names =
    dataDir('8k') === null
      ? Object.keys(JSON.parse(readFileSync(`${folder}/earnings_expected.json`, 'utf8')) as object)
      : [
          'ex99/0000008947-20-000044.html.gz',
          'ex99/0000895419-20-000042.html.gz',
          'ex99/0001104659-20-053563.html.gz',
          'ex99/0001193125-20-126089.html.gz',
          'full/0000320193-24-000005.txt.gz',
          'full/0001125282-04-000379.txt.gz',
        ];

  test.each(names)('%s: the read is valid and every number in it stands in the text', (name) => {
    const reduced = reduceDocument(source(name));
    const outcome = readReduced(reduced);
    if (outcome.kind !== 'published') throw new Error(outcome.reason);
    const analysis = EarningsAnalysis.parse(outcome.analysis);
    const printed = ({ value, evidence }: { value: string; evidence: { start: number; end: number } }): void =>
      expect(reduced.text.slice(evidence.start, evidence.end)).toBe(value);
    analysis.key_metrics.forEach(printed);
    analysis.segments.forEach(({ revenue, evidence }) => printed({ value: revenue, evidence }));
    for (const { start, end } of analysis.guidance?.evidence ?? []) expect(end).toBeGreaterThan(start);
    const { drivers, concerns, capital_returns, balance_sheet_cash_flow, what_to_watch } = analysis;
    for (const words of [...drivers, ...concerns, ...capital_returns, ...balance_sheet_cash_flow, ...what_to_watch])
      expect(reduced.text.replace(/\s+/g, ' ')).toContain(words);
  });

  test('a changed digit is followed or dropped, and the old figure is never kept', () => {
    const headline: readonly MetricId[] = ['revenue', 'net_income', 'eps_diluted'];
    for (const name of names) {
      const html = source(name);
      const before = read(html);
      for (const metric of headline) {
        const value = said(before, metric)?.value;
        if (value === undefined) continue;
        const digits = value.replace(/[^\d,.]/g, '');
        const last = digits.length - 1;
        const changed = digits.slice(0, last) + String((Number(digits[last]) + 5) % 10);
        const pattern = new RegExp(`(?<![\\d,.])${digits.replaceAll('.', '\\.')}(?![\\d,]*\\d)`, 'g');
        const after = said(read(html.replace(pattern, changed)), metric);
        expect(after?.value.includes(digits) ?? false, `${name} ${metric} ${digits}`).toBe(false);
      }
    }
  });
});
