/** Made-up layouts of particular trades and periods, and their readings. */
import { describe, expect, test } from 'vitest';
import { lines, quarterHead, read, readTable, release, table, titled, valuesOf, type SyntheticCell } from '#test/support/release.ts';

const heading = lines('Consolidated Statements of Operations', '(in millions, except per share data)');

describe('a trade of its own', () => {
  test('a landlord: funds from operations are no earnings, per share neither', () => {
    const outcome = read(
      release(
        titled(
          'Net income attributable to common stockholders was $37.2 million, or $0.29 per diluted share. FFO was $98.1 million, or $0.76 per diluted share.',
        ),
        lines('(in thousands, except per share data)'),
        table(
          ...quarterHead,
          ['Total revenues', '206,435', '195,015'],
          ['Income tax expense', '320', '292'],
          ['Net income', '39,000', '35,500'],
          ['Net income attributable to noncontrolling interests', '(1,800)', '(1,500)'],
          ['Net income attributable to common stockholders', '$37,200', '$34,000'],
          ['Net income per share attributable to common stockholders - diluted', '$0.29', '$0.27'],
          ['Weighted average shares - diluted', '128,276', '125,926'],
        ),
        lines('Funds from Operations', '(in thousands, except per share data)'),
        table(
          ...quarterHead,
          ['Net income attributable to common stockholders', '$37,200', '$34,000'],
          ['Real estate depreciation and amortization', '60,900', '58,000'],
          ['FFO', '98,100', '92,000'],
          ['FFO per diluted share', '$0.76', '$0.73'],
          ['Core FFO per diluted share', '$0.78', '$0.74'],
        ),
      ),
    );
    expect(valuesOf(outcome)).toEqual({ revenue: 206_435e3, net_income: 37_200e3, net_income_incl_nci: 39_000e3, eps_diluted: 0.29 });
  });

  test('a lender to companies: net investment income per share is not earnings per share', () => {
    const outcome = readTable(
      [
        titled('Net investment income was $20.1 million, or $0.40 per share. The net decrease in net assets was $100.5 million, or $2.00 per share.'),
        lines('(in thousands, except per share data)'),
      ],
      ...quarterHead,
      ['Total investment income', '40,100', '41,000'],
      ['Total expenses', '20,000', '20,500'],
      ['Net investment income before taxes', '20,100', '20,500'],
      ['Net decrease in net assets resulting from operations', '(100,500)', '18,000'],
      ['Net investment income per share - basic and diluted', '0.40', '0.41'],
      ['(Loss) earnings per share - basic and diluted', '(2.00)', '0.36'],
    );
    expect(valuesOf(outcome)).not.toHaveProperty('revenue');
    expect(valuesOf(outcome)).not.toHaveProperty('net_income');
    expect([undefined, -2]).toContain(valuesOf(outcome)['eps_diluted']);
  });

  test('a grocer counts weeks, and prints percent of sales beside each amount', () => {
    const outcome = readTable(
      [
        lines(
          'Example Corp Reports Third Quarter 2019 Results',
          'Net sales were $303.5 million and net income was $51.8 million, or $1.04 per diluted share.',
        ),
        lines('Consolidated Statements of Income', '(dollars in thousands, except per share amounts)'),
      ],
      ['', { text: '39 Weeks Ended', span: 4 }, { text: '13 Weeks Ended', span: 4 }],
      [
        '',
        { text: 'November 3, 2018', span: 2 },
        { text: 'November 2, 2019', span: 2 },
        { text: 'November 3, 2018', span: 2 },
        { text: 'November 2, 2019', span: 2 },
      ],
      ['', 'Amount', '% of Sales', 'Amount', '% of Sales', 'Amount', '% of Sales', 'Amount', '% of Sales'],
      ['Net sales', '838,490', '100.0%', '878,719', '100.0%', '293,618', '100.0%', '303,457', '100.0%'],
      ['Gross profit', '393,302', '46.9%', '418,884', '47.7%', '140,071', '47.7%', '147,215', '48.5%'],
      ['Income taxes', '38,430', '4.6%', '45,662', '5.2%', '14,328', '4.9%', '16,838', '5.5%'],
      ['Net income', '118,270', '14.1%', '140,338', '16.0%', '44,172', '15.0%', '51,762', '17.1%'],
      ['Diluted earnings per share', '2.35', '', '2.81', '', '0.88', '', '1.04', ''],
    );
    expect(valuesOf(outcome)).toEqual({ revenue: 303_457e3, gross_profit: 147_215e3, net_income: 51_762e3, eps_diluted: 1.04 });
    expect(outcome.kind === 'published' && outcome.metrics.get('revenue')?.prior_year).toBe('293,618');
  });

  test('a group whose owners have a loss beside a profit of the others', () => {
    const outcome = readTable(
      [titled('Net loss for the quarter was EUR 11 million.'), lines('(EUR in millions, except per share data)')],
      ...quarterHead,
      ['Revenues', '2,566', '2,400'],
      ['Operating expenses', '1,900', '1,800'],
      ['Income tax', '152', '140'],
      ['Net income', '275', '260'],
      ['Profit for the period attributable to:'],
      ['Owners of the Company', '(11)', '20'],
      ['Non-controlling interests', '286', '240'],
      ['Other comprehensive income', '5', '5'],
      ['Total comprehensive income', '280', '265'],
      ['Attributable to:'],
      ['Owners of the Company', '(6)', '25'],
      ['Non-controlling interests', '286', '240'],
      ['Loss per share, basic and diluted', '(0.37)', '0.66'],
      ['Weighted average number of shares, diluted (in millions)', '29.7', '30.3'],
    );
    expect(valuesOf(outcome)).toEqual({ revenue: 2_566e6, net_income: -11e6, net_income_incl_nci: 275e6, eps_basic: -0.37, eps_diluted: -0.37 });
  });

  test('a holding with two registrants in one table is read for neither alone', () => {
    const outcome = readTable(
      [titled('The company reported earnings of $868 million.'), heading],
      ['', { text: 'Three Months Ended March 31, 2020', span: 2 }],
      ['', 'Northern Power', 'Southern Gas'],
      ['Operating revenues', '1,351', '1,249'],
      ['Operating expenses', '1,000', '900'],
      ['Income taxes', '80', '70'],
      ['Net income', '271', '279'],
    );
    expect(valuesOf(outcome)).toEqual({});
  });
});

