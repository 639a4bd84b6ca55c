import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { Snapshot } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { computeSnapshot } from '#pipeline/radar/compute.ts';
import { gatherContext } from '#pipeline/radar/company-events.ts';
import type { FeedRevision } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { RadarHead, RadarRow, type RadarWindow } from '#schemas/radar.ts';
import { articleRow, broad, bursting, dayMs, hourMs, numbered, quiet, radarRows, testListings, thin } from '#test/support/radar.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { freshStore, sharedStore } from '../../clickhouse/fresh-store.ts';

const endMs = Date.parse('2026-11-19T22:00:00.000Z');
const rows = numbered(radarRows(endMs));
const server = await sharedClickHouse();
const store = await sharedStore(server.url);
await insertRecords(store, rows);

async function snapshotOf(from: Store, cutoffMs: number, window: RadarWindow = '24h', toSeq = rows.length): Promise<Snapshot> {
  const cutoff = { cutoffMs, toSeq };
  const context = await gatherContext(from, cutoff, testListings);
  const now = (): Date => new Date(cutoffMs + 3_000);
  const computed = await computeSnapshot(from, { window, cutoff, companies: testListings, context, checkedAt: now().toISOString(), now });
  if (!computed.ok) throw new Error(computed.reason);
  return computed.snapshot;
}

const rowOf = ({ rows: all }: Snapshot, ticker: string): RadarRow => all.find(({ row }) => row.ticker === ticker)!.row;

describe('a snapshot', () => {
  test('has the shapes that are served, and a burst stands out of it', async () => {
    for (const window of ['24h', '4h'] as const) {
      const snapshot = await snapshotOf(store, endMs, window);
      expect(RadarHead.parse(snapshot.head)).toEqual(snapshot.head);
      for (const { row } of snapshot.rows) expect(RadarRow.parse(row)).toEqual(row);
      const scored = snapshot.rows.map(({ row }) => row).filter(({ news_z }) => news_z !== null);
      const [top] = scored.toSorted((a, b) => b.news_z! - a.news_z!);
      expect(top!.ticker).toBe(bursting);
      expect(top!.news_z).toBeGreaterThan(2);
    }
  });

  test('counts stories, articles and outlets of the window, and leaves broad stories out of the model', async () => {
    const snapshot = await snapshotOf(store, endMs);
    const inWindow = rows.filter(
      ({ record }) => Date.parse(record.item.original.created_at) > endMs - dayMs && record.item.enrichment.tickers.includes(bursting),
    );
    const burst = rowOf(snapshot, bursting);
    expect(burst).toMatchObject({
      stories: inWindow.length,
      articles: inWindow.length,
      model_stories: inWindow.length,
      outlets: new Set(inWindow.map(({ record }) => record.item.original.source_domain)).size,
    });
    const wide = rowOf(snapshot, broad);
    expect([wide.stories, wide.model_stories, wide.news_z, wide.anomaly_reason]).toEqual([1, 0, null, 'no_model_stories']);
  });

  test('says what it does not know, and never takes it for neutral', async () => {
    const snapshot = await snapshotOf(store, endMs);
    const row = rowOf(snapshot, thin);
    expect(row.news_z).toBeNull();
    expect(row.anomaly_reason).toEqual(expect.any(String));
    expect(row.sent).toMatchObject({ value: null, usable_stories: 1 });
    expect(row.sent.reason).toEqual(expect.any(String));
    expect(row.sent_delta).toBeNull();
    expect(rowOf(snapshot, bursting).sent.value).toBeLessThan(0);
    expect(snapshot.rows.some((one) => one.row.ticker === quiet)).toBe(false);
    expect(snapshot.head.quiet_tickers.split(' ')).toContain(quiet);
  });

  test('names headlines of different stories, in words of the feed', async () => {
    const { evidence, evidence_uids } = rowOf(await snapshotOf(store, endMs), bursting);
    expect(evidence.map(({ uid }) => uid)).toEqual(evidence_uids);
    expect(new Set(evidence_uids).size).toBe(3);
    for (const { uid, title } of evidence) expect(rows.find(({ record }) => record.uid === uid)!.record.item.original.title).toBe(title);
  });

  test('names no headline that was withdrawn or is no longer about the ticker, and a corrected one as corrected', async () => {
    const { evidence_uids: uids } = rowOf(await snapshotOf(store, endMs), bursting);
    const own = await freshStore(server.url);
    const revisions = uids.map((uid, at): FeedRevision => {
      const { source, instants, item, story_id } = rows.find(({ record }) => record.uid === uid)!.record;
      const identity = `edit ${uid}`;
      const head = { type: 'revision', v: 1, uid: uidOf(identity), identity, source, kind: 'article', revises: uid } as const;
      const base = { ...head, instants, key_entities: [] };
      if (at === 0) return { ...base, item: null, withdrawn: 'its publisher withdrew it' };
      const original = { ...item.original, title: 'corrected' };
      const enrichment = at === 1 ? { ...item.enrichment, tickers: [thin] } : item.enrichment;
      return { ...base, item: { ...item, original, enrichment }, story_id };
    });
    const corrected = revisions.map((record, at) => ({ seq: rows.length + 1 + at, record }));
    await insertRecords(own, [...rows, ...corrected]);
    const after = rowOf(await snapshotOf(own, endMs, '24h', rows.length + 3), bursting);
    expect(after.evidence.map(({ uid, title }) => [uid, title])).toEqual([[uids[2], 'corrected']]);
    expect(rowOf(await snapshotOf(own, endMs, '24h', rows.length), bursting).evidence_uids).toEqual(uids);
    await own.close();
  });

  test('says why there is none: too short a history, no directory', async () => {
    const cutoff = { cutoffMs: endMs - 39 * dayMs, toSeq: rows.length };
    const inputs = { window: '24h', cutoff, companies: testListings, context: null, checkedAt: '', now: () => new Date(endMs) } as const;
    expect(await computeSnapshot(store, inputs)).toEqual({ ok: false, reason: 'history_too_short' });
    expect(await computeSnapshot(store, { ...inputs, companies: new Map() })).toEqual({ ok: false, reason: 'symbols_missing' });
  });
});

