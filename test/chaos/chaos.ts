/**
 * Strikes a running service at random moments while documents arrive and a poller polls. Then checks that every document upstream served is
 * one row or one counted drop, and which rows a poller that kept its cursor received.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startClientPoller, type ClientKind, type ClientPoller } from '#test/support/client-pollers.ts';
import { startDemo, type Demo } from '#test/support/demo.ts';
import { startPoller } from '#test/support/poller.ts';
import { unlimitedKey } from '#test/support/unlimited-key.ts';
import { until } from '#test/support/until.ts';
import { setRate, type Fault, type Telling } from './faults.ts';
import { readAccounting, servedIdentities, servedInTheEnd, storeOf, type Accounting } from './books.ts';

export interface ChaosResult {
  /** Number of strikes by fault name. */
  readonly faults: Readonly<Record<string, number>>;
  /** The reports of readiness about the faults that lasted. */
  readonly tellings: readonly (Telling & { readonly fault: string })[];
  /** The number of documents that upstream served, by identity. */
  readonly served: number;
  readonly rows: number;
  readonly drops: number;
  /** Served, but neither a row nor a drop. */
  readonly lost: readonly string[];
  /** Identities that are in the tables more than once. */
  readonly doubled: readonly string[];
  /** uids in the tables for the poller's filter; next, the uids it received; both in order. */
  readonly expectedUids: readonly string[];
  readonly polledUids: readonly string[];
  /** Polls that failed during the strikes of a fault, by its name. */
  readonly pollFailures: Readonly<Record<string, number>>;
  /** The same for pollers of the typed clients, each a process of its own. */
  readonly clients: readonly { readonly kind: ClientKind; readonly expectedUids: readonly string[]; readonly polledUids: readonly string[] }[];
}

/** A run goes on until upstream has served this many documents and the tables have this many rows. */
export const documentsMin = 100;
export const rowsMin = 50;

export const demoOptions = ({ rate, seed }: { readonly rate: number; readonly seed: number }): string[] => [
  '--rate',
  String(rate),
  '--seed',
  String(seed),
  '--quiet',
];

export async function runChaos(options: {
  readonly rounds: number;
  readonly rate: number;
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly pauseMsMax: number;
  /** Milliseconds for the remaining fetches: EDGAR's allowance is some six filings a second, and a failure delays one for minutes. */
  readonly drainMs: number;
  /** Starts the service; absent: the demo with a generated upstream of `rate` and `seed`. */
  readonly start?: () => Promise<Demo>;
  /** Called once the service has stopped, before its folder is removed. */
  readonly beforeRemoval?: () => void;
  /** Typed clients that poll as well. */
  readonly clientKinds?: readonly ClientKind[];
  readonly onProgress?: (line: string) => void;
}): Promise<ChaosResult> {
  const {
    rounds,
    rate,
    seed,
    faults,
    pauseMsMax,
    drainMs,
    beforeRemoval = () => undefined,
    onProgress = () => undefined,
    clientKinds = [],
  } = options;
  // Makes the choice of faults and moments repeatable; what the machine does in between is not.
  const random = randomOf(seed);
  const { start = () => startDemo(demoOptions({ rate, seed })) } = options;
  const demo = await start();
  let clients: readonly { readonly kind: ClientKind; readonly poller: ClientPoller }[] = [];
  try {
    const key = await unlimitedKey(demo);
    const poller = startPoller({ api: () => demo.run().api, key, query: '&min_relevance=1' });
    clients = clientKinds.map((kind) => ({ kind, poller: startClientPoller(kind, { url: demo.run().api, key }) }));
    const struck: Record<string, number> = {};
    const pollFailures: Record<string, number> = {};
    const tellings: (Telling & { fault: string })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await sleep(50 + random() * pauseMsMax);
      // Each fault in turn first, so that a short run includes all; then at random.
      const fault = faults[round < faults.length ? round : Math.floor(random() * faults.length)]!;
      onProgress(`${round + 1}/${rounds}: ${fault.name}`);
      const failuresBefore = poller.failures();
      const telling = await fault.strike(demo);
      pollFailures[fault.name] = (pollFailures[fault.name] ?? 0) + poller.failures() - failuresBefore;
      if (telling !== null) tellings.push({ ...telling, fault: fault.name });
      struck[fault.name] = (struck[fault.name] ?? 0) + 1;
    }
    const store = storeOf(demo);
    const account = async (): Promise<Accounting> => readAccounting(store);
    // A busy machine processes fewer in the same time, and few prove little.
    await until(
      `${documentsMin} documents and ${rowsMin} rows`,
      async () => {
        // The store may still be starting after the last fault.
        const rows = await account().then(
          (books) => books.rows.length,
          () => 0,
        );
        return (await servedIdentities(demo)).length >= documentsMin && rows >= rowsMin;
      },
      drainMs,
    );
    await setRate(demo, 0);
    const served = await servedInTheEnd(demo);
    onProgress(`${served.length} documents served; waiting until each is accounted for`);
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
    const newest = books.rows.at(-1);
    for (const { kind, poller: client } of clients)
      await until(`${kind} to have the newest row`, () => client.uids().at(-1) === newest, drainMs).catch(() => undefined);
    await Promise.all(clients.map(({ poller: client }) => client.stop()));
    return {
      faults: struck,
      tellings,
      served: served.length,
      rows: books.rows.length,
      drops: books.drops,
      lost: served.filter((identity) => !books!.identities.has(identity)),
      doubled: books.doubled,
      expectedUids: rowsFrom(books.rows, polledUids),
      polledUids,
      pollFailures,
      clients: clients.map(({ kind, poller: client }) => ({ kind, expectedUids: rowsFrom(books!.rows, client.uids()), polledUids: client.uids() })),
    };
  } finally {
    await Promise.all(clients.map(({ poller }) => poller.stop()));
    await demo.stop();
    beforeRemoval();
    await demo.remove();
  }
}

/** Returns the rows from the poller's first on: it began at the newest page. */
const rowsFrom = (rows: readonly string[], polledUids: readonly string[]): readonly string[] => rows.slice(rows.indexOf(polledUids[0] ?? ''));

/** Returns a generator of numbers in [0, 1), the same for the same seed (xorshift32, Marsaglia 2003). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
