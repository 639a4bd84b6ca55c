import { describe, expect, test } from 'vitest';
import { judge, type VerdictInput } from '#pipeline/ingest/sec/earnings/verdict.ts';
import { lines, read, release, table } from '#test/support/release.ts';

const at = (name: string, current: number, priorYear: number | null) => ({ name, current, priorYear });
const none: VerdictInput = { revenue: null, earnings: null, income: null, adjusted: null, guidance: null, loss: null };
const verdictOf = (input: Partial<VerdictInput>) => judge({ ...none, ...input });

describe('adjusted figures', () => {
  const up = at('Adjusted diluted EPS', 2, 1);

  test('stand for earnings that were not read, and make them neither strong nor solid; a loss that the release tells counts', () => {
    const judged = verdictOf({ revenue: at('Revenue', 110, 100), adjusted: up });
    expect(judged).toMatchObject({ verdict: 'mixed', reason: expect.stringContaining('earnings as reported not read') as string });
    expect(verdictOf({ revenue: at('Revenue', 110, 100), adjusted: up, loss: 'net' }).verdict).toBe('mixed');
    expect(verdictOf({ revenue: at('Revenue', 110, 100) }).verdict).toBe('mixed');
  });

  test('soften a fall and take the edge off a rise, one step, and soften no loss', () => {
    const below = (perShare: number) => verdictOf({ revenue: at('Revenue', 99, 100), earnings: at('Diluted EPS', perShare, 1), adjusted: up });
    expect([0.8, -3].map((perShare) => below(perShare).verdict)).toEqual(['mixed', 'weak']);
    expect(
      verdictOf({ revenue: at('Revenue', 110, 100), earnings: at('Diluted EPS', 2, 1), adjusted: at('Adjusted diluted EPS', 1, 2) }).verdict,
    ).toBe('solid');
  });
});

describe('a release with an operating loss, a net loss and a loss per share', () => {
  const shown = lines(
    'Example Corp Reports Third Quarter 2026 Results',
    'Revenue for the third quarter of 2026 was $110.0 million, and adjusted earnings were $0.40 per share.',
    'The company raised its full-year 2026 guidance: it now expects revenue of $440 million to $450 million.',
    'Consolidated Statements of Operations',
    '(in millions, except per share data)',
  );
  const judgedOf = (...rows: readonly (readonly [string, string, string])[]) => {
    const statement = table(
      ['', 'Three Months Ended September 30, 2026', 'Three Months Ended September 30, 2025'],
      ['Revenue', '$110.0', '$100.0'],
      ['Cost of revenue', '60.0', '50.0'],
      ['Income taxes', '1.0', '1.0'],
      ...rows,
    );
    const outcome = read(release(shown, statement));
    if (outcome.kind === 'refused') throw new Error(outcome.reason);
    const { verdict, verdict_reason, key_metrics } = outcome.analysis;
    return { verdict, reason: verdict_reason, losses: key_metrics.flatMap(({ name, numeric }) => (numeric < 0 ? [name] : [])) };
  };

  test.each([
    ['in brackets', '(20.0)', '(30.0)', '(0.21)', '(0.31)'],
    ['without a sign', '20.0', '30.0', '0.21', '0.31'],
    ['larger than the year before, without a sign', '40.0', '30.0', '0.41', '0.31'],
  ])('is neither solid nor strong, whatever is adjusted or guided: printed %s', (_, loss, lossBefore, perShare, perShareBefore) => {
    const judged = judgedOf(
      ['Loss from operations', loss, lossBefore],
      ['Net loss', loss, lossBefore],
      ['Net loss per share, basic and diluted', perShare, perShareBefore],
      ['Adjusted diluted earnings per share', '0.40', '0.30'],
    );
    expect(judged.verdict).toBe('mixed');
    expect(judged.reason).toContain('a loss for the period');
    expect(judged.losses).toContain('Diluted EPS');
    expect(judged.losses).toContain('Operating income');
  });

  test('is none where the rows name income or loss and print no loss', () => {
    const judged = judgedOf(
      ['Operating income (loss)', '20.0', '15.0'],
      ['Net income (loss)', '21.0', '14.0'],
      ['Net income (loss) per share, basic and diluted', '0.21', '0.14'],
    );
    expect(judged).toMatchObject({ verdict: 'strong', losses: [] });
  });
});

test('a loss beside a fall of revenue, or with nothing to compare it with, is weak', () => {
  expect(verdictOf({ revenue: at('Revenue', 78, 100), earnings: at('Diluted EPS', -0.57, -2.2) }).verdict).toBe('weak');
  expect(verdictOf({ revenue: at('Revenue', 78, null), earnings: at('Diluted EPS', -15, null) })).toEqual({
    verdict: 'weak',
    reason: 'a loss for the period',
  });
});

test('an operating loss beside a profit is told as one', () => {
  expect(verdictOf({ revenue: at('Revenue', 110, 100), earnings: at('Diluted EPS', 1.2, 1), loss: 'operating' })).toEqual({
    verdict: 'mixed',
    reason: 'Revenue up 10.0% on the year, Diluted EPS up 20.0% on the year, an operating loss',
  });
});

