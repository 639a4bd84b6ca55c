/** Two releases over one log: what this one writes the last one reads, and what the next one may write this one reads. */
import { describe, expect, test } from 'vitest';
import { FeedRecord, readFeedRecord } from '#schemas/feed-log.ts';
import { FeedRecord as LastFeedRecord } from '#test/fixtures/release-0.1.0/feed-log.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { earningsAnalysis, earningsRow, insiderTrade, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';

const trade = insiderTrade();
const written: Readonly<Record<string, FeedRecord>> = {
  row: rowRecord('a row', { tickers: ['ACME', 'BRK-B', 'BTC-USD'] }),
  'row of history': { ...rowRecord('an old row'), is_history: true, extract: 'Our own extract.' },
  'Form 4 row': tradeRow(trade),
  '8-K row': earningsRow('an 8-K', earningsAnalysis()),
  drop: dropRecord('a drop', { reason: 'near_duplicate', duplicate_of: rowRecord('a row').uid, story_id: rowRecord('a row').uid }),
  trade: tradeRecord(trade),
  revision: revisionRecord(tradeRow(trade), insiderTrade({ form: '4/A' })),
  'revision of a trade': revisionRecord(tradeRecord(trade), insiderTrade({ form: '4/A' })),
  gap: { type: 'gap', v: 1 },
};

describe('the last release, 0.1.0, whose reader is strict', () => {
  test.each(Object.entries(written))('reads what this one writes: %s', (_, record) => {
    FeedRecord.parse(record);
    expect(LastFeedRecord.safeParse(JSON.parse(JSON.stringify(record))).error).toBeUndefined();
  });
});

/** What a release may add without a second log: fields, values of closed sets, forms of what is only served, record types. */
const additions: readonly (readonly [string, (record: FeedRecord) => unknown, number])[] = [
  ['fields anywhere', (record) => withFields(record), 0],
  ['a version', (record) => ({ ...record, v: 2 }), 1],
  ['a record type', (record) => ({ ...record, type: `${record.type}_2` }), 1],
];
const withFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withFields);
  if (typeof value !== 'object' || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withFields(inner)])), of_the_next_release: { deep: [1, null] } };
};

describe('this release reads of the next one', () => {
  test.each(
    additions.flatMap(([what, add, strange]) => Object.entries(written).map(([name, record]) => [what, name, add(record), strange] as const)),
  )('%s: %s', (_, __, later, strange) => {
    const reading = readFeedRecord(Buffer.from(JSON.stringify(later)));
    expect(reading).toMatchObject({ ok: true, record: later });
    expect(reading.ok && reading.strange).toHaveLength(strange);
    // The last release would not: what it does not know it takes for unreadable, so the log of this one holds none of it.
    if (strange > 0) expect(LastFeedRecord.safeParse(later).success).toBe(false);
  });
});
