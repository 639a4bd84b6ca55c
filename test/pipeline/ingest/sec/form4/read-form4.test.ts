import { readFileSync } from 'node:fs';
import Big from 'big.js';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { RawForm4 } from '#schemas/raw.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';
import { form4Text, ownerText, submissionText, type Form4Text } from '../form4-text.ts';

const accession = '0001617553-25-000024';
const listing: Parameters<typeof readForm4>[1] = {
  accession,
  seenAt: '2025-03-19T00:15:00.000Z',
  fetchedAt: '2025-03-19T00:15:01.000Z',
  acceptedAt: null,
  filedOn: null,
};
const read = (text: Form4Text | string, changes: Partial<typeof listing> = {}) =>
  readForm4(splitSubmission(Buffer.from(typeof text === 'string' ? text : form4Text(text))), { ...listing, ...changes });
function form4Of(text: Form4Text | string, changes: Partial<typeof listing> = {}): RawForm4 {
  const result = read(text, changes);
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return RawForm4.parse(result.filing);
}

describe('form 4', () => {
  test('times come from the header, else from the listing', () => {
    expect(form4Of(submissionText(accession, form4Text()), { acceptedAt: '2000-01-01T00:00:00.000Z' })).toMatchObject({
      accepted_at: '2025-03-19T00:14:44.000Z',
      filed_on: '2025-03-18',
    });
    expect(form4Of({}, { acceptedAt: '2025-03-19T00:14:44.000Z', filedOn: '2025-03-18' })).toMatchObject({
      accepted_at: '2025-03-19T00:14:44.000Z',
      filed_on: '2025-03-18',
    });
    expect(form4Of({})).toMatchObject({ accepted_at: null, filed_on: null });
  });

  test('the address of a filing is in the folder of its issuer, whoever listed it', () => {
    expect(form4Of({}).url).toBe('https://www.sec.gov/Archives/edgar/data/1617553/000161755325000024/0001617553-25-000024-index.htm');
  });

  test('booleans are 0, 1, true and false; absent is no', () => {
    const flags = { director: 'true', officer: '1', tenPercent: 'False', other: '' };
    expect(form4Of({ owners: ownerText('A', 'B', flags) }).owners).toEqual([
      { cik: '0001859449', name: 'A', title: 'B', is_director: true, is_officer: true, is_ten_percent_owner: false, is_other: false },
    ]);
    expect(read({ owners: ownerText('A', 'B', { ...flags, director: 'maybe' }) })).toMatchObject({ ok: false, reason: 'malformed' });
  });

  test.each([
    ['1', true],
    ['false', false],
    ['', null],
    [null, null],
  ])('the 10b5-1 checkbox %s is %s: where the form has none, unknown', (plan, expected) => {
    expect(form4Of({ plan }).aff10b5_one).toBe(expected);
  });

  test('a price that only a footnote gives is unknown, and zero is zero', () => {
    const { transactions } = form4Of({
      rows: [{ price: '', priceNotes: ['F1'] }, { price: '0' }, { price: '.5' }, { price: '1,250.10' }],
      footnotes: { F1: 'The price is given here: $7.' },
    });
    expect(transactions.map(({ price }) => price)).toEqual([null, '0', '0.5', '1250.10']);
    expect(transactions[0]!.footnotes).toEqual(['The price is given here: $7.']);
    expect(transactions[1]!.footnotes).toEqual([]);
  });

  test('a footnote stands with every transaction that points to it, once, in the order of the pointers', () => {
    const rows = [{ notes: ['F2', 'F1'], priceNotes: ['F2', 'F9'] }, { notes: ['F1'] }];
    const { transactions } = form4Of({ rows, footnotes: { F1: 'one &amp; only', F2: 'two\n  lines' } });
    expect(transactions.map(({ footnotes }) => footnotes)).toEqual([['two lines', 'one & only'], ['one & only']]);
  });

  test('a purchase with warrants of the same day says so', () => {
    const warrants = (code: string, date: string): string =>
      `<derivativeTable><derivativeTransaction><securityTitle><value>Warrant (right to buy)</value></securityTitle>
       <transactionDate><value>${date}</value></transactionDate><transactionCoding><transactionCode>${code}</transactionCode></transactionCoding>
       <transactionAmounts><transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode></transactionAmounts>
       </derivativeTransaction></derivativeTable>`;
    const marksOf = (extra: string) => form4Of({ rows: [{}, { code: 'S' }], extra }).transactions.map((row) => row.with_warrants);
    expect(marksOf(warrants('A', '2025-03-14'))).toEqual([true, undefined]);
    for (const other of [warrants('M', '2025-03-14'), warrants('P', '2025-03-13'), '']) expect(marksOf(other)).toEqual([undefined, undefined]);
  });

  test('dates keep their day whatever their zone suffix, and a year that cannot be is kept as typed', () => {
    const { transactions } = form4Of({ rows: [{ date: '2023-05-01-05:00' }, { date: '2023-05-01Z' }, { date: '0025-03-14' }] });
    expect(transactions.map((row) => row.transaction_date)).toEqual(['2023-05-01', '2023-05-01', '0025-03-14']);
  });

  test('an amendment is told by its document or by EDGAR’s header', () => {
    expect(form4Of({ type: '4/A' }).form).toBe('4/A');
    expect(form4Of(submissionText(accession, form4Text(), { form: '4/A' })).form).toBe('4/A');
  });

  test('an amendment keeps the day its original was filed, where it says so', () => {
    const dated = form4Text({ type: '4/A' }).replace(
      '</documentType>',
      '</documentType><dateOfOriginalSubmission>2025-03-10</dateOfOriginalSubmission>',
    );
    expect(form4Of(dated).original_filed_on).toBe('2025-03-10');
    expect(form4Of({ type: '4/A' }).original_filed_on).toBeNull();
    expect(form4Of({}).original_filed_on).toBeNull();
  });

  test.each(['3/A', '5', ''])('form %j is not collected', (type) => {
    expect(read({ type })).toMatchObject({ ok: false, reason: 'not_collected' });
  });

  test.each<[string, Form4Text | string, string]>([
    ['entities of its own', `<!DOCTYPE x [<!ENTITY e "x">]>${form4Text().slice(21)}`, 'entity_expansion'],
    ['no issuer', { cik: '' }, 'malformed'],
    ['no owner', { owners: '' }, 'malformed'],
    ['a sale without a number of shares', { rows: [{ code: 'S', shares: '' }] }, 'malformed'],
    ['a sale whose price is not a number', { rows: [{ code: 'S', price: 'n/a' }] }, 'malformed'],
    ['a negative number of shares', { rows: [{ shares: '-5' }] }, 'malformed'],
    ['a purchase on no day', { rows: [{ date: '2025-02-30' }] }, 'malformed'],
    ['a sale neither direct nor indirect', { rows: [{ code: 'S', ownership: '' }] }, 'malformed'],
  ])('%s refuses the form: a figure would be wrong', (_, text, reason) => {
    expect(read(text)).toMatchObject({ ok: false, reason, isTransient: false });
  });

  test('a row that would not be served does not refuse the form', () => {
    expect(form4Of({ rows: [{ code: 'M', shares: '' }, { code: 'S' }] }).transactions.map(({ code }) => code)).toEqual(['S']);
  });

  test('a document that is another filing’s, or cut short, is asked for again', () => {
    expect(read(submissionText('0001617553-25-000099', form4Text()))).toMatchObject({ ok: false, isTransient: true });
    expect(read(submissionText(accession, form4Text()).slice(0, -200))).toMatchObject({ ok: false, reason: 'malformed', isTransient: true });
    expect(read(form4Text().slice(0, -200))).toMatchObject({ ok: false, reason: 'malformed', isTransient: true });
    expect(read('<Error><Code>AccessDenied</Code></Error>')).toMatchObject({ ok: false, reason: 'unknown_format', isTransient: true });
  });

  test('a whole submission of another kind is refused for good', () => {
    expect(read(submissionText(accession, '<edgarSubmission/>', { form: 'D' }))).toMatchObject({
      ok: false,
      reason: 'unknown_format',
      detail: 'no ownership document in this form D',
      isTransient: false,
    });
  });

  test('a name that is not UTF-8 is read as Windows-1252', () => {
    const xml = form4Text({ name: 'Société' });
    const result = readForm4(splitSubmission(Buffer.from(xml, 'latin1')), listing);
    expect(result).toMatchObject({ ok: true, filing: { issuer: { name: 'Société' } } });
  });
});

