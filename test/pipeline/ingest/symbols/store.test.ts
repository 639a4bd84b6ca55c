import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { KV } from '@nats-io/kv';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { readTickerList } from '#pipeline/ingest/symbols/directory.ts';
import { createApplyDirectory } from '#pipeline/ingest/symbols/store.ts';
import { readConfig } from '#schemas/config.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { documentsDir } from '#test/support/data.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { listedEntry } from './entry.ts';

let nats: NatsServer;
let bus: Bus;
let bucket: KV;
const at = '2025-09-06T02:00:00.000Z';
const apply = (entries: readonly SymbolEntry[]) => createApplyDirectory(bucket, { log: testLog, signal: new AbortController().signal })(entries, at);

beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});
beforeEach(async () => {
  [bucket] = (await freshBuckets(bus, 'symbols')) as [KV];
});

describe('symbol store', () => {
  test('the same list twice writes nothing the second time', async () => {
    const entries = [listedEntry('AAA'), listedEntry('BRK-B'), listedEntry('VOD.L')];
    expect(await apply(entries)).toMatchObject({ ok: true, added: 3 });
    const revision = (await bucket.get('AAA'))!.revision;
    expect(await apply(entries)).toMatchObject({ ok: true, added: 0, unchanged: 3 });
    expect((await bucket.get('AAA'))!.revision).toBe(revision);
    expect((await bucket.get('VOD.L'))!.json()).toEqual(listedEntry('VOD.L'));
  });

  test('an entry that cannot be read is written anew', async () => {
    await bucket.put('AAA', '{"symbol":"AAA"}');
    expect(await apply([listedEntry('AAA')])).toMatchObject({ ok: true, added: 1 });
    expect((await bucket.get('AAA'))!.json()).toEqual(listedEntry('AAA'));
  });

  const folder = documentsDir('symbols');
  test('a whole list is loaded within seconds', async () => {
    const list = readTickerList(gunzipSync(readFileSync(`${folder}/company_tickers_exchange.2025-09.json.gz`)));
    if (!list.ok) throw new Error(list.detail);
    expect(await apply(list.entries)).toMatchObject({ ok: true, added: list.entries.length });
    expect((await bucket.status()).values).toBe(list.entries.length);
    expect(await apply(list.entries)).toMatchObject({ ok: true, unchanged: list.entries.length });
  });
});
