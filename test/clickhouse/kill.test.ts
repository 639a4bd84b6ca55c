import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { insertRecords, lastSequence, pageAfterSequence, pageNewestFirst, recordsBetween, type NumberedRecord } from '#clickhouse/feed.ts';
import { wholeRange } from '#clickhouse/feed-keys.ts';
import { tradeFacts } from '#clickhouse/insider-trades.ts';
import { everything } from '#schemas/feed-filter.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { insiderTrade, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
import { feedDrop, feedGap, feedRow } from './feed-rows.ts';
import { sharedStore } from './fresh-store.ts';

const server = await sharedClickHouse();
const store = await sharedStore(server.url);

const rounds = 6;
const batchRecords = 400;

/** Returns a row, drop or gap, always the same for a sequence, so that any part can be made again as the log can be read again. */
const recordAt = (seq: number): NumberedRecord => {
  const identity = `https://example.com/${seq}`;
  if (seq % 7 === 0)
    return {
      seq,
      record: feedDrop(identity, { story_id: feedRow({ identity: 'https://example.com/1' }).uid, source_domain: `d${seq % 30}.example` }),
    };
  if (seq % 31 === 0) return { seq, record: feedGap };
  const row = form4At(seq);
  if (seq % 11 === 0) return { seq, record: row };
  if (seq % 13 === 0) return { seq, record: tradeRecord(tradeAt(seq)) };
  // Corrects a row of the same batch, or one already stored.
  if (seq % 17 === 0 && correctedBy(seq) > 0)
    return { seq, record: revisionRecord(form4At(correctedBy(seq)), { ...tradeAt(seq), form: '4/A' }, { relevance: 3 }) };
  return {
    seq,
    record: feedRow({ identity, publishedAtMs: Date.UTC(2026, 0, 1) + (seq % 500) * 60_000, tickers: [`T${seq % 5}`], title: 'long '.repeat(200) }),
  };
};
const tradeAt = (seq: number) =>
  insiderTrade({ accession_number: `0001234567-26-${String(seq).padStart(6, '0')}`, ticker: 'ACME', total_value_usd: `${seq}.25` });
const form4At = (seq: number): FeedRow => tradeRow(tradeAt(seq));
/** Returns the sequence of an earlier row of a Form 4, by the rules of `recordAt`; 0: none. */
function correctedBy(seq: number): number {
  for (let at = seq - (seq % 120); at > 0; at -= 1) if (at % 11 === 0 && at % 7 !== 0 && at % 31 !== 0) return at;
  return 0;
}
const range = (from: number, count: number): NumberedRecord[] => Array.from({ length: count }, (_, at) => recordAt(from + at));

test('kill -9 in the middle of inserts, round after round, loses and doubles nothing', async () => {
  let killed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const checkpoint = await lastSequence(store);
    // The moment differs by round: in the first insert of a batch, in the last, or between two.
    const killing = pause(20 + round * 23).then(() => server.kill());
    const writing = writeUntilKilled(checkpoint + 1);
    await killing;
    killed += await writing;
    await server.restart();
  }
  expect(killed).toBe(rounds);
  const last = await lastSequence(store);
  await insertRecords(store, range(last + 1, batchRecords));
  const end = last + batchRecords;
  const wanted = range(1, end);

  const back: NumberedRecord[] = [];
  for await (const record of recordsBetween(store, 1, end)) back.push(record);
  expect(back).toEqual(wanted);

  const rows = wanted.filter(({ record }) => record.type === 'row').map(({ seq }) => seq);
  const corrections = new Map(wanted.flatMap(({ seq, record }) => (record.type === 'revision' ? [[record.revises, { seq, record }] as const] : [])));
  expect(corrections.size).toBeGreaterThan(0);
  const versions = new Map([...corrections].map(([uid, { seq }]) => [uid, seq]));
  for (const row of await pageAfterSequence(store, everything, 0, end)) expect(row.version).toBe(versions.get(row.uid) ?? 0);
  const traded = wanted.flatMap(({ record }) => (record.type === 'trade' || (record.type === 'row' && record.trade) ? [record] : []));
  const sums = traded.map(({ uid, trade }) => `${uid} ${(corrections.get(uid)?.record.trade ?? trade!).total_value_usd}`);
  expect((await tradeFacts(store, { tickers: ['ACME'] }, null)).map(({ uid, totalValueUsd }) => `${uid} ${totalValueUsd}`).sort()).toEqual(
    sums.sort(),
  );
  expect((await pageAfterSequence(store, everything, 0, end)).map(({ seq }) => seq)).toEqual(rows);
  expect((await pageNewestFirst(store, everything, wholeRange, end)).map(({ seq }) => seq).toSorted((left, right) => left - right)).toEqual(rows);
  const ofTicker = rows.filter((seq) => seq % 5 === 3 && seq % 11 !== 0);
  expect((await pageAfterSequence(store, { ...everything, tickers: ['T3'] }, 0, end)).map(({ seq }) => seq)).toEqual(ofTicker);
}, 120_000);

/** Writes batches until an insert fails, as it does without the server, and returns 1; returns 0 if none failed. */
async function writeUntilKilled(fromSeq: number): Promise<number> {
  for (let from = fromSeq; from < fromSeq + 1_000 * batchRecords; from += batchRecords) {
    const stored = await insertRecords(store, range(from, batchRecords)).then(
      () => true,
      () => false,
    );
    if (!stored) return 1;
  }
  return 0;
}
