/**
 * Kills parts of a running service with SIGKILL at random moments while documents keep coming and a poller
 * keeps polling, then asks: is every document that upstream served one row or one counted drop, and did
 * the poller see each row exactly once and in order?
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startDemo } from '#test/support/demo.ts';
import { startPoller } from '#test/support/poller.ts';
import { unlimitedKey } from '#test/support/unlimited-key.ts';
import { until } from '#test/support/until.ts';
import { readAccounting, servedInTheEnd, storeOf, type Accounting } from './books.ts';

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
  /** How long what is still to be fetched may take: EDGAR's allowance lets through some six filings a second, and trouble puts one off for minutes. */
  readonly drainMs: number;
  readonly onProgress?: (line: string) => void;
}): Promise<ChaosResult> {
  const { kills, rate, seed, parts, pauseMsMax, drainMs, onProgress = () => undefined } = options;
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
    const store = storeOf(demo);
    const account = async (): Promise<Accounting> => readAccounting(store);
    let books = await account().catch(() => null);
    await until(
      'every served document to be accounted for',
      async () => {
        books = await account().catch(() => books);
        return books !== null && served.every((identity) => books!.identities.has(identity));
      },
      drainMs,
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
