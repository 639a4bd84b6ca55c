import { describe, expect, test } from 'vitest';
import { readGuidance } from '#pipeline/ingest/sec/earnings/prose/guidance.ts';
import { readSentences } from '#pipeline/ingest/sec/earnings/prose/sentences.ts';

const read = (text: string) => readGuidance(readSentences(`${text}\n`), 'USD');

describe('the state', () => {
  test.each([
    ['we are discontinuing our previously issued fiscal 2021 sales and earnings guidance range', 'withdrawn'],
    ['Its full-year guidance has been suspended until the effects of the pandemic are clearer.', 'withdrawn'],
    ['Vertex today revised upward its guidance for full-year 2020 CF product revenues.', 'raised'],
    ['The company not only raised its full-year outlook but named a new chief.', 'raised'],
    ['Given increased uncertainty from tariffs, we are reducing our full-year 2026 outlook.', 'lowered'],
    ['The company narrowed and lowered its full-year outlook as tariffs increased costs.', 'lowered'],
    ['Revenue increased 8% year over year, and we reaffirm our full-year 2026 guidance.', 'maintained'],
    ['Acme raises Cloud Services bookings and EPS annual targets', 'raised'],
    ['The company is cutting its full-year targets because of weaker demand.', 'lowered'],
    ['Acme raises low end of full-year 2026 EPS guidance and reports record orders.', 'raised'],
    ['Acme raises its fiscal 2026 Café Crème revenue guidance after a strong third quarter.', 'raised'],
    ['Acme narrows its full-year 2026 revenue guidance after three quarters as planned.', 'maintained'],
    ['As a result of the incident, we are pulling our full-year 2026 guidance.', 'withdrawn'],
    ['We are well positioned to meet our guidance for full year revenue growth in excess of 35%.', 'maintained'],
    ['Acme raised its outlook for the net loss of fiscal 2026.', 'lowered'],
    ['Acme reduced its full-year adjusted EBITDA loss guidance to $20 million to $25 million.', 'raised'],
    ['Acme raises its 2026 EPS guidance to $2.10 to $2.20 and lowers its outlook for capital expenditures.', 'raised'],
    ['We are lowering our full-year 2026 guidance for operating expenses to $40 million to $45 million.', 'none'],
    ['The Company no longer expects to achieve its previously issued guidance for fiscal 2026.', 'lowered'],
    ['We will not meet our full-year outlook because a plant is closed.', 'lowered'],
    ['Results for the quarter are expected to fall short of our previous guidance.', 'lowered'],
    ['Acme expects full-year revenue to exceed the high end of its guidance range of $500 million to $520 million.', 'raised'],
    ['Despite a net loss in the first quarter, we expect EPS for 2026 to be above our prior guidance.', 'raised'],
    ['Acme expects 2026 revenue to be above the midpoint of its guidance range of $500 million to $520 million.', 'initiated'],
    ['The storm cost us two weeks, and we do not currently expect to achieve our full-year revenue guidance.', 'lowered'],
    ['Because of higher costs, the Company will no longer be able to meet the low end of its fiscal 2026 outlook.', 'lowered'],
    ['Acme expects to exceed its full-year guidance for fiscal 2026.', 'raised'],
    ['Acme lowers its full-year after-tax income guidance.', 'lowered'],
    ['We expect earnings before interest, taxes, depreciation and amortization to exceed our guidance.', 'raised'],
    ['We now anticipate 2026 revenue near the high end of our previously announced guidance range of $1.40 billion to $1.45 billion.', 'maintained'],
  ])('%s', (text, state) => expect(read(text)?.state).toBe(state));

  test.each([
    'The company does not intend to raise its guidance.',
    'Due to increasing macroeconomic uncertainty, the company now takes a more cautious view of demand.',
    'The FDA withdrew its guidance on this class of products earlier in the year 2020.',
    'Revenue for the third quarter of $104 million was above our prior guidance for the quarter.',
    'The agency affirmed the credit rating of the company with a stable outlook.',
    'Revenue, as expected, was below our guidance for the quarter.',
    'We chose to sell lines that do not meet our margin targets.',
    'We do not believe this event will affect our ability to meet our full-year guidance.',
    'If, for any reason, we will not meet our guidance, the price of our stock will fall.',
    'There is a risk that the Company will not achieve its guidance.',
    'This does not mean that we will not reach our full-year outlook.',
    'We do not expect to meet our outlook for hiring expenses.',
    'Capital expenditures are not expected to reach our full-year outlook.',
    'We expect cost of sales for the year to exceed our outlook.',
    'We expect churn in the second half to be above our guidance.',
    'We expect to exceed our full-year outlook for expenses.',
    'We expect headcount to be above our outlook.',
  ])('none: %s', (text) => expect(read(text)).toBeNull());
});

