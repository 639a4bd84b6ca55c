/** Up to where tables are read whose log was cut and has grown again, from the moment on in which the epoch is known. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEpochBook } from '#api/feed/epoch-book.ts';
import { createStoreAgreement } from '#api/feed/store-agreement.ts';
import { storeEpochs } from '#clickhouse/feed-epochs.ts';
import { insertRecords } from '#clickhouse/feed.ts';
import { startGround, type Ground } from '#test/support/api.ts';
import { appendRecords, emptyLog } from '#test/support/feed-log.ts';
import { testLog } from '#test/support/log.ts';
import { rowRecord } from '#test/support/records.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());

const rows = (from: number, to: number, by: string) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, record: rowRecord(`${by} ${from + index}`) }));
const recordsOf = (numbered: ReturnType<typeof rows>) => numbered.map(({ record }) => record);

test('tables that hold what was cut are read up to the cut at once, also where they were compared a moment before', async () => {
  const { bus, store } = ground;
  const book = createEpochBook(() => Promise.resolve());
  const { agreesTo } = createStoreAgreement({ bus, ask: (question) => question(store), book, log: testLog });
  const first = rows(1, 9, 'a');
  await appendRecords(bus, recordsOf(first), 100);
  await storeEpochs(store, [{ id: 100, afterSeq: 0 }]);
  await insertRecords(store, first);
  book.put('bucket', [{ id: 100, afterSeq: 0 }]);
  expect(await agreesTo()).toBe(Number.POSITIVE_INFINITY);

  await emptyLog(bus);
  await appendRecords(bus, recordsOf(first.slice(0, 6)), 100);
  await appendRecords(bus, recordsOf(rows(7, 12, 'b')), 200);
  book.put('bucket', [{ id: 100, afterSeq: 0 }, { id: 200, afterSeq: 6 }]); // prettier-ignore
  const answers = [];
  for (let asked = 0; asked < 20; asked += 1) answers.push(await agreesTo());
  expect(new Set(answers)).toEqual(new Set([6]));
});
