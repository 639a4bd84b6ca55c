/** Accounting of a running demo: documents that upstream served against records in the tables. */
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalUrl } from '#pipeline/ingest/publishers/entry/canonical-url.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed-records.ts';
import { openStore, storeAddress, type Store } from '#clickhouse/store.ts';
import { serviceConfig } from '#ops/scripts/service-config.ts';
import { isKnownRecord } from '#schemas/feed-log.ts';
import type { Demo } from '#test/support/demo.ts';
import { until } from '#test/support/until.ts';

export const storeOf = (demo: Demo): Store =>
  openStore({ ...storeAddress(serviceConfig(demo.dir, {})), requestTimeoutMs: 20_000, maxConnections: 2 });

export interface Accounting {
  /** uids in log order, without backfilled rows, as in delta mode. */
  readonly rows: readonly string[];
  readonly drops: number;
  /** Documents that became a row or a drop: canonical URL or accession number. */
  readonly identities: ReadonlySet<string>;
  readonly doubled: readonly string[];
}

/** Returns the accession number of a Form 4, which is one document but may be several rows; otherwise the identity itself. */
const documentOf = (identity: string): string => /^\d{10}-\d{2}-\d{6}/.exec(identity)?.[0] ?? identity;

export async function readAccounting(store: Store): Promise<Accounting> {
  const rows: string[] = [];
  const uids = new Set<string>();
  const identities = new Set<string>();
  const doubled: string[] = [];
  let drops = 0;
  for await (const { record } of recordsBetween(store, 1, await lastSequence(store))) {
    if (!isKnownRecord(record) || record.type === 'gap') continue;
    if (uids.has(record.uid)) doubled.push(record.identity);
    uids.add(record.uid);
    identities.add(documentOf(record.identity));
    if (record.type === 'row') {
      if (record.is_history !== true) rows.push(record.uid);
    } else drops += 1;
  }
  return { rows, drops, identities, doubled };
}

interface Served {
  readonly n: number;
  readonly kind: string;
  readonly url?: string;
  readonly accession?: string;
}

/** Returns the documents served once their number no longer grows. Call it when upstream makes no new ones. */
export async function servedInTheEnd(demo: Demo): Promise<string[]> {
  let before = await servedIdentities(demo);
  return until(
    'the pipeline to have asked for everything',
    async () => {
      await sleep(5_000);
      const now = await servedIdentities(demo);
      const isSettled = now.length > 0 && now.length === before.length;
      before = now;
      return isSettled ? now : null;
    },
    90_000,
  );
}

/** Returns every document in a listing that upstream answered, by the identity that the pipeline would give it. */
export async function servedIdentities(demo: Demo): Promise<string[]> {
  const identities = new Set<string>();
  for (let after = 0; ;) {
    const response = await fetch(`${demo.run().upstream}/__control/served?after=${after}`, { signal: AbortSignal.timeout(10_000) });
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    for (const line of lines) {
      const document = JSON.parse(line) as Served;
      after = Math.max(after, document.n);
      identities.add(document.accession ?? canonicalUrl(document.url ?? '') ?? '');
    }
    if (lines.length === 0) return [...identities];
  }
}
