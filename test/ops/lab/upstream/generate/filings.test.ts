import { describe, expect, test } from 'vitest';
import { amendedBy, generatedFilings } from '#ops/lab/upstream/generate/filings.ts';
import { createLane } from '#ops/lab/upstream/lane.ts';

const start = Date.UTC(2026, 4, 6, 15);
const count = 1_500;

const lane = createLane();
lane.open({ from: 0, startAt: start, perSecond: 0, burst: count, spreadMs: 3_600_000 });
const shelf = generatedFilings(9, lane);
const filings = Array.from({ length: count }, (_, index) => shelf.at(index));

describe('the generated filings', () => {
  test('are found again by their accession numbers, which are all different', () => {
    expect(new Set(filings.map(({ accession }) => accession)).size).toBe(count);
    for (const filing of filings) expect(shelf.byAccession(filing.accession, start)).toEqual(filing);
    expect(shelf.byAccession('0002100001-26-999999', start)).toBeNull();
  });

  test('an amendment corrects the shares of the form it amends, and says when that was filed', () => {
    const valueIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
    const sharesIn = (text: string): number => Number(valueIn(text, /<transactionShares>\s*<value>([\d.]+)/));
    const amended = filings.flatMap((filing) => {
      const original = filing.form === '4/A' ? amendedBy(9, filing.ref.index) : null;
      return original === null ? [] : [{ text: String(shelf.submission(filing)), original: shelf.at(original) }];
    });
    expect(amended.length).toBeGreaterThan(0);
    for (const { text, original } of amended) {
      expect(valueIn(text, /<dateOfOriginalSubmission>([\d-]+)/)).toBe(original.filedOn);
      expect(sharesIn(text)).toBe(sharesIn(String(shelf.submission(original))) + 100);
    }
  });
});

test('a filing accepted when EDGAR is closed is filed on the next business day', () => {
  const closing = createLane();
  const saturday = Date.UTC(2026, 4, 9, 16);
  closing.open({ from: 0, startAt: saturday, perSecond: 0, burst: 20, spreadMs: 60_000 });
  const closed = generatedFilings(9, closing);
  expect(closed.at(0).filedOn).toBe('2026-05-11');
  expect([...closed.filedOn('2026-05-11', saturday)]).toHaveLength(20);
  expect([...closed.filedOn('2026-05-09', saturday)]).toHaveLength(0);
});

test('a day lists what was accepted on it until 17:30, Forms 4 until 22:00, and the rest of the evening before', () => {
  const evening = createLane();
  const [thursday, friday] = [Date.UTC(2026, 4, 8, 0), Date.UTC(2026, 4, 9, 0)];
  for (const at of [thursday, friday]) evening.open({ from: evening.position(at), startAt: at, perSecond: 0, burst: 40, spreadMs: 60_000 });
  const evenings = generatedFilings(9, evening);
  const listed = (date: string) => [...evenings.filedOn(date, friday)].map(({ form, acceptedAt }) => [form.startsWith('4/') || form === '4' || disclosed(form), acceptedAt <= thursday]); // prettier-ignore
  const [ofThursday, ofFriday, ofMonday] = ['2026-05-07', '2026-05-08', '2026-05-11'].map(listed) as [unknown[][], unknown[][], unknown[][]];
  for (const one of ofThursday) expect(one).toEqual([true, true]);
  expect(new Set(ofFriday.map(String))).toEqual(new Set(['false,true', 'true,false']));
  for (const one of ofMonday) expect(one).toEqual([false, false]);
  expect(ofThursday.length + ofFriday.length + ofMonday.length).toBe(80);
});

const disclosed = (form: string): boolean => /^(?:144|SCHEDULE 13)/.test(form);
