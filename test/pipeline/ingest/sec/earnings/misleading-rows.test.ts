/** Made-up releases with misleading rows or open questions: what a reading contains, and what it leaves out. */
import { describe, expect, test } from 'vitest';
import { lines, quarterHead, read, readTable, release, table, titled, valuesOf, type SyntheticCell } from '#test/support/release.ts';

const heading = lines('Consolidated Statements of Operations', '(in millions, except per share data)');

describe('rows as they are printed', () => {
  const said = titled('Revenues were $245.4 million. Net income was $10.6 million, or $0.41 per diluted share.');
  const inThousands = lines('Consolidated Statements of Income', '(in thousands, except per share data)');
  const revenues = ['Revenues', '245,365', '202,548'];
  const rest = [
    ['Cost of sales', '180,000', '150,000'],
    ['Income taxes', '3,400', '2,300'],
  ];
  const netIncome = ['Net income', '10,643', '8,851'];
  const diluted = ['Diluted earnings per share', '0.41', '0.34'];
  const amounts = { revenue: 245_365e3, net_income: 10_643e3 };
  const all = { ...amounts, eps_diluted: 0.41 };

  test.each<[string, SyntheticCell[][], Record<string, number>]>([
    [
      'basic and diluted in one row, beside a dividend of the same amount',
      [
        revenues,
        ...rest,
        netIncome,
        ['Net income per share, basic and diluted', '$ .41', '$ .34'],
        ['Dividends declared per share', '$ .41', '$ .40'],
      ],
      { ...all, eps_basic: 0.41 },
    ],
    [
      'a figure per share under the label of the amount, footnote marks stuck to both',
      [
        ['Total revenues1', '245,365', '202,548'],
        ...rest,
        ['Net income2', '10,643', '8,851'],
        ['Diluted per common share:'],
        ['Net income2', '0.41', '0.34'],
      ],
      all,
    ],
    [
      'a total without a label, the parts above it',
      [
        ['Revenues:'],
        ['Products', '200,000', '170,000'],
        ['Services', '45,365', '32,548'],
        ['', '245,365', '202,548'],
        ['Costs and expenses:'],
        ...rest,
        netIncome,
        diluted,
      ],
      all,
    ],
    [
      'no figure per share in hundredths of the currency, as its label says',
      [revenues, ...rest, netIncome, ['Diluted earnings per share (cents)', '112.60', '98.40']],
      amounts,
    ],
    [
      'no figure per share in hundredths of the currency, as the heading above says',
      [revenues, ...rest, netIncome, ['Earnings per share (pence)'], ['Diluted', '112.60', '98.40']],
      amounts,
    ],
    [
      'no figure per share in hundredths of the currency, as its unit says',
      [revenues, ...rest, netIncome, ['Earnings per share'], ['Diluted (¢)', '112.60', '98.40']],
      amounts,
    ],
  ])('%s', (_, rows, values) => expect(valuesOf(readTable([said, inThousands], ...quarterHead, ...rows))).toEqual(values));

  test('in a table alone, beside a forecast, which is not a result that contradicts them', () => {
    const forecast = titled('For the fourth quarter the company expects revenue of between $260 million and $270 million.');
    expect(valuesOf(readTable([forecast, inThousands], ...quarterHead, revenues, ...rest, netIncome, diluted))).toEqual(all);
  });

  test('eight quarters in a row, the newest last', () => {
    const quarters = ['Q2 2018', 'Q3 2018', 'Q4 2018', 'Q1 2019', 'Q2 2019', 'Q3 2019', 'Q4 2019', 'Q1 2020'];
    const row = (label: string, before: string, now: string): SyntheticCell[] => [label, '1', '2', '3', before, '5', '6', '7', now];
    const outcome = readTable(
      [said, inThousands],
      ['', ...quarters],
      row('Total revenues', '202,548', '245,365'),
      row('Cost of sales', '150,000', '180,000'),
      row('Income taxes', '2,300', '3,400'),
      row('Net income', '8,851', '10,643'),
      ['Diluted earnings per share', '0.01', '0.02', '0.03', '0.34', '0.05', '0.06', '0.07', '0.41'],
    );
    expect(valuesOf(outcome)).toMatchObject(all);
    expect(outcome.kind === 'published' && outcome.metrics.get('revenue')?.prior_year).toBe('202,548');
  });

  test('as reported beside pro forma: the latter is not a year', () => {
    const outcome = readTable(
      [said, inThousands],
      ['', { text: 'Three Months Ended March 31,', span: 3 }],
      ['', '2020', '2019 Pro Forma', '2019 As Reported'],
      ['Total revenues', '245,365', '299,000', '202,548'],
      ['Cost of sales', '180,000', '220,000', '150,000'],
      ['Income taxes', '3,400', '2,900', '2,300'],
      ['Net income', '10,643', '12,000', '8,851'],
      ['Diluted earnings per share', '0.41', '0.46', '0.34'],
    );
    expect(valuesOf(outcome)).toEqual(all);
    expect(outcome.kind === 'published' && [null, '202,548'].includes(outcome.metrics.get('revenue')?.prior_year ?? null)).toBe(true);
  });

  test('a year before that is headed as adjusted was restated, which makes no row adjusted', () => {
    const outcome = readTable([said, inThousands], ...quarterHead, ['', '', 'As adjusted'], revenues, ...rest, netIncome, diluted);
    expect(valuesOf(outcome)).toEqual(all);
    expect(outcome.kind === 'published' && outcome.metrics.get('revenue')?.prior_year).toBe('202,548');
  });

  test('twins: the adjusted row under the same label, of the other sign, is the adjusted figure or none', () => {
    const outcome = readTable(
      [
        titled('GAAP net loss was $10.6 million, or $0.41 per diluted share. Non-GAAP net income was $12.4 million, or $0.47 per diluted share.'),
        inThousands,
      ],
      ...quarterHead,
      ['Total revenues', '245,365', '202,548'],
      ...rest,
      ['GAAP net (loss) income', '(10,643)', '8,851'],
      ['Non-GAAP net income', '12,369', '9,100'],
      ['GAAP diluted (loss) earnings per share', '(0.41)', '0.34'],
      ['Non-GAAP diluted earnings per share', '0.47', '0.35'],
    );
    expect(valuesOf(outcome)).toMatchObject({ net_income: -10_643e3, eps_diluted: -0.41 });
    expect([undefined, 0.47]).toContain(valuesOf(outcome)['eps_diluted_adjusted']);
  });
});

