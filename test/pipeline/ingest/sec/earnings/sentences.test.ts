import { describe, expect, test } from 'vitest';
import { readGuidance } from '#pipeline/ingest/sec/earnings/prose/guidance.ts';
import { guidanceFields, priorGuidance } from '#pipeline/ingest/sec/earnings/guidance-fields.ts';
import { readNarrative } from '#pipeline/ingest/sec/earnings/prose/narrative.ts';
import { readSentences } from '#pipeline/ingest/sec/earnings/prose/sentences.ts';
import { lines, quarterHead, readTable, titled } from '#test/support/release.ts';

const sentences = (text: string) => readSentences(`${text}\n`);
function fieldsOf(text: string, currency = 'USD') {
  const said = sentences(text);
  return guidanceFields(readGuidance(said, currency)!, said);
}

describe('guidance', () => {
  test.each<[string, string, object]>([
    [
      'has each measure in its own field, in the words of the release',
      'For the third quarter of fiscal 2026 revenue is expected to be $10.5 billion to $10.9 billion. GAAP gross margins are expected to be 74.8%, plus or minus 50 basis points. Operating expenses are expected to be approximately $5.7 billion to $5.9 billion in the third quarter of fiscal 2026. The tax rate is expected to be 16% to 17%.',
      {
        period: 'Q3 FY2026',
        revenue: '$10.5 billion to $10.9 billion',
        gross_margin: '74.8%, plus or minus 50 basis points',
        operating_expenses: '$5.7 billion to $5.9 billion',
        tax_rate: '16% to 17%',
        eps: null,
        other: [],
        state: 'initiated',
      },
    ],
    [
      'keeps the period that the sentence before it names, and says that a loss is one',
      'For its fourth quarter of fiscal 2020, Example targets revenue in a range of $185 million to $215 million. GAAP net loss is targeted at $61 million to $70 million, or $0.56 to $0.65 per diluted share.',
      {
        period: 'Q4 FY2020',
        revenue: '$185 million to $215 million',
        eps: 'net loss is targeted at $61 million to $70 million, or $0.56 to $0.65',
        other: ['Net income (Q4 FY2020): net loss is targeted at $61 million to $70 million'],
      },
    ],
    [
      'as reported has the field before adjusted, whichever stands first',
      'For fiscal 2026 we expect adjusted EPS of $1.40 to $1.60 and GAAP EPS of $1.10 to $1.30.',
      {
        eps: '$1.10 to $1.30',
        other: ['Adjusted EPS (FY2026): $1.40 to $1.60'],
      },
    ],
    [
      'of another period stands beside, with its name',
      'For the second quarter of 2020 we expect revenue of $10 million to $12 million, and for fiscal 2020 revenue of $40 million to $44 million.',
      { revenue: '$10 million to $12 million', other: ['Revenue (FY2020): $40 million to $44 million'] },
    ],
    [
      'of one name and period is told once: another figure is of a part whose name is not read',
      'For the fourth quarter of 2020 we expect revenue of $11.2 million to $11.7 million. We expect Lampco revenue of $4.5 million to $4.6 million in the fourth quarter of 2020.',
      { revenue: '$11.2 million to $11.7 million', other: [] },
    ],
  ])('%s', (_, text, fields) => expect(fieldsOf(text)).toMatchObject(fields));

  test('of rates may stand in a list whose heading alone looks ahead', () => {
    expect(
      fieldsOf(
        'Example gives the following guidance for its fiscal 2026 second quarter:\n• revenue between $52 million and $55 million\n• gross margin between 31.5 percent and 32.5 percent\n• tax rate of 21.5 percent',
      ),
    ).toMatchObject({
      period: 'Q2 FY2026',
      revenue: 'between $52 million and $55 million',
      gross_margin: 'between 31.5 percent and 32.5 percent',
      tax_rate: '21.5 percent',
    });
    expect(fieldsOf('We expect fiscal 2026 revenue of $52 million to $55 million.\nThe gross margin of the quarter was 31.5 percent.')).toMatchObject(
      { gross_margin: null },
    );
  });

  test.each([
    'Outlook\n• We expect fourth quarter 2026 revenue of $500 million to $520 million.\n• EPS of $1.10 to $1.20',
    'Guidance:\n• Q4 2026 revenue of $500 million to $520 million\n• EPS: $1.10-1.20',
  ])('of each item of a list under one word counts, with a full stop or without: %s', (text) => {
    expect(fieldsOf(text)).toMatchObject({
      revenue: '$500 million to $520 million',
      eps: expect.stringMatching(/^\$1\.10.*1\.20$/),
    });
  });

  test('of a rate follows the word expectation, too', () => {
    expect(
      fieldsOf('We expect fiscal 2026 revenue of $52 million to $55 million.\nCurrent expectation is that our tax rate will approximate 27%.')
        .tax_rate,
    ).toBe('27%');
    expect(
      fieldsOf(
        'Gross margin was 38.2%, above our expectations.\nWe expect fiscal 2026 revenue of $52 million to $55 million.\nWe expect gross margin of 37% for fiscal 2026.',
      ).gross_margin,
    ).toBe('37%');
  });

  test.each([
    ['Gross margin of 45.2% exceeded our guidance range of 43% to 44%.', null],
    ['While we expect some pressure, gross margin was 45.2%.', null],
    ['We expect revenue of $52 million, compared with $48 million in fiscal 2025, and a gross margin of 46% for fiscal 2026.', '46%'],
    ['A gross margin of 46% is expected for fiscal 2026.', '46%'],
    ['Gross margin for fiscal 2026 should be approximately 46%.', '46%'],
  ])('is of the rate that is expected, not the one reported: %s', (words, rate) => {
    expect(fieldsOf(`We expect fiscal 2026 revenue of $52 million to $55 million.\n${words}`).gross_margin).toBe(rate);
  });

  test('in a list of wrapped lines under a heading without a blank line has its period, and a line may end in a figure', () => {
    expect(
      fieldsOf(
        [
          'JUNE 2026 QUARTER OUTLOOK',
          'The following is what we expect today, and results may differ from it.',
          '',
          '--   We expect revenues to be up within a range of 3-5% from the prior',
          '     quarter as orders are strong.',
          '--   Gross margin is expected to remain in the 41% range, plus or minus 50',
          '     basis points, as the mix of products is the same.',
        ].join('\n'),
      ),
    ).toMatchObject({
      period: 'quarter to June 2026',
      revenue: 'up within a range of 3-5% from the prior quarter',
      gross_margin: '41% range, plus or minus 50 basis points',
    });
  });

  test('knows short words of scale, and margins that have no field of their own', () => {
    expect(
      fieldsOf(
        'The Board has raised the 2026 full year guidance to ca. EUR 620m revenues.\nThe Board expects an EBIT margin of ca. 21 percent for the year.',
        'EUR',
      ),
    ).toMatchObject({
      revenue: 'EUR 620m',
      other: ['EBIT margin: 21 percent'],
      state: 'raised',
    });
    const short = sentences('We expect fiscal 2026 revenue of $500m to $520m.');
    expect(readGuidance(short, 'USD')?.items).toMatchObject([{ low: 500e6, high: 520e6 }]);
    const compared = sentences('Revenue was EUR 620m, in line with our guidance of ca. EUR 610m given in the spring.');
    expect(readGuidance(compared, 'EUR')).toBeNull();
  });

  test('does not take its period from another paragraph', () => {
    const said = sentences(
      'For the fourth quarter of 2020 we expect revenue of $10 million to $12 million.\nWe expect net income of $2 million to $3 million.',
    );
    expect(readGuidance(said, 'USD')?.items.map(({ metric, period }) => [metric, period])).toEqual([
      ['Revenue', 'Q4 2020'],
      ['Net income', null],
    ]);
  });

  test('given before is held against what came, and only where words and figures agree', () => {
    const actualOf = (amount: number) => () => ({ printed: '104.2', amount });
    const above = sentences('Revenue of $104.2 million was above the guidance range of $98 million to $102 million given in May.');
    expect(priorGuidance(above, 'USD', actualOf(104.2e6))).toEqual([
      { metric: 'Revenue', prior_guidance: '$98 million to $102 million', actual: '104.2', verdict: 'above' },
    ]);
    expect(priorGuidance(above, 'USD', actualOf(100e6))).toEqual([]);
  });
});