describe('the state of ranges that words do not compare', () => {
  test.each(['Full-year guidance: net sales growth of 3% to 5% and adjusted EPS growth of 6% to 8%.'])('is that they are given: %s', (text) =>
    expect(read(text)?.state).toBe('initiated'),
  );

  test.each([
    ['The company now sees 2026 adjusted EPS of $6.20 to $6.40, compared with its prior view of $5.90 to $6.15.', 'raised'],
    ['The company now expects 2026 EPS of $5.10 to $5.20, from $5.00 to $5.20 before.', 'raised'],
    ['We now expect 2026 EPS of $2.95 to $3.00 (previously $2.90 to $3.05).', 'maintained'],
    ['We now expect 2026 net sales growth of 6% to 7%, compared with our prior outlook of net sales growth of 4% to 6%.', 'raised'],
    [
      'We now expect 2026 revenue of $96 million to $98 million, compared with our prior outlook of $90 million to $92 million, and EPS of $1.00 to $1.10, compared with our prior outlook of $1.20 to $1.30.',
      'none',
    ],
    [
      'We now expect 2026 operating expenses of $96 million to $98 million, compared with our prior outlook of $90 million to $92 million.',
      'initiated',
    ],
  ])('follows from the figures beside them: %s', (text, state) => expect(read(text)?.state).toBe(state));

  test('is of the period that the earlier figures are of', () => {
    const text =
      'Q4 2026 guidance calls for revenue of $61–$63 million; full-year 2026 revenue is now guided to $236–$238 million, up from $228–$233 million.';
    expect(read(text)).toMatchObject({ state: 'raised', items: [{ low: 61e6 }, { low: 236e6 }] });
  });

  test('is open where the guidance is said to be changed, not how', () => {
    expect(read('The Company has updated its 2026 guidance. It expects revenue of $470 million to $490 million.')?.state).toBe('none');
  });
});

test('a sentence on the rest of the guidance gives no state under a title that revises it', () => {
  const rest = 'Any guidance not mentioned above remains unchanged from what the company gave in March.';
  expect(read(`Acme Reports Third Quarter Results and Announces Revised Budget and Guidance\n${rest}`)).toBeNull();
  expect(read(`Acme Reports Third Quarter Results for Fiscal 2026\n${rest}`)?.state).toBe('maintained');
});

describe('a range', () => {
  test.each<[string, string, object[]]>([
    [
      'that stood before is not the one that is given now',
      'Previously, the company expected full-year 2026 revenue of $300 million to $310 million; it now expects $260 million to $270 million.',
      [{ low: 260e6 }],
    ],
    [
      'that is down from the one before is the later one',
      'We expect full-year 2026 revenue of $260 million to $270 million, down from our prior outlook of $280 million to $290 million.',
      [{ low: 260e6 }],
    ],
    [
      'that was given before and still stands is given',
      'The company reaffirms its previously issued full-year 2026 revenue guidance of $260 million to $270 million.',
      [{ low: 260e6 }],
    ],
    [
      'in brackets of its own sentence is not a loss',
      'We raise our fiscal 2026 EPS guidance ($5.00 to $5.20) for the second time.',
      [{ value: '$5.00 to $5.20', low: 5, high: 5.2 }],
    ],
    [
      'of a loss may begin with the larger loss',
      'Looking ahead, we expect a net loss of $0.08 to $0.06 per share for the third quarter.',
      [{ metric: 'EPS', low: -0.08, high: -0.06 }],
    ],
    [
      'is read over the lines of a plain document',
      'Fiscal Q1 2027 outlook\n\nRevenues are expected to be in the range of $29.5\n       million to $30.5 million.',
      [{ metric: 'Revenue', low: 29.5e6, high: 30.5e6, period: 'Q1 FY2027' }],
    ],
    [
      'in another currency than the accounts keeps its own',
      'For the third quarter of 2009 its revenue target is RMB198 million to RMB208 million.',
      [{ unit: 'CNY', period: 'Q3 2009' }],
    ],
    [
      'is of the period named beside it, not of one that the sentence begins with',
      'Given what was seen in the third quarter, the company reiterates its revenue target for the full year of 2010 of US$56 million to US$60 million.',
      [{ unit: 'USD', low: 56e6, period: 'FY2010' }],
    ],
    [
      'is of its own period where a sentence gives two',
      'For the second quarter of fiscal 2020 we expect revenue of $10 million to $12 million, and for fiscal 2020 revenue of $40 million to $44 million.',
      [
        { period: 'Q2 FY2020', low: 10e6 },
        { period: 'FY2020', low: 40e6 },
      ],
    ],
    [
      'of adjusted earnings is told from one of earnings as reported',
      'The Company expects GAAP diluted earnings per share between $0.24 and $0.40 and non-GAAP diluted earnings per share between $0.40 and $0.56.',
      [
        { basis: 'GAAP', low: 0.24 },
        { basis: 'non-GAAP', low: 0.4 },
      ],
    ],
  ])('%s', (_, text, items) => expect(read(text)?.items).toMatchObject(items));

  test.each([
    ['($0.05) to $0.05', -0.05, 0.05],
    ['$(0.05) to $0.05', -0.05, 0.05],
    ['($0.10) to ($0.05)', -0.1, -0.05],
  ])('as printed with its signs: %s', (printed, low, high) => {
    expect(read(`We expect EPS in the range of ${printed} for fiscal 2026.`)?.items).toMatchObject([{ value: printed, low, high }]);
  });

  test.each([
    ['Management anticipates fourth quarter adjusted EPS between $0.55 and $0.61 on revenue of about $410 million.', [0.55, 410e6]],
    ['For the second quarter of fiscal 2027, the company is targeting revenue of $95 million, plus or minus $3 million.', [92e6]],
    ['For the December quarter, we project revenue of $265 million +/- $10 million and non-GAAP EPS of $0.72 +/- $0.04.', [255e6, 0.68]],
    ['The company trimmed the top end of its 2026 outlook and sees adjusted EPS of $1.65 to $1.72.', [1.65]],
  ])('stands behind any word that expects it: %s', (text, lows) =>
    expect(read(text)?.items.map(({ low }) => Number(low.toPrecision(12)))).toEqual(lows),
  );

  test('given while another is withdrawn is given', () => {
    const found = read(
      'The company withdraws its full-year 2020 guidance. For the second quarter of 2020 the company expects revenue of $140 million to $147 million.',
    );
    expect(found).toMatchObject({ state: 'none', items: [{ low: 140e6, high: 147e6, period: 'Q2 2020' }] });
  });

  test('of production, of a rate of something else or of years is none', () => {
    expect(read('The company expects production of 3.4 to 3.5 Bcfe per day in 2020 and inflation of its wages of 5% to 7%.')).toBeNull();
  });
});