const revenues = { up: 110, 'a little up': 101, 'a little down': 99, down: 95, 'down by a tenth': 88 } as const;
const perShares = {
  up: [1.2, 1],
  'a little up': [1.01, 1],
  'a little down': [0.99, 1],
  down: [0.9, 1],
  'down to a loss': [-0.1, 1],
  'up from a loss': [0.1, -1],
  'a smaller loss': [-0.5, -1],
  'a larger loss': [-1.5, -1],
  'not read': null,
} as const;
const all = { null: null, raised: 'raised', maintained: 'maintained', lowered: 'lowered' } as const;
const inputOf = (revenue: keyof typeof revenues, perShare: keyof typeof perShares, guidance: keyof typeof all): VerdictInput => {
  const figures = perShares[perShare];
  return {
    ...none,
    revenue: at('Revenue', revenues[revenue], 100),
    earnings: figures === null ? null : at('Diluted EPS', figures[0], figures[1]),
    guidance: all[guidance],
  };
};

/** Verdicts by revenue; one column for each of `perShares`. */
type Verdicts = Readonly<Record<keyof typeof revenues, string>>;
const withoutGuidance: Verdicts = {
  up: 'strong solid solid mixed mixed strong mixed mixed mixed',
  'a little up': 'solid solid solid weak weak solid mixed weak mixed',
  'a little down': 'solid solid mixed weak weak solid mixed weak mixed',
  down: 'mixed weak weak weak weak mixed mixed weak weak',
  'down by a tenth': 'mixed weak weak weak weak mixed weak weak weak',
};
const expected: Readonly<Record<keyof typeof all, Verdicts>> = {
  null: withoutGuidance,
  raised: {
    up: 'strong strong strong mixed mixed strong mixed mixed mixed',
    'a little up': 'strong solid solid mixed mixed strong mixed mixed mixed',
    'a little down': 'strong solid mixed mixed mixed strong mixed mixed mixed',
    down: 'mixed mixed mixed mixed mixed mixed mixed mixed mixed',
    'down by a tenth': 'mixed mixed mixed mixed weak mixed weak weak mixed',
  },
  maintained: { ...withoutGuidance, up: 'strong solid solid mixed mixed strong mixed mixed mixed' },
  lowered: {
    up: 'mixed mixed mixed mixed mixed mixed mixed mixed mixed',
    'a little up': 'mixed weak weak weak weak mixed mixed weak weak',
    'a little down': 'mixed weak weak weak weak mixed mixed weak weak',
    down: 'mixed weak weak weak weak mixed mixed weak weak',
    'down by a tenth': 'mixed weak weak weak weak mixed weak weak weak',
  },
};
const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[];
const combinations = keysOf(all).flatMap((guidance) => keysOf(revenues).map((revenue) => [guidance, revenue] as const));

test.each(combinations)('with guidance %s and revenue %s, each move of EPS gives its verdict', (guidance, revenue) => {
  const verdicts = keysOf(perShares).map((perShare) => judge(inputOf(revenue, perShare, guidance)).verdict);
  expect(verdicts.join(' ')).toBe(expected[guidance][revenue]);
});

test('in every combination a good verdict has neither a loss nor two falling figures, and the reason names each fall and loss', () => {
  const others = [null, at('Adjusted diluted EPS', 2, 1), at('Adjusted diluted EPS', 1, 1), at('Adjusted diluted EPS', 1, 2)];
  const incomes = [null, at('Net income', 90, 100), at('Net income', 110, 100)];
  for (const [guidance, revenue] of combinations)
    for (const perShare of keysOf(perShares))
      for (const adjusted of others)
        for (const income of incomes) {
          const { verdict, reason } = judge({ ...inputOf(revenue, perShare, guidance), adjusted, income });
          const isGood = verdict === 'strong' || verdict === 'solid';
          const shown = `${guidance}, revenue ${revenue}, EPS ${perShare}: ${verdict}, ${reason}`;
          const falls = [revenue, perShare].filter((move) => /down|larger/.test(move));
          if (/\bloss\b/.test(perShare) && perShare !== 'up from a loss') expect(reason, shown).toContain('a loss for the period');
          if (falls.length === 2 || reason.includes('a loss for the period')) expect(isGood, shown).toBe(false);
          if (adjusted === others[3] && income === incomes[1]) expect(isGood, shown).toBe(false);
          if (revenue.startsWith('down')) expect(reason, shown).toMatch(/^Revenue down \d+\.\d% on the year/);
          if (perShare.startsWith('down') || perShare === 'a larger loss') expect(reason, shown).toContain('Diluted EPS down');
        }
});

test('earnings per share of fewer shares do not hide net income that fell', () => {
  const input = { revenue: at('Revenue', 103, 100), earnings: at('Diluted EPS', 1.05, 1), income: at('Net income', 95, 100) };
  expect(verdictOf(input)).toEqual({
    verdict: 'solid',
    reason: 'Revenue up 3.0% on the year, Diluted EPS up 5.0% on the year, Net income down 5.0% on the year',
  });
  expect(verdictOf({ ...input, earnings: at('Diluted EPS', 1, 1) }).verdict).toBe('mixed');
});

test('figures that are a little less than last year are no solid quarter, and their change is told', () => {
  expect(verdictOf({ revenue: at('Revenue', 98.2, 100), earnings: at('Diluted EPS', 0.99, 1) })).toEqual({
    verdict: 'mixed',
    reason: 'Revenue flat (-1.8%), Diluted EPS flat (-1.0%)',
  });
});