test('a sentence is told once, and footnotes are none', () => {
  const narrative = readNarrative(
    sentences(
      'Revenue increased 12% on higher demand, driven by new products.\n(1) Revenue growth excludes businesses sold, reflecting higher volumes.\nThe company repurchased $50 million of its shares. Cash flow from operations was $120 million. We expect to open four new plants next year.',
    ),
  );
  expect(narrative.drivers).toEqual(['Revenue increased 12% on higher demand, driven by new products.']);
  expect(narrative.capital_returns).toEqual(['The company repurchased $50 million of its shares.']);
  expect(narrative.balance_sheet_cash_flow).toEqual(['Cash flow from operations was $120 million.']);
  expect(narrative.what_to_watch).toEqual(['We expect to open four new plants next year.']);
});

describe('sentences', () => {
  test('of a plain document go on over its lines, with the place they have in it', () => {
    const text =
      'EXAMPLE CORP REPORTS\n\nNet interest income fell to $4.2 million from $5.1\nmillion a year ago, reflecting the loss on the sale of\ninvestment securities.  Demand was strong.\n\nDeposits   1,200   1,100\n\no Revenue grew 12%, driven by higher\n  volumes in every region.\n';
    const found = readSentences(text);
    expect(found.map((sentence) => sentence.text.replace(/\s+/g, ' '))).toEqual([
      'Net interest income fell to $4.2 million from $5.1 million a year ago, reflecting the loss on the sale of investment securities.',
      'Revenue grew 12%, driven by higher volumes in every region.',
    ]);
    for (const { text: words, start, end } of found) expect(text.slice(start, end).replaceAll('\n', ' ')).toBe(words);
    expect(readNarrative(found)).toMatchObject({
      drivers: ['Revenue grew 12%, driven by higher volumes in every region.'],
      concerns: ['Net interest income fell to $4.2 million from $5.1 million a year ago, reflecting the loss on the sale of investment securities.'],
    });
  });

  const bearing = (text: string) => {
    const { drivers, concerns } = readNarrative(sentences(text));
    return drivers.length > 0 ? 'driver' : concerns.length > 0 ? 'concern' : null;
  };
  test.each([
    ['driver', 'Gross margin improved to 41%, reflecting a better mix of products.'],
    ['driver', 'Operating expenses decreased 8%, primarily due to lower headcount.'],
    ['concern', 'Revenue declined 9% because of fewer shipments to one customer.'],
    [null, 'Operating income was up 7%, and EPS down 13%, due to tax benefits of the year before.'],
    ['concern', 'The decrease in service charges on deposits was due to fewer overdrafts.'],
    ['concern', 'Nonperforming loans increased to $12 million, due to one loan on an office building.'],
    ['concern', 'Days sales outstanding increased to 61, due to late payments by two customers.'],
    ['driver', 'Delinquencies declined to 1.2% of loans, reflecting better underwriting.'],
    ['driver', 'Loss from operations narrowed to $5.1 million as a result of cost reductions.'],
    [null, 'These increases were partly due to higher sales in Europe.'],
    [null, '(b) An increase of $771 to cost of revenue, due to an error, is shown for 2018.'],
    [null, 'The cost adjustment includes amortization, resulting from the purchase of assets with higher margins.'],
    [null, 'Marketing expense is expected to decline further in 2020, as a result of renegotiated agreements.'],
    ['concern', 'Orders decreased in the quarter that ended on May 24, 2026, due to a strike at the largest customer.'],
    [null, 'Jane Doe, President, comments: ‘We enjoy a period of growth, mainly driven by demand for lamps.'],
    ['driver', 'Überlingen’s sales grew 12%, driven by higher volumes in every region.'],
  ])('is a %s: %s', (kind, text) => expect(bearing(text)).toBe(kind));

  test('begin with a capital letter of any alphabet', () => {
    const found = sentences('Example’s sales rose because of a mild winter. Élan’s sales rose 12%, driven by higher volumes in every region.');
    expect(readNarrative(found).drivers).toContain('Élan’s sales rose 12%, driven by higher volumes in every region.');
    expect(found).toHaveLength(2);
  });

  test('on what comes back to the holders are of dividends and buybacks, not of accounts that count them', () => {
    const { capital_returns: capitalReturns } = readNarrative(
      sentences(
        'Tangible equity before dividends decreased 8.7% to $511.0 million in the quarter. The following table reconciles equity before dividends of $0.30 per share. The Board declared a cash dividend of $0.30 per common share.',
      ),
    );
    expect(readNarrative(sentences('Acme repurchased 1.2 million shares in the quarter.')).capital_returns).toHaveLength(1);
    expect(capitalReturns).toEqual(['The Board declared a cash dividend of $0.30 per common share.']);
  });

  test('on what lies ahead are the company\u2019s own expectations', () => {
    const { what_to_watch: ahead } = readNarrative(
      sentences(
        'Example expects to open four plants next year. Target applications include phones and players. Eastern time today to review the outlook and the factors that targets include. The targets do not include any change of fair value. Example intends to file its quarterly report on Form 10-Q in May.',
      ),
    );
    expect(ahead).toEqual(['Example expects to open four plants next year.']);
  });
});

