/**
 * Does harm to a running service at random moments while documents keep coming and a poller keeps polling, then asks: is every
 * document that upstream served one row or one counted drop, and what did a poller that kept its cursor see of the rows?
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
  /** Faults by name, how often. */
  readonly faults: Readonly<Record<string, number>>;
  /** What readiness said of those that lasted. */
  readonly tellings: readonly (Telling & { readonly fault: string })[];
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
  /** The same of pollers of the typed clients, each a process of its own. */
  readonly clients: readonly { readonly kind: ClientKind; readonly expectedUids: readonly string[]; readonly polledUids: readonly string[] }[];
}

/** What a run goes on for, whatever was done to it meanwhile. */
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
  /** How long what is still to be fetched may take: EDGAR's allowance lets through some six filings a second, and trouble puts one off for minutes. */
  readonly drainMs: number;
  /** Starts the service; absent: the demo with a generated upstream of `rate` and `seed`. */
  readonly start?: () => Promise<Demo>;
  /** Once the service has ended on its folder. */
  readonly beforeRemoval?: () => void;
  /** Clients that poll, too. */
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
  // Repeatable choice of faults and moments; what the machine does in between is not.
  const random = randomOf(seed);
  const { start = () => startDemo(demoOptions({ rate, seed })) } = options;
  const demo = await start();
  let clients: readonly { readonly kind: ClientKind; readonly poller: ClientPoller }[] = [];
  try {
    const key = await unlimitedKey(demo);
    const poller = startPoller({ api: () => demo.run().api, key, query: '&min_relevance=1' });
    clients = clientKinds.map((kind) => ({ kind, poller: startClientPoller(kind, { url: demo.run().api, key }) }));
    const struck: Record<string, number> = {};
    const tellings: (Telling & { fault: string })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await sleep(50 + random() * pauseMsMax);
      // Each in turn first, so that a short run spares none; then at random.
      const fault = faults[round < faults.length ? round : Math.floor(random() * faults.length)]!;
      onProgress(`${round + 1}/${rounds}: ${fault.name}`);
      const telling = await fault.strike(demo);
      if (telling !== null) tellings.push({ ...telling, fault: fault.name });
      struck[fault.name] = (struck[fault.name] ?? 0) + 1;
    }
    const store = storeOf(demo);
    const account = async (): Promise<Accounting> => readAccounting(store);
    // A busy machine gets through fewer in the same time, and few prove little.
    await until(
      `${documentsMin} documents and ${rowsMin} rows`,
      async () => (await servedIdentities(demo)).length >= documentsMin && (await account()).rows.length >= rowsMin,
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
      pollFailures: poller.failures(),
      clients: clients.map(({ kind, poller: client }) => ({ kind, expectedUids: rowsFrom(books!.rows, client.uids()), polledUids: client.uids() })),
    };
  } finally {
    await Promise.all(clients.map(({ poller }) => poller.stop()));
    await demo.stop();
    beforeRemoval();
    await demo.remove();
  }
}

/** A poller began at the newest page: what was there before is not its business. */
const rowsFrom = (rows: readonly string[], polledUids: readonly string[]): readonly string[] => rows.slice(rows.indexOf(polledUids[0] ?? ''));

/** Numbers from 0 to below 1, the same for the same seed (xorshift32, Marsaglia 2003). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
