import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvColumns, csvHeader, csvLine } from '#api/insider/csv-rows.ts';
import type { StoredItem } from '#schemas/item.ts';
import { insiderTrade, ownerOf, tradeRow } from '#test/support/trades.ts';
import { parseCsv, unguarded } from './parse-csv.ts';

const hostile = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '+SUM(A1)',
    '-2+3',
    '@cmd',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '"quoted"',
    'a,b',
    'a\r\nb',
    "it's",
    '＝1',
    '',
    '-5',
    '=HYPERLINK("http://x","y")',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

test('the columns are those of the contract, in their order', () => {
  expect(csvHeader).toBe(
    'uid,time_published,tickers,title,url,category,relevance_score,side,transaction_code,shares,avg_price_usd,total_value_usd,is_10b5_1,insider_name,insider_title,is_officer,is_director,is_ten_percent_owner,transaction_date,filed_at,late_filing,summary\r\n',
  );
});

test('no cell begins as a formula, and every cell reads back as it was', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (texts) => {
      const [row] = parseCsv(`${texts.map(csvCell).join()}\r\n`);
      expect(row).toHaveLength(texts.length);
      for (const [at, cell] of row!.entries()) {
        if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
        expect(unguarded(cell)).toBe(unguarded(texts[at]!));
      }
    }),
    { numRuns: 100 },
  );
});

test('a line has the values of the item; unknown values are empty, and a plan appears only if stated', () => {
  fc.assert(
    fc.property(hostile, hostile, fc.constantFrom(true, false, null), (title, name, isPlan) => {
      const trade = insiderTrade({ owners: [ownerOf({ name })], is_10b5_1: isPlan, avg_price_usd: null, total_value_usd: null, late_filing: null });
      const item: StoredItem = tradeRow(trade, { title }).item;
      const [row] = parseCsv(csvLine(item));
      const cells = Object.fromEntries(csvColumns.map((column, at) => [column, row![at]!]));
      expect(unguarded(cells.title!)).toBe(unguarded(title));
      expect(unguarded(cells.insider_name!)).toBe(unguarded(name));
      expect(cells).toMatchObject({
        uid: item.original.uid,
        shares: '100',
        avg_price_usd: '',
        total_value_usd: '',
        late_filing: '',
        is_10b5_1: String(isPlan === true),
        is_officer: 'true',
        relevance_score: '7',
      });
    }),
  );
});
