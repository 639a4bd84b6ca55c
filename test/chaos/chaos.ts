/**
 * Kills parts of a running service with SIGKILL at random moments while documents keep coming and a poller
 * keeps polling, then asks: is every document that upstream served one row or one counted drop, and did
 * the poller see each row exactly once and in order?
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createKey } from '#ops/runtime/accounts.ts';
import { openBus } from '#ops/runtime/nats.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import { canonicalUrl } from '#pipeline/ingest/publishers/canonical-url.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { readConfig } from '#schemas/config.ts';
import { startDemo, type Demo } from '#test/support/demo.ts';
import { testLog } from '#test/support/log.ts';
import { startPoller } from '#test/support/poller.ts';
import { until } from '#test/support/until.ts';

export interface ChaosResult {
  readonly kills: Readonly<Record<string, number>>;
  /** Documents that upstream served, by identity. */
  readonly served: number;
  readonly rows: number;
  readonly drops: number;
  /** Served, but neither a row nor a drop. */
  readonly lost: readonly string[];
  /** Identities that stand in the tables more than once. */
  readonly doubled: readonly string[];
  /** What the tables hold for the poller's filter, and what it received, in order. */
  readonly expectedUids: readonly string[];
  readonly polledUids: readonly string[];
  readonly pollFailures: number;
}

export async function runChaos(options: {
  readonly kills: number;
  readonly rate: number;
  readonly seed: number;
  readonly parts: readonly string[];
  readonly pauseMsMax: number;
  readonly onProgress?: (line: string) => void;
}): Promise<ChaosResult> {
  const { kills, rate, seed, parts, pauseMsMax, onProgress = () => undefined } = options;
  // Repeatable choice of victims and moments; what the machine does in between is not.
  let state = seed >>> 0 || 1;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const demo = await startDemo(['--rate', String(rate), '--seed', String(seed), '--quiet']);
  try {
    const key = await unlimitedKey(demo);
    const poller = startPoller({ api: () => demo.run().api, key, query: '&min_relevance=1' });
    const killed: Record<string, number> = {};
    for (let round = 0; round < kills; round += 1) {
      await sleep(50 + random() * pauseMsMax);
      // Each in turn first, so that a short run spares none; then at random.
      const part = parts[round < parts.length ? round : Math.floor(random() * parts.length)]!;
      const pid = demo.run().pids[part];
      if (typeof pid !== 'number') continue;
      onProgress(`kill ${round + 1}/${kills}: ${part} (${pid})`);
      process.kill(pid, 'SIGKILL');
      killed[part] = (killed[part] ?? 0) + 1;
      await until(`${part} to come back`, () => {
        const now = demo.run().pids[part];
        return typeof now === 'number' && now !== pid;
      });
    }
    await fetch(`${demo.run().upstream}/__control/rate`, { method: 'POST', body: JSON.stringify({ rate: 0 }) });
    const served = await servedInTheEnd(demo);
    onProgress(`${served.length} documents served; waiting until each is accounted for`);
    const store = openStore({ url: `http://127.0.0.1:${demo.ports().clickhouse}`, database: 'tickerwire', requestTimeoutMs: 20_000, maxConnections: 2 });
    const account = async (): Promise<Accounting> => readAccounting(store);
    let books = await account().catch(() => null);
    await until(
      'every served document to be accounted for',
      async () => {
        books = await account().catch(() => books);
        return books !== null && served.every((identity) => books!.identities.has(identity));
      },
      90_000,
    ).catch(() => undefined);
    await poller.stop();
    books = await account();
    await store.close();
    const polledUids = poller.rows.map((row) => row.uid);
    return {
      kills: killed,
      served: served.length,
      rows: books.rows.length,
      drops: books.drops,
      lost: served.filter((identity) => !books!.identities.has(identity)),
      doubled: books.doubled,
      // The poller began at the newest page: what was there before is not its business.
      expectedUids: books.rows.slice(books.rows.indexOf(polledUids[0] ?? '')),
      polledUids,
      pollFailures: poller.failures(),
    };
  } finally {
    await demo.stop();
    await demo.remove();
  }
}

async function unlimitedKey(demo: Demo): Promise<string> {
  const bus = await openBus(readConfig({ NATS_URL: `nats://127.0.0.1:${demo.ports().nats}` }), 'chaos', testLog);
  try {
    const bucket = await openBucket(bus, 'accounts', 1);
    const account = await createAccount(bucket, { name: 'chaos', plan: 'pro', requestsPerMinute: 1_000_000, requestsPerDay: 100_000_000 }, new Date());
    return (await createKey(bucket, account.id, new Date())).key;
  } finally {
    await bus.close();
  }
}

interface Accounting {
  /** uids in the order of the log. */
  readonly rows: readonly string[];
  readonly drops: number;
  /** Documents that are a row or a drop: canonical URL or accession number. */
  readonly identities: ReadonlySet<string>;
  readonly doubled: readonly string[];
}

/** A Form 4 is one document but may be several rows: its accession number stands for it. */
const documentOf = (identity: string): string => /^\d{10}-\d{2}-\d{6}/.exec(identity)?.[0] ?? identity;

async function readAccounting(store: Store): Promise<Accounting> {
  const rows: string[] = [];
  const uids = new Set<string>();
  const identities = new Set<string>();
  const doubled: string[] = [];
  let drops = 0;
  for await (const { record } of recordsBetween(store, 1, await lastSequence(store))) {
    if (record.type === 'gap') continue;
    if (uids.has(record.uid)) doubled.push(record.identity);
    uids.add(record.uid);
    identities.add(documentOf(record.identity));
    if (record.type === 'row') rows.push(record.uid);
    else drops += 1;
  }
  return { rows, drops, identities, doubled };
}

interface Served {
  readonly n: number;
  readonly kind: string;
  readonly url?: string;
  readonly accession?: string;
}

/** With nothing new being made, what was served once the pipeline has asked for everything: the number no longer grows. */
async function servedInTheEnd(demo: Demo): Promise<string[]> {
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

/** Every document that stood in a listing that upstream answered, by the identity that the pipeline would give it. */
async function servedIdentities(demo: Demo): Promise<string[]> {
  const identities = new Set<string>();
  for (let after = 0; ; ) {
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
