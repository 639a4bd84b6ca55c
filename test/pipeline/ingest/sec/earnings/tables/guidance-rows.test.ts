/** Guidance that a release prints in tables. */
import { describe, expect, test } from 'vitest';
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import { guidanceFields } from '#pipeline/ingest/sec/earnings/guidance-fields.ts';
import { readGuidance } from '#pipeline/ingest/sec/earnings/prose/guidance.ts';
import { readSentences } from '#pipeline/ingest/sec/earnings/prose/sentences.ts';
import { guidanceRows } from '#pipeline/ingest/sec/earnings/tables/guidance-rows.ts';
import { lines, release, table } from '#test/support/release.ts';

function guided(...parts: readonly string[]) {
  const reduced = reduceDocument(release(...parts));
  const sentences = readSentences(reduced.text);
  const reading = readGuidance(sentences, 'USD', guidanceRows(reduced));
  if (reading === null) return null;
  for (const { value, evidence } of reading.items) expect(reduced.text.slice(evidence.start, evidence.end)).toContain(value.match(/[\d.,]+/)![0]);
  return guidanceFields(reading, sentences);
}

describe('a table of guidance gives', () => {
  test('the current column, whichever side the earlier one stands on', () => {
    const title = lines('Full-year 2026 guidance', '(in millions, except per share amounts)');
    const wanted = { period: 'FY2026', revenue: '$1,980 - $2,000 (in millions)', eps: '$3.35 - $3.45' };
    const now = { revenue: '$1,980 - $2,000', eps: '$3.35 - $3.45' };
    const before = { revenue: '$1,900 - $1,950', eps: '$3.00 - $3.20' };
    const rows = (left: typeof now, right: typeof now) => [
      ['Revenue', left.revenue, right.revenue],
      ['Adjusted EPS', left.eps, right.eps],
    ];
    expect(guided(title, table(['', 'Prior guidance', 'Current guidance'], ...rows(before, now)))).toMatchObject(wanted);
    expect(guided(title, table(['', 'Updated', 'Previous'], ...rows(now, before)))).toMatchObject(wanted);
    expect(guided(title, table(['', 'From', 'To'], ...rows(before, now)))).toMatchObject(wanted);
    expect(guided(title, table(['', 'As of August 4, 2026', 'As of November 3, 2026'], ...rows(before, now)))).toMatchObject(wanted);
  });

  test('the state, from its earlier column', () => {
    const stateOf = (revenue: string, eps: string, heads = ['', 'Prior Guidance', 'Current Guidance', 'Change']) =>
      guided(lines('Full-year 2026 outlook'), table(heads, ['Revenue', '$900M - $950M', revenue, '1%'], ['Adjusted EPS', '$3.00 - $3.20', eps, '2%']))
        ?.state;
    expect(stateOf('$960M - $970M', '$3.10 - $3.20')).toBe('raised');
    expect(stateOf('$880M - $920M', '$3.00 - $3.20')).toBe('lowered');
    expect(stateOf('$910M - $940M', '$3.05 - $3.15')).toBe('maintained');
    expect(stateOf('$960M - $970M', '$2.90 - $3.00')).toBe('none');
    expect(stateOf('$960M - $970M', '$3.10 - $3.20', ['', 'Guidance as of May 5, 2026', 'Guidance as of August 4, 2026', 'Change'])).toBe('raised');
    expect(stateOf('$960M - $970M', '$3.10 - $3.20', ['', '2025 Actual', '2026 Guidance', 'Change'])).toBe('initiated');
  });

  test('both ends of a low and a high column, of each period', () => {
    const heads = [
      ['', { text: 'Q4 2026', span: 2 }, { text: 'FY 2026', span: 2 }],
      ['', 'Low', 'High', 'Low', 'High'],
    ];
    expect(
      guided(
        lines('2026 Outlook (in millions, except per share data)'),
        table(...heads, ['Revenue', '$240', '$250', '$940', '$950'], ['EPS', '$0.40', '$0.45', '$1.60', '$1.65']),
      ),
    ).toMatchObject({
      period: 'Q4 2026',
      revenue: '$240–$250 (in millions)',
      eps: '$0.40–$0.45',
      other: ['Revenue (FY2026): $940–$950 (in millions)', 'EPS (FY2026): $1.60–$1.65'],
    });
  });

  test('a range whose ends stand in cells of their own', () => {
    expect(
      guided(
        lines('Fiscal 2026 guidance', '(in millions, except per share)'),
        table(['', 'Fiscal 2026'], ['Revenue', '$2,350', '-', '$2,450'], ['EPS', '$2.95', 'to', '$3.07']),
      ),
    ).toMatchObject({ revenue: '$2,350 - $2,450 (in millions)', eps: '$2.95 to $3.07' });
  });

  test('as reported and adjusted figures of one row, and parts of revenue under their own names', () => {
    expect(
      guided(
        lines('The following table summarizes our second quarter fiscal year 2026 targets:'),
        table(
          ['Total revenue', '$4.75 billion to $4.78 billion'],
          ['Cloud segment revenue', '$3.45 billion to $3.47 billion'],
          ['Tax rate', 'GAAP: ~21.5%', 'Non-GAAP: ~18.5%'],
          ['Earnings per share', 'GAAP: $2.65 to $2.70', 'Non-GAAP: $3.75 to $3.80'],
        ),
      ),
    ).toMatchObject({
      period: 'Q2 FY2026',
      revenue: '$4.75 billion to $4.78 billion',
      tax_rate: '21.5%',
      eps: '$2.65 to $2.70',
      other: ['Cloud segment revenue (Q2 FY2026): $3.45 billion to $3.47 billion', 'Adjusted EPS (Q2 FY2026): $3.75 to $3.80'],
    });
  });

  test('changes in percent', () => {
    expect(
      guided(
        lines('Fiscal 2026 Outlook'),
        table(['', 'Prior Outlook', 'Current Outlook'], ['Net sales growth', '2% to 4%', '3% to 5%'], ['Adjusted EPS', 'Up 4% to 6%', 'Up 6% to 8%']),
      ),
    ).toMatchObject({ revenue: 'growth 3% to 5%', eps: 'Up 6% to 8%' });
  });

  test('a rough amount, though only the line above calls it guidance, and nothing that the words said of the quarter by its number', () => {
    const title = lines('The following table summarizes the fiscal 2026 targets of the company:');
    expect(guided(title, table(['Net new bookings', '~$1.70 billion'], ['Orders', '$3.10 billion']))?.other).toEqual([
      'Net new bookings (FY2026): $1.70 billion',
    ]);
    const said = lines(
      'For its fourth quarter of fiscal 2026, Example targets a net loss of $16 million to $25 million.',
      'Demand was as strong as before.',
      'Its plants ran as planned.',
      'Business outlook (in millions)',
    );
    expect(guided(said, table(['', 'Three Months Ended June 28, 2026'], ['Net loss outlook range', '($25) to ($16)']))?.other).toHaveLength(1);
  });

  test('the row or the part of the table that is not of before', () => {
    const title = lines('Our updated fiscal 2026 guidance is as follows:');
    expect(
      guided(
        title,
        table(
          ['', 'Revenue', 'EPS'],
          ['Prior guidance', '$900 million - $920 million', '$1.00 - $1.10'],
          ['Updated guidance', '$940 million - $950 million', '$1.15 - $1.20'],
        ),
      ),
    ).toMatchObject({ revenue: '$940 million - $950 million', eps: '$1.15 - $1.20' });
    expect(
      guided(
        title,
        table(['Prior guidance'], ['Revenue', '$900 million - $920 million'], ['Updated guidance'], ['Revenue', '$940 million - $950 million']),
      ),
    ).toMatchObject({ revenue: '$940 million - $950 million', other: [] });
  });

  test('nothing of the year before, of changes or of midpoints beside it', () => {
    expect(
      guided(
        lines('2026 Guidance (in millions)'),
        table(['', '2026 Guidance', '2025 Results', '% Change'], ['Revenue', '$900 - $920', '$850', '6% - 8%']),
      ),
    ).toMatchObject({ revenue: '$900 - $920 (in millions)', other: [] });
  });
});

test.each([
  [
    'guidance beside what came of it',
    lines('Third quarter results compared with guidance (in millions)'),
    table(['', 'Q3 2026 Actual', 'Guidance'], ['Revenue', '$210', '$200 - $205']),
  ],
  [
    'results under a line that mentions guidance',
    lines('The company gave its outlook for the year in the spring.', '(in millions)'),
    table(['', '2026', '2025'], ['Revenue', '$210', '$200']),
  ],
  ['ranges of a table that is none of guidance', lines('Exercise prices of options'), table(['', 'Range'], ['Revenue', '$200 - $205'])],
])('%s is none', (_, ...parts) => expect(guided(...parts)).toBeNull());