describe('the measure of a range', () => {
  const guided = (text: string) => read(text)?.items.map(({ metric, basis, low }) => [metric, basis, low]);

  test.each([
    ['For fiscal 2026 we expect revenue ex-freight of $30 million to $32 million.', 'Revenue ex-freight', 'non-GAAP'],
    ['For fiscal 2026 we expect revenue net of pass-through costs to be $30 million to $32 million.', 'Revenue net of pass-through costs', 'GAAP'],
    ['For fiscal 2026 we expect revenue per subscriber of $30 million to $32 million.', 'Revenue per subscriber', 'GAAP'],
    ['For fiscal 2026 we expect sales net of returns of $30 million to $32 million.', 'Revenue', 'GAAP'],
  ])('has what is taken out of it in its name: %s', (text, metric, basis) => expect(guided(text)).toEqual([[metric, basis, 30e6]]));

  test.each([
    [
      'We give guidance for the third quarter of 2026 of $1.10 to $1.30 diluted earnings per share, or $1.40 to $1.60 diluted earnings per share excluding plant closure costs.',
      [
        ['EPS', 'GAAP', 1.1],
        ['EPS', 'non-GAAP', 1.4],
      ],
    ],
    [
      'For fiscal 2026 we expect net income of $1.10 to $1.30 per share, or $1.40 to $1.60 per share, excluding plant closure costs.',
      [
        ['EPS', 'GAAP', 1.1],
        ['EPS', 'non-GAAP', 1.4],
      ],
    ],
    [
      'For fiscal 2026 we expect $30 million to $32 million in revenue and $3 million to $4 million of net income.',
      [
        ['Revenue', 'GAAP', 30e6],
        ['Net income', 'GAAP', 3e6],
      ],
    ],
  ])('may stand behind it: %s', (text, items) => expect(guided(text)).toEqual(items));
});

test('the heading of a list gives points that look ahead themselves their period, however short it is', () => {
  const items = read(
    'Third quarter 2026 outlook:\n• We expect revenue of $30 million to $32 million.\n• In the third quarter, we expect Adjusted EBITDA of $3 million to $4 million.\n• For the full year, we expect revenue of $120 million to $124 million.',
  )?.items;
  expect(items?.map(({ metric, period }) => [metric, period])).toEqual([
    ['Revenue', 'Q3 2026'],
    ['EBITDA', 'Q3 2026'],
    ['Revenue', 'FY'],
  ]);
});

describe('a part of the figure', () => {
  const periods = (text: string) => read(text)?.items.map(({ low, period }) => [low, period]);

  test.each([
    ['We anticipate fourth quarter EPS of $0.20 to $0.30, including $0.02 to $0.04 per share of start-up costs at the new mill.', [[0.2, 'Q4']]],
    ['We expect 2026 EPS of $1.20 to $1.30, which includes a tax benefit of $0.05 to $0.07 per share.', [[1.2, 'FY2026']]],
    ['For the year, we expect EPS, including $0.15 per share of severance in the first quarter, to be between $1.20 and $1.30.', [[1.2, 'FY']]],
    ['In the third quarter of our fiscal year we expect EPS of $0.20 to $0.30.', [[0.2, 'Q3']]],
  ])('is not guided, nor is its period: %s', (text, items) => expect(periods(text)).toEqual(items));

  test('is none where it is a measure itself', () => {
    expect(periods('We gave our outlook for fiscal 2026, including revenue of $30 million to $32 million.')).toEqual([[30e6, 'FY2026']]);
  });
});
