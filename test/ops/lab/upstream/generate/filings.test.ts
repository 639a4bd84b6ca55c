import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { generatedFilings } from '#ops/lab/upstream/generate/filings.ts';
import { createLane } from '#ops/lab/upstream/lane.ts';

const start = Date.UTC(2026, 4, 6, 15);
const count = 1_500;

const lane = createLane();
lane.open({ from: 0, startAt: start, perSecond: 0, burst: count, spreadMs: 3_600_000 });
const shelf = generatedFilings(9, lane);
const filings = Array.from({ length: count }, (_, index) => shelf.at(index));
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, processEntities: false });

describe('the generated filings', () => {
  test('are found again by their accession numbers, which are all different', () => {
    expect(new Set(filings.map(({ accession }) => accession)).size).toBe(count);
    for (const filing of filings) expect(shelf.byAccession(filing.accession, start)).toEqual(filing);
    expect(shelf.byAccession('0002100001-26-999999', start)).toBeNull();
  });

  test('are Form 4 for the most part, then 8-Ks and 6-Ks, with amendments and other forms that begin like them', () => {
    const forms = Map.groupBy(filings, ({ form }) => form);
    expect(forms.get('4')?.length).toBeGreaterThan(count * 0.5);
    expect(forms.get('8-K')?.length).toBeGreaterThan(count * 0.15);
    expect(forms.get('6-K')?.length).toBeGreaterThan(count * 0.05);
    expect([...forms.keys()].filter((form) => form !== '4')).toEqual(
      expect.arrayContaining(['4/A', '424B2', '497', '425', '8-K/A', '8-K12B', '6-K/A']),
    );
  });

  test('hold what insiders file: codes, ladders, several owners, plan sales, odd symbols, unpriced rows', () => {
    const form4s = filings.flatMap((filing) => shelf.form4(filing) ?? []);
    const rows = form4s.flatMap((form) => form.rows);
    expect(new Set(rows.map(({ code }) => code))).toEqual(new Set(['P', 'S', 'D', 'M', 'A', 'F', 'G', 'J', 'C', 'W', 'X']));
    expect(form4s.some((form) => form.rows.length > 3)).toBe(true);
    expect(form4s.some((form) => form.owners.length > 2)).toBe(true);
    expect(new Set(form4s.map(({ plan }) => plan))).toEqual(new Set(['0', '1', 'true', 'false', null]));
    expect(rows.some(({ price }) => price === null)).toBe(true);
    expect(rows.some(({ date }) => date.endsWith('-05:00'))).toBe(true);
    expect(form4s.some((form) => form.issuer.symbol.includes(':'))).toBe(true);
    expect(form4s.some((form) => form.issuer.symbol === 'NONE')).toBe(true);
  });

  test('trade on or before the day they are accepted', () => {
    for (const filing of filings) {
      const form = shelf.form4(filing);
      if (form !== null) expect(form.period <= filing.filedOn).toBe(true);
    }
  });

  test('an amendment corrects the shares of the form it amends, and says when that was filed', () => {
    const amendment = filings.find((filing) => filing.form === '4/A' && shelf.amended(filing) !== null);
    const original = shelf.at(shelf.amended(amendment!)!);
    const { issuer, rows } = shelf.form4(original)!;
    const corrected = rows.map((row, at) => (at === 0 ? { ...row, shares: String(Number(row.shares) + 100) } : row));
    expect(shelf.form4(amendment!)).toMatchObject({ documentType: '4/A', amends: original.filedOn, issuer, rows: corrected });
  });

  test('are well-formed XML that names the issuer and the owners of the header', () => {
    for (const filing of filings.slice(0, 200)) {
      const form = shelf.form4(filing);
      const xml = shelf.papers(filing).documents[0]?.body.toString('latin1') ?? '';
      if (form === null) continue;
      const { ownershipDocument } = parser.parse(xml, true) as { ownershipDocument: { issuer: { issuerCik: string }; reportingOwner: unknown } };
      const owners = [ownershipDocument.reportingOwner].flat() as { reportingOwnerId: { rptOwnerCik: string } }[];
      expect(ownershipDocument.issuer.issuerCik).toBe(filing.parties.find(({ role }) => role === 'Issuer')?.cik);
      expect(owners.map((owner) => owner.reportingOwnerId.rptOwnerCik)).toEqual(
        filing.parties.filter(({ role }) => role === 'Reporting').map(({ cik }) => cik),
      );
      expect(xml).toMatch(/^\p{ASCII}*$/u);
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
