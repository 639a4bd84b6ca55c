import { afterAll, expect, test } from 'vitest';
import { symbolEntry } from '#test/support/symbols.ts';
import { articleRow, bursting, hourMs, radarRows, steady } from '#test/support/radar.ts';
import { producerOn, wholeMinute } from '#test/support/radar-ground.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { followCompanies } from '#pipeline/radar/companies.ts';
import { buckets } from '#schemas/subjects.ts';
import { testLog } from '#test/support/log.ts';
import { timeBound } from '#clickhouse/columns.ts';
import { digestsAt } from '#clickhouse/radar.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { runScript } from './run-script.ts';

const endMs = wholeMinute(Date.now());
const stopping = new AbortController();
const ground = await sharedGround();
await ground.putSymbols(steady.map((ticker) => symbolEntry(ticker)));
await ground.append(radarRows(endMs));
const companies = await followCompanies(await openBucket(ground.bus, buckets.symbols), {
  connection: ground.bus.connection,
  log: testLog,
  signal: stopping.signal,
});
await producerOn(ground, () => endMs + 3_000, { companies }).make(endMs, stopping.signal);
afterAll(() => stopping.abort());

const replay = (at: number, ...args: string[]) =>
  runScript('ops/scripts/replay-radar.ts', ['--at', new Date(at).toISOString(), ...args], { ...ground.env, LOG_LEVEL: 'silent' });

test('a snapshot that is computed again equals the one that was served', async () => {
  await ground.append([articleRow({ name: 'since', tickers: [bursting], atMs: endMs + 1_000 })]);
  const { code, out } = await replay(endMs, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out).snapshots.map(({ window, outcome }: Record<string, unknown>) => [window, outcome])).toEqual([
    ['24h', 'equal'],
    ['4h', 'equal'],
  ]);
});

test('a minute without a snapshot is reported, and one in the future is refused', async () => {
  const { code, out } = await replay(endMs - hourMs, '--window', '4h');
  expect([code, out]).toEqual([0, expect.stringMatching(/4h: no snapshot was served; it would have had \d+ rows/)]);
  expect((await replay(endMs + 48 * hourMs)).code).toBe(2);
});

test('a snapshot of a release that hashed other inputs is compared by the hashes that both have, and the others are named', async () => {
  const [served] = await digestsAt(ground.store, '4h', endMs);
  const { counts: _, articles: __, ...both } = served!.hashes;
  const hashes = JSON.stringify({ feed: 'f'.repeat(64), ...both });
  await ground.store.insert('radar_digests', [{ span: '4h', as_of: timeBound(endMs), snapshot_id: 'f'.repeat(16), to_seq: served!.toSeq, hashes }]);
  const { code, out } = await replay(endMs, '--window', '4h');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/4h: equal .*, f{16}, .*not compared because another release made it: counts, articles, feed\n/),
  ]);
});

test('where the tables have changed it names the differences and fails', async () => {
  const text = `ALTER TABLE feed DELETE WHERE has(tickers, '${bursting}') AND created_at > '${new Date(endMs - hourMs * 4).toISOString().slice(0, 19).replace('T', ' ')}' SETTINGS mutations_sync = 2`;
  await ground.store.command({ name: 'lose rows', text });
  const { code, out, errors } = await replay(endMs);
  expect(code).toBe(1);
  expect(out).toMatch(/24h: differs from the snapshot that was served, \w{16}, in counts, articles,.*rows/);
  expect(errors).toMatch(/differ from those that were served/);
});
