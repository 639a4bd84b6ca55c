import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store } from '#clickhouse/store.ts';
import type { RadarRow } from '#schemas/radar.ts';
import { call } from '#test/support/api.ts';
import { articleRow, radarRows, seeded, steady } from '#test/support/radar.ts';
import { producerOn, wholeMinute } from '#test/support/radar-ground.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';

interface Page {
  readonly snapshot_id: string;
  readonly as_of: string;
  readonly results: readonly RadarRow[];
  readonly next_cursor: string | null;
  readonly total: number;
}

const minuteMs = 60_000;
const { signal } = new AbortController();
let lastMs = wholeMinute(Date.now());
let nowMs = lastMs + 5_000;
const ground = await sharedGround();
await ground.append(radarRows(lastMs));
await producerOn(ground, () => nowMs).make(lastMs, signal);
const { api, key } = await keyedApi('pro', ground, {}, () => nowMs);

const get = async (query: string): Promise<Page> => {
  const { status, body } = await call<Page>(`${api.url}/api/signals/snapshot/?${query}`, { key });
  expect(status).toBe(200);
  return body;
};

/** News arrives and a minute passes; a producer makes its snapshots or is killed at its insert `killedAt`. */
async function passMinute(random: () => number, killedAt: number): Promise<void> {
  lastMs += minuteMs;
  const tickers = steady.filter(() => random() < 0.5);
  await ground.append(tickers.map((ticker) => articleRow({ name: `${ticker}-${lastMs}`, tickers: [ticker], atMs: lastMs - 1_000 })));
  nowMs = lastMs + 5_000;
  let inserts = 0;
  const store: Store = {
    ...ground.store,
    insert: async (table, rows) => {
      inserts += 1;
      if (inserts > killedAt) throw new Error('killed');
      await ground.store.insert(table, rows);
    },
  };
  await producerOn(ground, () => nowMs, { store })
    .make(lastMs, signal)
    .catch(() => undefined);
}

test('a walk never repeats or skips a row, whatever news arrives and whichever producer is killed meanwhile', async () => {
  const step = fc.record({ passes: fc.boolean(), killedAt: fc.integer({ min: 0, max: 8 }) });
  const walk = fc.record({
    limit: fc.integer({ min: 1, max: 5 }),
    sort: fc.constantFrom('score', 'stories', 'sentiment', 'sentiment_change'),
    order: fc.constantFrom('asc', 'desc'),
    window: fc.constantFrom('4h', '24h'),
    seed: fc.integer(),
    steps: fc.array(step, { minLength: 3, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(walk, async ({ limit, sort, order, window, seed, steps }) => {
      const random = seeded(seed);
      // This minute has no kill, so that no walk begins on a ranking that is too old.
      await passMinute(random, 99);
      const filters = `sort=${sort}&order=${order}&window=${window}`;
      const whole = await get(`${filters}&limit=100`);
      let page = await get(`${filters}&limit=${limit}`);
      const seen = [...page.results];
      for (let turn = 0; page.next_cursor !== null; turn += 1) {
        const { passes, killedAt } = steps[turn % steps.length]!;
        if (passes && turn < steps.length) await passMinute(random, killedAt);
        page = await get(`${filters}&limit=${limit}&cursor=${page.next_cursor}`);
        expect([page.snapshot_id, page.total]).toEqual([whole.snapshot_id, whole.total]);
        seen.push(...page.results);
      }
      expect(seen).toEqual(whole.results);
    }),
    { numRuns: 2 },
  );
});

test('a cursor of svc_radar continues with the limit of its page, which the call need not repeat', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const ask = async (given: object): Promise<Page> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_radar', arguments: given } });
    const { result } = (await (await fetch(api.mcp, { method: 'POST', headers, body })).json()) as { result: { content: [{ text: string }] } };
    return JSON.parse(result.content[0].text) as Page;
  };
  const first = await ask({ limit: 2 });
  const second = await ask({ cursor: first.next_cursor });
  expect(second).toMatchObject({ snapshot_id: first.snapshot_id, results: { length: 2 } });
  expect((await ask({ cursor: second.next_cursor, limit: 50 })).snapshot_id).toBe(first.snapshot_id);
});
