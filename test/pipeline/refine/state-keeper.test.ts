/** Who has refine's state while it is handed from the standby to the leader. */
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { filesIn } from '#pipeline/refine/seen/run-files.ts';
import type { Snapshots } from '#pipeline/refine/snapshot/snapshots.ts';
import { createSeen } from '#pipeline/refine/state/seen.ts';
import { createStateKeeper } from '#pipeline/refine/state-keeper.ts';
import { openStore } from '#clickhouse/store.ts';
import { readConfig } from '#schemas/config.ts';
import { digestOf } from '#schemas/identity.ts';
import { buckets } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { appendRecords } from '#test/support/feed-log.ts';
import { logLines } from '#test/support/log-lines.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { dropRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
let folder: string;
beforeAll(async () => {
  nats = await startNats();
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  await applyStreams(bus);
  folder = await mkdtemp(join(tmpdir(), 'tickerwire-state-'));
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
  await rm(folder, { recursive: true });
});

/** A seen-set whose next record begins a merge of four files, the first of which is damaged. */
async function damagedSeen() {
  const seen = createSeen({ files: filesIn(folder), headMax: 8 });
  for (let count = 0; count < 32; count += 1) {
    const digest = digestOf(`document ${count}`);
    seen.add(digest.slice(0, 16), digest);
  }
  const kept = seen.kept();
  expect(kept.runs).toHaveLength(4);
  const file = await open(join(folder, (await readdir(folder)).toSorted()[0]!), 'r+');
  await file.write(Buffer.from([255, 255, 255]), 0, 3, 4);
  await file.close();
  return kept;
}

test(
  'the state that the leader has built is its own, though a standby is still clearing away the damaged one before it',
  { timeout: 60_000 },
  async () => {
    const [first, second] = [dropRecord('first'), dropRecord('second')];
    await appendRecords(bus, [first]);
    const seen = await damagedSeen();
    const isDiscarded = Promise.withResolvers<void>();
    let discards = 0;
    const snapshots: Snapshots = {
      files: filesIn(folder),
      held: async () => {
        const position = { generation: 0, seq: 1, uid: first.uid };
        const window = { clock: { last: null }, pages: [] };
        return discards > 0 ? [] : [{ position, read: async () => ({ position, lastRefinedAtMs: null, seen, events: [], window }) }];
      },
      save: async () => true,
      discard: async () => {
        discards += 1;
        if (discards === 1) await isDiscarded.promise;
      },
    };
    const { log, named } = logLines();
    const store = openStore({ url: 'http://127.0.0.1:1', database: 'none', requestTimeoutMs: 1_000, maxConnections: 1 });
    const feedLog = await openBucket(bus, buckets.feedLog);
    const keeper = createStateKeeper({ bus, store, feedLog, log, snapshots, onWait: () => undefined }, null, log);
    const stop = new AbortController();
    const standingBy = keeper.standBy(stop.signal);
    await until('the standby to have a state', () => named('snapshot.taken_up').length === 1);
    await appendRecords(bus, [second]);
    await until('the damage to be found', () => discards === 1);
    const taking = keeper.take(2, stop.signal);
    // Whoever does not wait for the other has long taken it by then.
    setTimeout(isDiscarded.resolve, 1_000);
    const state = await taking;
    await until('the standby to be over with it', () => named('standby.restarted').length === 1);
    expect(state.position().seq).toBe(2);
    expect(await keeper.knownSeq()).toBe(2);
    keeper.give(state);
    stop.abort();
    await standingBy;
    await keeper.close();
    await store.close();
  },
);
