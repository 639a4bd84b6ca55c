import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ClusterList } from '#api/insider/clusters.ts';
import type { StoredTrade } from '#schemas/insider.ts';
import { findClusters } from '#schemas/purchase-clusters.ts';
import type { InsiderCluster } from '#schemas/insider-cluster.ts';
import { purchasesIn } from '#test/clickhouse/filed-purchases.ts';
import { call } from '#test/support/api.ts';
import { documentsDir } from '#test/support/data.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { tradeRecord, tradeRow } from '#test/support/trades.ts';
import { walkPages } from '../walk-pages.ts';

type Clusters = z.infer<typeof ClusterList>;

const folder = documentsDir('form4');
const expected = JSON.parse(readFileSync(`${folder}/clusters_expected.json`, 'utf8')) as readonly { readonly issuerCik: string }[];
const dayMs = 86_400_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Purchases by issuer. Those of every second issuer are backfilled: stored as trades without an article. */
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

const days = ['2023-02-20', '2023-05-15', '2023-08-01'];
let nowMs = Date.parse('2023-08-01T15:00:00.000Z');
const ground = await sharedGround();
await ground.append([...filed.values()].flatMap(({ records }) => records));
const { api, key } = await keyedApi('pro', ground, {}, () => nowMs);

async function allClusters(query: string, pageSize = 50): Promise<InsiderCluster[]> {
  const path = `${api.url}/api/news/insider/clusters/?${query}&page_size=${pageSize}`;
  const pages = await walkPages((cursor) => call<Clusters>(`${path}${cursor}`, { key }));
  for (const { body } of pages) expect(ClusterList.parse(body)).toEqual(body);
  return pages.flatMap(({ body }) => body.results);
}

/** Returns the clusters of these purchases whose last purchase is on one of the last `age` days, today included. */
const clustersOf = (age: number, trades = [...filed.values()].flatMap((of) => of.trades), options = { buyersMin: 3, includeLabelled: false }) =>
  findClusters(trades, options).filter(({ last_trade_date }) => last_trade_date >= dayOf(nowMs - (age - 1) * dayMs));

const inOrder = (clusters: readonly InsiderCluster[]): InsiderCluster[] =>
  clusters.toSorted((a, b) => (`${a.cik} ${a.first_trade_date}` < `${b.cik} ${b.first_trade_date}` ? -1 : 1));

describe('filings of some issuers, in the store and over the API', () => {
  test.each([3, 50])('every window, in pages of %i, has each run once, latest filing first', async (pageSize) => {
    for (const day of days) {
      nowMs = Date.parse(`${day}T15:00:00.000Z`);
      for (const age of [30, 90]) {
        const found = await allClusters(`days=${age}`, pageSize);
        expect(inOrder(found)).toEqual(inOrder(clustersOf(age)));
        const known = found.map(({ known_at }) => known_at);
        expect(known).toEqual(known.toSorted().reverse());
      }
    }
  });

  test('of one symbol with two or more buyers and labelled buyers: each run of its issuer as filed', async () => {
    const all: InsiderCluster[] = [];
    for (const day of days) {
      nowMs = Date.parse(`${day}T15:00:00.000Z`);
      for (const { trades } of filed.values()) {
        const wanted = clustersOf(90, trades, { buyersMin: 2, includeLabelled: true });
        expect(await allClusters(`days=90&symbol=${trades[0]!.ticker}&min_buyers=2&include_labelled=true`, 2)).toEqual(wanted);
        all.push(...wanted);
      }
    }
    expect(all.some(({ buyers_count }) => buyers_count === 2)).toBe(true);
    expect(all.some(({ buyers }) => buyers.some(({ label }) => label !== null))).toBe(true);
  });
});