describe('what arrived after the cutoff', () => {
  test('is in no part of a snapshot: over tables cut off there it is the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 10 * 24 * 60 }), fc.constantFrom<RadarWindow>('4h', '24h'), async (minutes, window) => {
        const cutoffMs = endMs - minutes * 60_000;
        const cut = rows.filter(({ record }) => Date.parse(record.item.original.created_at) <= cutoffMs);
        const before = await freshStore(server.url);
        await insertRecords(before, cut);
        const [whole, truncated] = [await snapshotOf(store, cutoffMs, window), await snapshotOf(before, cutoffMs, window, cut.length)];
        await before.close();
        expect(truncated.rows).toEqual(whole.rows);
        expect(truncated.head.snapshot_id).toBe(whole.head.snapshot_id);
      }),
      { numRuns: 5 },
    );
  });

  test('neither is what the log got behind the sequence, nor what was published before and came later', async () => {
    const late = articleRow({ name: 'late', tickers: [bursting], atMs: endMs - hourMs, arrivedMs: endMs + 60_000 });
    const behind = articleRow({ name: 'behind', tickers: [bursting], atMs: endMs - hourMs });
    const fresh = await freshStore(server.url);
    await insertRecords(fresh, [...rows, { seq: rows.length + 1, record: behind }, { seq: rows.length + 2, record: late }]);
    const [whole, same] = [await snapshotOf(store, endMs), await snapshotOf(fresh, endMs)];
    expect(same.rows).toEqual(whole.rows);
    const next = await snapshotOf(fresh, endMs + 60_000, '24h', rows.length + 2);
    expect(rowOf(next, bursting).stories).toBe(rowOf(whole, bursting).stories + 2);
    await fresh.close();
  });

  test('history counts when it was published, once it has been loaded', async () => {
    const fresh = await freshStore(server.url);
    const loaded = rows.map(({ seq, record }) => ({
      seq,
      record: articleRow({
        name: record.identity,
        tickers: record.item.enrichment.tickers,
        atMs: Date.parse(record.item.original.time_published),
        arrivedMs: endMs - 60_000,
        isHistory: true,
      }),
    }));
    await insertRecords(fresh, loaded);
    const [live, history] = [await snapshotOf(store, endMs), await snapshotOf(fresh, endMs)];
    expect(rowOf(history, bursting).stories_expected).toBe(rowOf(live, bursting).stories_expected);
    expect(rowOf(history, bursting).model_stories).toBe(rowOf(live, bursting).model_stories);
    const early = { cutoffMs: endMs - 120_000, toSeq: rows.length };
    const inputs = { window: '24h', cutoff: early, companies: testListings, context: null, checkedAt: '', now: () => new Date(endMs) } as const;
    expect(await computeSnapshot(fresh, inputs)).toEqual({ ok: false, reason: 'history_too_short' });
    await fresh.close();
  });
});
