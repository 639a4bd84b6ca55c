import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ClusterList } from '#api/insider/clusters.ts';
import type { Api } from '#api/main.ts';
import type { StoredTrade } from '#schemas/insider.ts';
import { findClusters } from '#schemas/purchase-clusters.ts';
import type { InsiderCluster } from '#schemas/insider-cluster.ts';
import { purchasesIn } from '#test/clickhouse/filed-purchases.ts';
import { call, startApiOn, startGround, type Answer, type Ground } from '#test/support/api.ts';
import { documentsDir } from '#test/support/data.ts';
import { tradeRecord, tradeRow } from '#test/support/trades.ts';

interface Expected {
  readonly issuerCik: string;
  readonly issuer: string;
  readonly kind: 'cluster' | 'ten_percent_only' | 'spread' | 'pair' | 'repeat';
  readonly max_officer_director_buyers_10d: { readonly n: number; readonly first: string | null; readonly last: string | null };
  readonly purchases: readonly { readonly date: string }[];
}
type Clusters = z.infer<typeof ClusterList>;

const folder = documentsDir('form4');
const expected = JSON.parse(readFileSync(`${folder}/clusters_expected.json`, 'utf8')) as readonly Expected[];
const dayMs = 86_400_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Purchases by issuer. Every second issuer's are from the past: stored as trades only, without an article. */
const filed = new Map(
  expected.map(({ issuerCik }, at) => {
    const purchases = purchasesIn(`${folder}/clusters/${issuerCik}`);
    const article = ({ last_date }: StoredTrade) => `filed on ${last_date}`;
    const hasArticles = at % 2 === 0;
    const asServed = (trade: StoredTrade): StoredTrade =>
      hasArticles ? { ...trade, news_title: article(trade), news_published: trade.accepted_at ?? trade.filed_at } : trade;
    return [issuerCik, { trades: purchases.map(asServed), records: purchases.map((trade) => recordOf(trade, hasArticles ? article(trade) : null)) }];
  }),
);

function recordOf({ uid: _uid, news_title: _title, news_published: _published, ...trade }: StoredTrade, title: string | null) {
  return title === null ? tradeRecord(trade) : tradeRow(trade, { title });
}

let ground: Ground;
let api: Api;
let key: string;
let nowMs = Date.parse('2023-08-01T15:00:00.000Z');
beforeAll(async () => {
  ground = await startGround();
  await ground.append([...filed.values()].flatMap(({ records }) => records));
  key = (await ground.account('pro', { perMinute: 1_000_000, perDay: 1_000_000 })).key;
  api = await startApiOn(ground, {}, () => nowMs);
});
afterAll(async () => {
  await api.stop();
  await ground.stop();
});

async function allClusters(query: string, pageSize = 50): Promise<InsiderCluster[]> {
  const found: InsiderCluster[] = [];
  let cursor: string | null = null;
  do {
    const url = `${api.url}/api/news/insider/clusters/?${query}&page_size=${pageSize}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const answer: Answer<Clusters> = await call<Clusters>(url, { key });
    expect(answer.status, answer.text).toBe(200);
    expect(ClusterList.parse(answer.body)).toEqual(answer.body);
    found.push(...answer.body.results);
    cursor = answer.body.next_cursor;
  } while (cursor !== null);
  return found;
}

/** Returns the clusters of these issuers whose last purchase is at most `days` days old. */
const clustersOf = (ciks: readonly string[], days: number, options: { buyersMin: number; includeLabelled: boolean }): InsiderCluster[] =>
  findClusters(ciks.flatMap((cik) => filed.get(cik)!.trades), options).filter(({ last_trade_date }) => last_trade_date >= dayOf(nowMs - days * dayMs)); // prettier-ignore

const inOrder = (clusters: readonly InsiderCluster[]): InsiderCluster[] =>
  clusters.toSorted((a, b) => (`${a.cik} ${a.first_trade_date}` < `${b.cik} ${b.first_trade_date}` ? -1 : 1));

describe('filings of some issuers, in the store and over the API', () => {
  test.each(expected)('$issuer ($kind)', async ({ issuerCik, kind, max_officer_director_buyers_10d: most, purchases }) => {
    const last = purchases.map(({ date }) => date).sort().at(-1)!; // prettier-ignore
    nowMs = Date.parse(`${most.last ?? last}T15:00:00.000Z`) + 10 * dayMs;
    const ticker = filed.get(issuerCik)!.trades[0]!.ticker;
    for (const buyersMin of [2, 3]) {
      const options = { buyersMin, includeLabelled: true };
      const found = await allClusters(`symbol=${ticker}&days=90&min_buyers=${buyersMin}&include_labelled=true`);
      expect(inOrder(found.filter(({ cik }) => cik === issuerCik))).toEqual(inOrder(clustersOf([issuerCik], 90, options)));
    }
    const found = (await allClusters(`symbol=${ticker}&days=90`)).filter(({ cik }) => cik === issuerCik);
    expect(found.flatMap(({ buyers }) => buyers).every(({ label }) => label === null)).toBe(true);
    if (kind === 'pair' || kind === 'repeat' || kind === 'ten_percent_only') expect(found).toEqual([]);
    if (kind !== 'cluster') return;
    const isStated = new Set(
      filed.get(issuerCik)!.trades.flatMap(({ label, is_10b5_1, owners }) => (label === null && is_10b5_1 !== true ? [] : [owners[0]!.cik])),
    );
    const run = found.find(({ first_trade_date, last_trade_date }) => first_trade_date <= most.first! && last_trade_date >= most.last!);
    // Some of them bought in an offering or through dividends, as their footnotes say.
    if (most.n - isStated.size >= 3) expect(run!.officer_director_count).toBeGreaterThanOrEqual(most.n - isStated.size);
  });

  test.each([1, 3, 50])('all of them, window by window, in pages of %i: each run once, latest filing first', async (pageSize) => {
    for (const day of ['2023-02-20', '2023-05-15', '2023-08-01']) {
      nowMs = Date.parse(`${day}T15:00:00.000Z`);
      for (const days of [30, 90]) {
        const found = await allClusters(`days=${days}`, pageSize);
        expect(inOrder(found)).toEqual(inOrder(clustersOf([...filed.keys()], days, { buyersMin: 3, includeLabelled: false })));
        const known = found.map(({ known_at }) => known_at);
        expect(known).toEqual(known.toSorted().reverse());
      }
    }
  });
});
