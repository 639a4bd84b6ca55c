/** The forms in which releases print guidance, and earlier guidance next to it. */
import { describe, expect, test } from 'vitest';
import { readGuidance } from '#pipeline/ingest/sec/earnings/prose/guidance.ts';
import { readSentences } from '#pipeline/ingest/sec/earnings/prose/sentences.ts';

const itemsOf = (text: string) => readGuidance(readSentences(`${text}\n`), 'USD')?.items ?? [];
const ends = (text: string) => itemsOf(text).map(({ metric, low, high }) => [metric, low, high]);

describe('the range that is given now', () => {
  test.each<[string, [string, number, number][]]>([
    [
      'The company now expects full-year 2026 revenue of $5.2 billion to $5.3 billion. Its previous guidance, which it issued on August 5, 2026 together with its results for the second quarter, was for revenue of $5.0 billion to $5.1 billion.',
      [['Revenue', 5.2e9, 5.3e9]],
    ],
    ['We are raising our fiscal 2026 EPS guidance from $4.10-$4.20 to $4.30-$4.40.', [['EPS', 4.3, 4.4]]],
    ['The company raised its 2026 revenue guidance from $500 million to $520 million.', [['Revenue', 520e6, 520e6]]],
    [
      'Highlights\n• Raises full-year 2026 revenue guidance to $186 billion to $188 billion, from $185 billion to $187 billion\n• Announces dividend',
      [['Revenue', 186e9, 188e9]],
    ],
    ['Full-year 2026 adjusted EBIT guidance raised to $10.5 billion to $11.0 billion from $10.0 billion to $10.5 billion.', [['EBIT', 10.5e9, 11e9]]],
    ['Full-Year 2026 guidance lowered: EPS now $1.80-$1.90 vs. $2.00-$2.10 prior.', [['EPS', 1.8, 1.9]]],
    [
      'For fiscal 2026, we expect revenue of $940 million to $950 million, up from our prior guidance of $900 million to $920 million, and EPS of $1.15 to $1.20, up from $1.00 to $1.10.',
      [
        ['Revenue', 940e6, 950e6],
        ['EPS', 1.15, 1.2],
      ],
    ],
    [
      'For 2026, Acme expects EPS between $3.10 and $3.15 (prior guidance: between $3.05 and $3.20) on revenue of $1.0 billion to $1.1 billion (previously $0.9 billion to $1.0 billion).',
      [
        ['EPS', 3.1, 3.15],
        ['Revenue', 1e9, 1.1e9],
      ],
    ],
    [
      'Third quarter revenue was $104 million, exceeding our guidance range of $98 million to $101 million. For the fourth quarter of 2026, we expect revenue of $106 million to $108 million.',
      [['Revenue', 106e6, 108e6]],
    ],
    [
      'Previous 2026 Guidance\n• Revenue of $300 million to $310 million\n• EPS of $1.00 to $1.10\nUpdated 2026 Guidance\n• Revenue of $320 million to $330 million\n• EPS of $1.15 to $1.25',
      [
        ['Revenue', 320e6, 330e6],
        ['EPS', 1.15, 1.25],
      ],
    ],
    ['The company raised its previous full-year 2026 revenue guidance to $520 million to $530 million.', [['Revenue', 520e6, 530e6]]],
    ['Revenue is expected to increase to an amount ranging from $44 million to $46 million.', [['Revenue', 44e6, 46e6]]],
  ])('is not the one of before: %s', (text, items) => expect(ends(text)).toEqual(items));

  test('is not its translation into another currency', () => {
    const text =
      'For the third quarter of 2026 the revenue target is RMB198 million to RMB208 million (US$29.0 million to US$30.5 million), and the fully diluted earnings target is in the range of RMB0.48 to RMB0.58 per common share (US$0.14 to US$0.17 per ADS).';
    expect(itemsOf(text).map(({ metric, unit, low }) => [metric, unit, low])).toEqual([
      ['Revenue', 'CNY', 198e6],
      ['EPS', 'CNY/share', 0.48],
    ]);
  });
});

describe('a range has both of its ends', () => {
  test.each<[string, string, number, number]>([
    ['For fiscal 2026, revenue is expected to be approximately $500 million to approximately $520 million.', 'Revenue', 500e6, 520e6],
    ['Revenue for the quarter is expected to be $65.0 billion, plus or minus 2%.', 'Revenue', 63.7e9, 66.3e9],
    ['Operating expenses are expected to be approximately $7.5 million, plus or minus $300,000.', 'Operating expenses', 7.2e6, 7.8e6],
    ['We expect diluted EPS of $2.50, plus or minus $0.05, for fiscal 2026.', 'EPS', 2.45, 2.55],
    ['For the fourth quarter of 2026 we expect a net loss per share of $(0.12) to $(0.10).', 'EPS', -0.12, -0.1],
  ])('%s', (text, metric, low, high) => {
    const [item, ...others] = itemsOf(text);
    expect(others).toEqual([]);
    expect(item?.metric).toBe(metric);
    expect(item?.low).toBeCloseTo(low);
    expect(item?.high).toBeCloseTo(high);
  });

  test('unless the release gives one end only, and says so', () => {
    expect(itemsOf('The company expects full-year 2026 EPS of at least $4.00.')).toMatchObject([{ metric: 'EPS', value: 'at least $4.00' }]);
  });
});

