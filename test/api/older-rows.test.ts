/** Serves rows of an earlier release, which lack every field that releases added since, in each answer. */
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '#api/operations.ts';
import { FeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import { call, queryFor, startApiOn, statusOf } from '#test/support/api.ts';
import { rowRecord, storyRecords, withOriginal } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { earningsAnalysis, earningsRow, insiderTrade, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';

/** Optional parts that the kind of a row depends on. */
const ownParts = new Set(['trade', 'earnings', 'source_text']);

/** Returns the value without the fields that its schema permits to be absent. */
function oldest(schema: z.ZodType, value: unknown): unknown {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema;
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((one) => oldest(inner.element as z.ZodType, one));
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => ownParts.has(name) || inner.shape[name]?.safeParse(undefined).success === false);
  return Object.fromEntries(kept.map(([name, own]) => [name, oldest(inner.shape[name] as z.ZodType, own)]));
}
const olderRecord = <Kind extends FeedRecord>(record: Kind): Kind =>
  oldest(
    FeedRecord.options.find(({ shape }) => shape.type.value === record.type)!,
    record,
  ) as Kind;

const at = new Date(Date.now() - 3_600_000).toISOString();
const times = { publishedAt: at, refinedAt: at };
const trade = insiderTrade({ accepted_at: at, filed_at: at, first_date: at.slice(0, 10), last_date: at.slice(0, 10) });
const event = olderRecord(tradeRow(trade, { relevance: 9 }));
const rows: FeedRow[] = [
  rowRecord('article', { ...times, relevance: 9 }),
  earningsRow('release', earningsAnalysis(), times),
  ...storyRecords('story', at),
].map(olderRecord);
const records = [
  ...rows,
  event,
  olderRecord(revisionRecord(event, { ...trade, accession_number: '0001234567-26-000777', form: '4/A' })),
  olderRecord(tradeRecord({ ...trade, accession_number: '0001234567-26-000778' })),
];

const ground = await sharedGround();
await ground.putSymbols([symbolEntry('ACME', { cik: trade.issuer_cik, sector: 'Technology' })]);
await ground.append(records);
const { key } = await ground.account('pro', { perMinute: 1_000_000, perDay: 1_000_000 });
const ofTail = await startApiOn(ground);
await until('the rows in the tail', async () => (await call(`${ofTail.url}/api/news/${event.uid}/`, { key })).status === 200);
// The smallest tail does not hold these records, so the rows are only in the tables.
await ground.append(
  Array.from({ length: 100 }, (_, place) => withOriginal(rowRecord(`later ${place}`, { ...times, relevance: 1 }), { summary: 'x'.repeat(20_000) })),
);
const ofTables = await startApiOn(ground, { API_TAIL_BYTES: '1000000', CURSOR_SECRET: 'another' });
await until('the tail', async () => (await statusOf(ofTables)).tail.firstSeq > records.length);
afterAll(() => Promise.all([ofTail, ofTables].map((api) => api.stop())));

const uids = [...rows, event].map(({ uid }) => uid);
const asked = operations
  .filter(({ access, isLive }) => access === 'key' && isLive !== true)
  .filter(({ name }) => !['getRadarSnapshot', 'getCoverage', 'exportNews'].includes(name));

describe.each([
  ['the tail', ofTail],
  ['the tables', ofTables],
])('from %s', (_, api) => {
  test.each(asked.map((operation) => [operation.name, operation] as const))('%s answers as documented', async (_name, operation) => {
    const paths = operation.path.includes(':uid') || operation.path.includes(':story_id') ? uids.map((uid) => operation.path.replace(/:(?:uid|story_id)/, uid)) : [operation.path.replace(':ticker', 'ACME').replace(':slug', 'technology')]; // prettier-ignore
    const { shape } = operation.parameters.query;
    const queries = ['', ...('include' in shape ? ['page_size=50&sort=ingested&include=revisions'] : []), ...('collapse' in shape ? ['collapse=story'] : [])]; // prettier-ignore
    for (const path of paths)
      for (const query of queries) {
        const { status, body } = await call(`${api.url}${path}${queryFor(operation, query)}`, { key });
        const isNone = status === 204 || (status === 404 && /materials|source-text/.test(path));
        expect(isNone || status === 200, `${path} ${status} ${JSON.stringify(body)}`).toBe(true);
        if (status === 200 && operation.output.type === 'application/json')
          expect(operation.output.schema.safeParse(body).error, path).toBeUndefined();
      }
  });
});
