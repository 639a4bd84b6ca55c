import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDates } from '#pipeline/ingest/earnings-dates/read-dates.ts';

const today = '2026-01-10';
const asked = new Set(['AAA', 'BRK-B', 'CCC']);
const read = (answer: unknown) =>
  readDates({ body: Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)), requested: asked, today });
const row = (ticker: string, report_date: string, status = 'confirmed') => ({ ticker, report_date, status });

describe('dates of a source', () => {
  test('the next confirmed date of each ticker is kept, never an estimate', () => {
    const result = read({
      dates: [row('AAA', '2026-04-30'), row('AAA', '2026-01-29'), row('brk-b', '2026-01-20'), row('CCC', '2026-01-22', 'estimated')],
    });
    expect(result).toMatchObject({ ok: true, counts: { confirmed: 3, estimated: 1 } });
    expect(result.ok && [...result.confirmed]).toEqual([
      ['AAA', '2026-01-29'],
      ['BRK-B', '2026-01-20'],
    ]);
  });

  test('a date of today lies ahead still, one of yesterday has passed', () => {
    const result = read({ dates: [row('AAA', '2026-01-10'), row('CCC', '2026-01-09')] });
    expect(result.ok && [...result.confirmed]).toEqual([['AAA', '2026-01-10']]);
    expect(result).toMatchObject({ counts: { passed: 1 } });
  });

  test('rows that cannot be believed are counted, leave their ticker in doubt, and spoil no other', () => {
    const bad = [
      null,
      {},
      row('AAA', '2026-02-30'),
      row('CCC', '2026-01-22', 'likely'),
      row('CCC', '2099-01-01'),
      { ticker: { $ne: 1 }, report_date: '2026-01-22', status: 'confirmed' },
    ];
    const result = read({ dates: [...bad, row('BRK-B', '2026-01-20'), row('ZZZ', '2026-01-20')], extra: true });
    expect(result).toMatchObject({ ok: true, counts: { unreadable: bad.length, confirmed: 1, not_asked: 1 } });
    expect(result.ok && [...result.inDoubt].toSorted()).toEqual(['AAA', 'CCC']);
  });

  const tooLong = JSON.stringify({ dates: Array.from({ length: 10_001 }, () => 0) });
  test.each(['', '<html></html>', '[]', '{}', '{"dates":{}}', tooLong])('an answer of another shape is refused whole: %#', (answer) => {
    expect(read(answer)).toMatchObject({ ok: false });
  });

  test('no JSON makes it throw', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.jsonValue()), (text, dates) => {
        read(text);
        const result = read({ dates });
        return result.ok && result.confirmed.size === 0;
      }),
    );
  });
});