const statement = [
  ...quarterHead,
  ['Net sales', '245,365', '202,548'],
  ['Income taxes', '20', '20'],
  ['Cost of sales', '100', '100'],
  ['Net income', '10,643', '8,851'],
];

test.each([
  lines('Guidance: Q2 revenue $248.0-249.0 million; EPS $1.10-1.20'),
  lines('Outlook', '• Q2 revenue of $248 million to $249 million', '• EPS of $1.10 to $1.20'),
])('guided figures are no results, which a table that prints its figures once would have to agree with: %s', (guided) => {
  const outcome = readTable([titled(''), guided, lines('(in thousands, except per share data)')], ...statement);
  expect(outcome).toMatchObject({
    kind: 'published',
    analysis: { guidance: { revenue: expect.stringContaining('248'), eps: expect.stringContaining('1.20') } },
  });
});

test('the summary does not say of a guided measure what the release says of another', () => {
  const outcome = readTable(
    [
      titled(
        'Example Corp raised its 2020 operating margin guidance, and reiterates its 2020 guidance of revenue between $750 million and $760 million.',
      ),
      lines('(in thousands, except per share data)'),
    ],
    ...statement,
  );
  expect(outcome.kind === 'published' && outcome.analysis.analysis).toContain(
    'guidance raised. Guidance for FY2020: revenue between $750 million and $760 million.',
  );
});