describe('silence rather than a guess', () => {
  const rows: SyntheticCell[][] = [
    ['Net sales', '245,365', '202,548'],
    ['Cost of sales', '180,000', '150,000'],
    ['Income taxes', '3,400', '2,300'],
    ['Net income', '10,643', '8,851'],
    ['Diluted earnings per share', '0.41', '0.34'],
  ];

  test('where the words print the amounts at another scale than the table states', () => {
    const outcome = readTable(
      [titled('Net sales were $245.4 million and net income was $10.6 million, or $0.41 per diluted share.'), heading],
      ...quarterHead,
      ...rows,
    );
    expect(valuesOf(outcome)).not.toHaveProperty('revenue');
    expect(valuesOf(outcome)).not.toHaveProperty('net_income');
  });

  test("where only a segment's sales are named so, and the statement calls the company's otherwise", () => {
    const outcome = read(
      release(
        titled('Net sales of the Tools segment were $98.2 million. Net income was $10.6 million, or $0.41 per diluted share.'),
        lines('Tools', '(in thousands)'),
        table(...quarterHead, ['Net sales', '98,201', '90,000'], ['Segment income', '9,000', '8,000']),
        lines('Consolidated Statements of Operations', '(in thousands, except per share data)'),
        table(...quarterHead, ['Billings', '245,365', '202,548'], ...rows.slice(1)),
      ),
    );
    expect(valuesOf(outcome)).toEqual({ net_income: 10_643e3, eps_diluted: 0.41 });
  });

  test('where highlights in billions stand beside a statement whose columns name no period', () => {
    const outcome = read(
      release(
        titled('Net sales were $4.0 billion and net income was $1.7 billion, or $1.68 per diluted share.'),
        table(
          ['$ in billions, except per share data', 'Q1 2020', 'Q1 2019'],
          ['Net sales', '$4.0', '$3.9'],
          ['Operating expenses', '$1.8', '$1.7'],
          ['Income taxes', '$0.3', '$0.3'],
          ['Net income', '$1.7', '$1.9'],
          ['Diluted EPS', '$1.68', '$1.80'],
        ),
        heading,
        table(
          ['', 'March 31, 2020', 'March 31, 2019'],
          ['Net sales', '4,009', '3,889'],
          ['Operating expenses', '1,798', '1,676'],
          ['Income tax expense', '294', '341'],
          ['Net income', '1,693', '1,862'],
          ['Diluted earnings per share', '1.68', '1.80'],
        ),
      ),
    );
    expect(valuesOf(outcome)).toEqual({ eps_diluted: 1.68 });
  });

  test('where dollars stand before the currency that they translate', () => {
    const outcome = read(
      release(
        lines('Example Ltd. Announces Unaudited Third Quarter 2010 Results'),
        lines('(in thousands, except per share data)'),
        table(
          ['', { text: 'Three Months Ended September 30,', span: 4 }],
          ['', { text: '2010', span: 2 }, { text: '2009', span: 2 }],
          ['', 'US$', 'RMB', 'US$', 'RMB'],
          ['Total net revenues', '17,274', '115,571', '13,558', '92,563'],
          ['Cost of revenues', '1,790', '11,977', '1,014', '6,919'],
          ['Income tax expense', '800', '5,300', '700', '4,800'],
          ['Net income', '3,352', '22,424', '3,941', '26,921'],
        ),
      ),
      { form: '6-K' },
    );
    expect(outcome.kind).toBe('refused');
  });
});