describe('tables as they are printed', () => {
  const statement = (head: readonly (readonly SyntheticCell[])[], row: (label: string, now: string, before: string) => SyntheticCell[]): string =>
    table(
      ...head,
      row('Net sales', '$245,365', '$202,548'),
      row('Cost of sales', '180,000', '150,000'),
      row('Income tax expense (benefit)', '(3,400)', '2,300'),
      row('Net (loss) income', '$(10,643)', '$8,851'),
      row('Diluted (loss) earnings per share', '$(0.41)', '$0.34'),
      row('Weighted average diluted shares', '25,958', '26,032'),
    );
  const words =
    'Net sales were $245.4 million. Net loss was $10.6 million, or $0.41 per diluted share, compared to net income of $8.9 million, or $0.34 per diluted share.';
  const right = { revenue: 245_365e3, net_income: -10_643e3, eps_diluted: -0.41 };
  const inThousands = lines('Consolidated Statements of Operations', '(in thousands, except per share data)');

  test('signs, brackets and spacers in cells of their own', () => {
    const apart = (printed: string): string[] => {
      const [, sign = '', open = '', digits = '', close = ''] = /^(\$?)(\(?)([\d.,]+)(\)?)$/.exec(printed) ?? [];
      return ['', sign, `${open}${digits}`, close];
    };
    const html = release(
      titled(words),
      inThousands,
      statement(
        [
          ['', '', { text: 'Three Months Ended March 31,', span: 7 }],
          ['', '', { text: '2020', span: 3 }, '', { text: '2019', span: 3 }],
        ],
        (label, now, before) => [label, ...apart(now), ...apart(before)],
      ),
    );
    expect(valuesOf(read(html))).toMatchObject(right);
  });

  test('the year before stands first, and no sentence helps', () => {
    const html = release(
      lines('Example Corp Reports First Quarter 2020 Results'),
      inThousands,
      statement(
        [
          ['', { text: 'Three Months Ended March 31,', span: 2 }],
          ['', '2019', '2020'],
        ],
        (label, now, before) => [label, before, now],
      ),
    );
    expect(valuesOf(read(html))).toMatchObject(right);
  });

  test('plain text with labels over several lines, and a twin that names its measure in the row above only', () => {
    const text = `Example Corp Reports First Quarter 2020 Results

${words}

          (in thousands, except per share data)

                                          Three Months Ended
                                               March 31,
                                           2020         2019
                                         ---------    ---------
Net sales                                $ 245,365    $ 202,548
Cost of
 sales                                     180,000      150,000
Income tax expense
 (benefit)                                  (3,400)       2,300
Net Income
 (Loss)                                  $ (10,643)   $   8,851
Net (loss) income per share - Basic      $   (0.42)   $    0.35
                             - Diluted   $   (0.41)   $    0.34
Weighted average shares      - Basic        25,341       25,289
                             - Diluted      25,958       26,032
`;
    expect(valuesOf(read(text))).toMatchObject({ ...right, eps_basic: -0.42 });
  });

  test('columns of the previous quarter and of a change in bare numbers are neither year', () => {
    const outcome = read(
      release(
        titled(words),
        inThousands,
        statement(
          [
            ['', { text: 'Three Months Ended', span: 3 }, 'Change'],
            ['', 'March 31, 2020', 'December 31, 2019', 'March 31, 2019', ''],
          ],
          (label, now, before) => [label, now, '199', before, '42'],
        ),
      ),
    );
    expect(valuesOf(outcome)).toMatchObject(right);
    expect(outcome.kind === 'published' && outcome.metrics.get('revenue')?.prior_year).toBe('$202,548');
  });
});