interface ManifestRow {
  readonly table: 'N' | 'D';
  readonly date: string;
  readonly code: string;
  readonly shares: string | null;
  readonly price: string | null;
  readonly ad: string;
  readonly after: string | null;
  readonly di: string;
}
interface ManifestFile {
  readonly file: string;
  readonly accession?: string;
  readonly form: string;
  readonly period: string;
  readonly issuerCik: string;
  readonly ticker: string;
  readonly owners: number;
  readonly aff10b5One: string | null;
  readonly accepted?: string;
  readonly filed?: string;
  readonly transactions: readonly ManifestRow[];
}

describe('filings', () => {
  const isReal = dataDir('form4') !== null;
  const folder = documentsDir('form4');
  const json = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  const manifest = json('manifest.json') as ManifestFile[];
  const readFile = (file: string) =>
    readForm4(splitSubmission(readFileSync(`${folder}/${file}`)), { ...listing, accession: /\d{10}-\d\d-\d{6}/.exec(file)?.[0] ?? accession });
  const results = new Map(manifest.map(({ file }) => [file, readFile(file)]));
  const same = (a: string | null, b: string | null): boolean => (a === null || b === null ? a === b : new Big(a).eq(new Big(b)));
  const flag = (text: string | null | undefined): boolean | null =>
    text === null || text === undefined || text === '' ? null : ['1', 'true'].includes(text.toLowerCase());

  test('every figure of every filing is what an independent reading of its XML gives', () => {
    let rows = 0;
    for (const facts of manifest) {
      const result = results.get(facts.file)!;
      if (!['4', '4/A'].includes(facts.form)) {
        expect(result, facts.file).toMatchObject({ ok: false, reason: 'not_collected' });
        continue;
      }
      if (!result.ok) throw new Error(`${facts.file}: ${result.detail}`);
      const form4 = RawForm4.parse(result.filing);
      expect(form4, facts.file).toMatchObject({ form: facts.form, period_of_report: facts.period.slice(0, 10), aff10b5_one: flag(facts.aff10b5One) });
      expect(form4.issuer.cik).toBe(facts.issuerCik.padStart(10, '0'));
      expect(form4.issuer.symbol).toBe(facts.ticker.replace(/\s+/g, ' ').trim());
      expect(form4.owners).toHaveLength(facts.owners);
      const expected = facts.transactions.filter(({ table }) => table === 'N');
      expect(form4.transactions, facts.file).toHaveLength(expected.length);
      for (const [index, row] of expected.entries()) {
        const actual = form4.transactions[index]!;
        expect(actual, facts.file).toMatchObject({
          code: row.code,
          transaction_date: row.date.slice(0, 10),
          acquired_disposed: row.ad,
          ownership_form: row.di === 'I' ? 'indirect' : 'direct',
        });
        expect(
          [same(actual.shares, row.shares), same(actual.price, row.price), same(actual.shares_after, row.after)],
          `${facts.file} row ${index}`,
        ).toEqual([true, true, true]);
        rows += 1;
      }
    }
    expect(rows).toBeGreaterThan(isReal ? 500 : 30);
  });

  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    htmlEntities: true,
    isArray: (name) => ['reportingOwner', 'footnote', 'nonDerivativeTransaction'].includes(name),
  });
  type Tree = { readonly [name: string]: Tree } & string & readonly Tree[];

  test('owners, roles and footnotes are what fast-xml-parser finds', () => {
    for (const { file, form } of manifest) {
      const result = results.get(file)!;
      if (!result.ok) {
        expect(form).not.toBe('4');
        continue;
      }
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      const document = (parser.parse(text.slice(text.indexOf('<ownershipDocument'), text.indexOf('</ownershipDocument>') + 20)) as Tree)
        .ownershipDocument!;
      const owners = document.reportingOwner!.map(({ reportingOwnerId: id, reportingOwnerRelationship: roles }) => ({
        cik: id!.rptOwnerCik!.padStart(10, '0'),
        name: id!.rptOwnerName!.replace(/\s+/g, ' ').trim(),
        is_director: flag(roles!.isDirector) ?? false,
        is_officer: flag(roles!.isOfficer) ?? false,
        is_ten_percent_owner: flag(roles!.isTenPercentOwner) ?? false,
        is_other: flag(roles!.isOther) ?? false,
      }));
      expect(result.filing.owners, file).toMatchObject(owners);
      const notes = new Map(
        (document.footnotes?.footnote ?? []).map((note) => [
          note['@_id'] as string,
          String(note['#text'] ?? '')
            .replace(/\s+/g, ' ')
            .trim(),
        ]),
      );
      for (const [index, row] of (document.nonDerivativeTable?.nonDerivativeTransaction ?? []).entries()) {
        const ids = new Set([...JSON.stringify(row).matchAll(/"@_id":"([^"]+)"/g)].map((match) => match[1]!));
        expect(new Set(result.filing.transactions[index]!.footnotes), file).toEqual(new Set([...ids].map((id) => notes.get(id)).filter(Boolean)));
      }
    }
  });

  test('acceptance and filing dates are those of the headers', () => {
    const dated = manifest.filter(({ accepted }) => accepted !== undefined);
    expect(dated.length).toBeGreaterThan(isReal ? 100 : 15);
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'medium' });
    for (const { file, accepted, filed } of dated) {
      const result = results.get(file)!;
      if (!result.ok) throw new Error(file);
      expect(clock.format(new Date(result.filing.accepted_at!)).replace(/\D/g, ''), file).toBe(accepted);
      expect(result.filing.filed_on?.replaceAll('-', '')).toBe(filed);
    }
  });
});