describe('a change in percent', () => {
  test.each<[string, [string, string, number, number][]]>([
    [
      'For the full year 2026, we expect net sales up 3% to 5% and adjusted EPS up 6% to 8%.',
      [
        ['Revenue', 'up 3% to 5%', 3, 5],
        ['EPS', 'up 6% to 8%', 6, 8],
      ],
    ],
    [
      'The company now expects 2026 revenue growth of 8% to 10%, compared with its prior outlook of 6% to 8%.',
      [['Revenue', 'growth of 8% to 10%', 8, 10]],
    ],
    ['We expect total revenue to grow between 12% and 14% in fiscal 2027.', [['Revenue', 'grow between 12% and 14%', 12, 14]]],
    ['For 2026 the company anticipates 8% to 10% revenue growth in all.', [['Revenue', '8% to 10% revenue growth', 8, 10]]],
    ['For the fourth quarter of 2026, sales are expected to decline 2% to 4% year over year.', [['Revenue', 'decline 2% to 4%', -4, -2]]],
    ['Net sales are now expected to be up 4 to 5 percent versus 2025.', [['Revenue', 'up 4 to 5 percent', 4, 5]]],
    [
      'For the first quarter of 2027 we expect revenue to be up 6% to 10%   from the prior quarter.',
      [['Revenue', 'up 6% to 10% from the prior quarter', 6, 10]],
    ],
    ['We expect a sequential increase in revenues of 18% to 20%.', [['Revenue', 'sequential increase in revenues of 18% to 20%', 18, 20]]],
    ['The company reconfirms its guidance of revenue growth in excess of 35% for the year.', [['Revenue', 'growth in excess of 35%', 35, 35]]],
  ])('is guidance: %s', (text, items) => expect(itemsOf(text).map(({ metric, value, low, high }) => [metric, value, low, high])).toEqual(items));

  test.each([
    'We expect the cost of sales to increase 3% to 5% in fiscal 2026.',
    'We expect an adjusted operating income margin of 12% to 13% in fiscal 2026.',
    'Revenue was up 8% and expenses were up 3% to 5% in all of its regions.',
  ])('of something else is none: %s', (text) => expect(itemsOf(text)).toEqual([]));

  test('beside an amount of the same measure adds nothing', () => {
    const text = 'For the fourth quarter of 2026 we expect revenue of $69 million to $71 million, an increase of revenue of 52% to 57%.';
    expect(ends(text)).toEqual([['Revenue', 69e6, 71e6]]);
  });
});

test('a figure of something else after a measure is none of the measure', () => {
  expect(
    ends('We expect fourth quarter revenue of $94 billion to $97 billion and full-year capital expenditures of $70 billion to $72 billion.'),
  ).toEqual([['Revenue', 94e9, 97e9]]);
});

test('a part of revenue is told from the whole', () => {
  const text =
    'For the fourth quarter of 2026, we expect subscription revenue of $280 million to $285 million and total revenue of $300 million to $310 million.';
  expect(itemsOf(text).map(({ part, low }) => [part, low])).toEqual([
    ['subscription', 280e6],
    ['', 300e6],
  ]);
});

test('the period is the guided one, not the one it is compared with', () => {
  const periodOf = (text: string) => itemsOf(text)[0]?.period;
  expect(periodOf('Net sales are expected to be up 4 to 5 percent versus 2025.')).toBeNull();
  expect(periodOf('We expect revenue for the quarter ending December 31, 2026 of $31 million to $33 million.')).toBe('quarter to December 31, 2026');
  expect(periodOf('JUNE 2026 QUARTER OUTLOOK\nRevenues of $27.8M to $28.8M')).toBe('quarter to June 2026');
  expect(periodOf('Fourth Quarter 2026 Outlook\nThe company expects revenue of $290 million to $330 million.')).toBe('Q4 2026');
});

describe('the amount of a change', () => {
  test.each<[string, [string, number, number][]]>([
    ['We are raising our 2026 EPS guidance by $0.10 to $4.20-$4.30.', [['EPS', 4.2, 4.3]]],
    ['Acme lowers its 2026 revenue outlook by about $20 million to a range of $480 million to $490 million.', [['Revenue', 480e6, 490e6]]],
    ['We expect 2026 revenue of $1.2 billion to $1.3 billion, with a currency headwind of $40 million to $50 million.', [['Revenue', 1.2e9, 1.3e9]]],
    ['We now expect 2026 revenue of $1.2 billion to $1.3 billion higher than our prior outlook.', [['Revenue', 1.2e9, 1.3e9]]],
    ['We expect the purchase to be $0.05 to $0.07 per share accretive to EPS in 2026.', []],
    ['We expect tariffs to be a headwind to 2026 revenue of $40 million to $50 million.', []],
    ['We expect the new stores to contribute $40 million to $50 million of revenue in 2026.', []],
    ['We expect 2026 sales to be $100 million to $150 million lower than in 2025.', []],
    ['We expect exchange rates to reduce 2026 revenue by $40 million to $50 million.', []],
  ])('is not guided: %s', (text, items) => expect(ends(text)).toEqual(items));
});

test('the range that a measure is expected to leave is not guided any more, and one of the next measure is', () => {
  expect(
    ends('We expect 2026 capital expenditures of $20 million, below our guidance of $25 million, and revenue of $500 million to $510 million.'),
  ).toEqual([['Revenue', 500e6, 510e6]]);
  expect(ends('We now expect 2026 EPS to be below the low end of our guidance range of $2.00 to $2.20.')).toEqual([]);
  expect(ends('We expect 2026 revenue of $480 million to $490 million, below our guidance of $500 million to $520 million.')).toEqual([
    ['Revenue', 480e6, 490e6],
  ]);
});