describe('the day of issue', () => {
  const told = (dateline: string, filedOn: string, heads: readonly string[], ...above: readonly string[]) =>
    read(
      release(
        lines('Example Corp Reports Results', `${dateline} Example Corp today reported results with growth in every region.`),
        lines(...above),
        heading,
        table(
          ['', ...heads],
          ['Revenue', '245.4', '202.5'],
          ['Cost of sales', '180', '150'],
          ['Income taxes', '4', '3'],
          ['Net income', '10.6', '8.9'],
        ),
      ),
      { filedOn },
    );
  const named = (outcome: ReturnType<typeof read>) =>
    outcome.kind === 'published' ? [outcome.analysis.fiscal_period, outcome.analysis.period_end] : outcome.reason;

  test.each([
    ['LONDON, September 25, 2025 --', '2025-09-25', ['H1 2025', 'H1 2024'], [], ['H1 2025', null]],
    ['SYDNEY, Aug. 27 --', '2026-08-26', ['H1 2026', 'H1 2025'], ['August 27, 2026'], ['H1 2026', null]],
    ['AUSTIN, Texas, Feb. 26, 2026 /PRNewswire/ --', '2026-02-26', ['FY 2025', 'FY 2024'], ['February 26, 2026'], ['FY2025', null]],
    ['BOSTON, October 29, 2025 --', '2025-10-30', ['Three Months 2025', 'Three Months 2024'], [], ['2025', null]],
    ['BOSTON, October 29, 2025 --', '2025-10-30', ['2025', '2024'], ['Three Months Ended September 30,'], ['Q3 2025', '2025-09-30']],
  ])('ends no period: %s %s', (dateline, filedOn, heads, above, wanted) => expect(named(told(dateline, filedOn, heads, ...above))).toEqual(wanted));

  test('is near the day of filing; an earlier date may end a period', () => {
    const dated = ['Three Months 2025', 'Three Months 2024'];
    expect(named(told('September 30, 2025:', '2025-10-29', dated, 'September 30, 2025'))).toEqual(['Q3 2025', '2025-09-30']);
  });

  test('ends none without a dateline either', () => {
    expect(named(told('', '2026-02-26', ['Three Months 2026', 'Three Months 2025'], 'February 26, 2026'))).toBe('no_period');
  });
});
