import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { KV } from '@nats-io/kv';
import { beforeEach, describe, expect, test } from 'vitest';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { bareRow, rowOf, type SymbolList } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { createApplyDirectory } from '#pipeline/ingest/symbols/directory-bucket.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import { documentsDir } from '#test/support/data.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { listedEntry } from './entry.ts';

let bucket: KV;
const listing = (entries: readonly SymbolEntry[]): SymbolList => ({ source: 'sec', date: '2025-09-05', rows: entries.map(rowOf) });
const apply = (entries: readonly SymbolEntry[]) =>
  createApplyDirectory(bucket, { log: testLog, signal: new AbortController().signal })(
    [listing(entries)],
    { dates: new Map() },
    '2025-09-05T12:00:00.000Z',
  );

const { bus } = await sharedBus();
beforeEach(async () => {
  [bucket] = (await freshBuckets(bus, 'symbols')) as [KV];
});

describe('symbol store', () => {
  test('a holding keeps the instant at which the service learned of its beginning or its end', async () => {
    await apply([listedEntry('AAA'), listedEntry('BBB'), listedEntry('CCC')]);
    const options = { log: testLog, signal: new AbortController().signal };
    const next: SymbolList = { source: 'sec', date: '2025-09-08', rows: ['AAA', 'BBB', 'DDD'].map((symbol) => rowOf(listedEntry(symbol))) };
    await createApplyDirectory(bucket, options)([next], { dates: new Map([['sec', '2025-09-05']]) }, '2025-09-08T14:30:00.000Z');
    const holdingsOf = async (symbol: string) => SymbolEntry.parse((await bucket.get(symbol))!.json()).holdings;
    expect(await holdingsOf('AAA')).toBeUndefined();
    expect(await holdingsOf('CCC')).toMatchObject([{ from: null, to: '2025-09-08', to_at: '2025-09-08T14:30:00.000Z' }]);
    expect(await holdingsOf('DDD')).toMatchObject([{ from: '2025-09-08', from_at: '2025-09-08T14:30:00.000Z', to: null }]);
  });

  test('an entry that cannot be read is written anew', async () => {
    await bucket.put('AAA', '{"symbol":"AAA"}');
    expect(await apply([listedEntry('AAA')])).toMatchObject({ listed: ['AAA'] });
    expect((await bucket.get('AAA'))!.json()).toEqual(listedEntry('AAA'));
  });

  test('two processes that apply lists of their own at once lose nothing of either', async () => {
    const other = {
      source: 'nasdaqlisted',
      date: '2025-09-05',
      rows: ['AAA', 'BBB', 'ETFX'].map((ticker) => ({ ...bareRow(ticker, ticker), exchange: 'Nasdaq' })),
    };
    const applyOther = createApplyDirectory(bucket, { log: testLog, signal: new AbortController().signal });
    await Promise.all([
      apply([listedEntry('AAA'), listedEntry('BBB'), listedEntry('CCC')]),
      applyOther([other], { dates: new Map() }, '2025-09-05T12:00:00.000Z'),
    ]);
    const entry = async (symbol: string) => SymbolEntry.parse((await bucket.get(symbol))!.json());
    expect(await entry('AAA')).toMatchObject({ exchange: 'Nasdaq', cik: '0000000001', listed_by: ['nasdaqlisted', 'sec'] });
    expect(await entry('ETFX')).toMatchObject({ cik: null, listed_by: ['nasdaqlisted'] });
    expect(await entry('CCC')).toMatchObject({ status: 'active', exchange: 'NYSE' });
  });

  const folder = documentsDir('symbols');
  test('a whole list is loaded within seconds, and the second time nothing is written', async () => {
    const list = readTickerList(gunzipSync(readFileSync(`${folder}/company_tickers_exchange.2025-09.json.gz`)));
    if (!list.ok) throw new Error(list.detail);
    expect((await apply(list.entries)).listed.length).toBe(list.entries.length);
    const { values, streamInfo } = await bucket.status();
    expect(values).toBe(list.entries.length);
    expect(await apply(list.entries)).toMatchObject({ writes: [], listed: [] });
    expect((await bucket.status()).streamInfo.state.last_seq).toBe(streamInfo.state.last_seq);
  });
});
