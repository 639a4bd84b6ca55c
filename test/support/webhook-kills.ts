/** Kills matcher, deliverer and NATS repeatedly while rows arrive, and compares the received deliveries with the due ones. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { appendRecords } from './feed-log.ts';
import type { NatsServer } from './nats.ts';
import { rowRecord } from './records.ts';
import { addSubscriber, alertOf, webhookAt } from './subscribers.ts';
import { until } from './until.ts';
import { openWebhookGround } from './webhook-ground.ts';
import { certificateFile, eventOf, startReceiver } from './webhook-receiver.ts';

export interface ToldThroughKills {
  readonly kills: number;
  /** `<receiver> <uid>` of each due row, and of each received row; both ascending. */
  readonly wanted: readonly string[];
  readonly told: readonly string[];
  /** Delivery numbers of each due row; exactly one is correct. */
  readonly numbers: ReadonlyMap<string, ReadonlySet<string>>;
  /** The attempts of each delivery number, in order of arrival. */
  readonly attempts: ReadonlyMap<string, readonly number[]>;
  /** Returns whether the receivers failed the first attempt of a delivery number. */
  readonly failedFirst: (number: string) => boolean;
  /** Delivery numbers of each receiver's rows, in log order. */
  readonly inOrder: readonly (readonly number[])[];
}

/** Not a multiple of the number of receivers, so that all receivers have failures. */
const failingEach = 7;
const paths = ['/a', '/b', '/c'];
const answerAfterMs = 30;
const rowEveryMs = 5;
const worker = fileURLToPath(new URL('webhook-worker.ts', import.meta.url));

/** Kills the deliverer and the matcher in each of `rounds` rounds, and NATS in every second and in the last one. */
export async function tellThroughKills(nats: NatsServer, rounds: number): Promise<ToldThroughKills> {
  const closing: (() => Promise<void> | void)[] = [];
  const startWorker = async (role: 'match' | 'deliver', origin: string): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [worker, role, nats.url, origin], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile },
    });
    closing.push(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    return child;
  };
  try {
    // Some first attempts fail, and each answer is slow, so that every kill interrupts an attempt.
    const told = new Set<string>();
    const failed = new Set<string>();
    const receiver = await startReceiver((response, request) => {
      told.add(`${request.path} ${eventOf(request).data.article.original.uid}`);
      const [number, attempt] = [String(request.headers['x-service-delivery']), eventOf(request).delivery_attempt];
      const fails = Number(number) % failingEach === 0 && attempt === 1;
      if (fails) failed.add(number);
      setTimeout(() => response.writeHead(fails ? 500 : 200).end(), answerAfterMs);
    });
    closing.push(receiver.stop);
    const ground = await openWebhookGround(nats.url);
    closing.push(ground.close);
    for (const path of paths) await addSubscriber(ground.accounts, { alerts: [alertOf('ACME')], webhooks: [webhookAt(`${receiver.origin}${path}`)] });
    let [matcher, deliverer] = await Promise.all([startWorker('match', receiver.origin), startWorker('deliver', receiver.origin)]);
    let kills = 0;

    const records: ReturnType<typeof rowRecord>[] = [];
    const append = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) {
        const record = rowRecord(`row ${records.length}`, { publishedAt: new Date().toISOString() });
        records.push(record);
        await appendRecords(ground.bus, [record]);
        await sleep(rowEveryMs);
      }
    };
    const killed = async (child: ChildProcess): Promise<void> => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      kills += 1;
    };
    for (let round = 1; round <= rounds; round += 1) {
      await append(15);
      await killed(deliverer);
      const again = startWorker('deliver', receiver.origin);
      await append(15);
      deliverer = await again;
      await killed(matcher);
      await append(10);
      matcher = await startWorker('match', receiver.origin);
      if (round % 2 === 1 && round < rounds) continue;
      await nats.kill();
      kills += 1;
      await nats.restart();
      await until('NATS to be heard', () => ground.bus.jsm.streams.info('FEED').catch(() => null));
    }
    await append(10);

    const wanted = paths.flatMap((path) => records.map(({ uid }) => `${path} ${uid}`)).sort();
    await until('every row to be told to each', () => told.size >= wanted.length);
    const numbers = new Map<string, Set<string>>();
    const attempts = new Map<string, number[]>();
    for (const one of receiver.received) {
      const number = String(one.headers['x-service-delivery']);
      const key = `${one.path} ${eventOf(one).data.article.original.uid}`;
      numbers.set(key, (numbers.get(key) ?? new Set()).add(number));
      attempts.set(number, [...(attempts.get(number) ?? []), eventOf(one).delivery_attempt]);
    }
    const inOrder = paths.map((path) => records.map(({ uid }) => Number([...(numbers.get(`${path} ${uid}`) ?? [])][0])));
    return { kills, wanted, told: [...told].sort(), numbers, attempts, failedFirst: (number) => failed.has(number), inOrder };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Throws when a delivery was lost, invented, or had a wrong number or attempt. */
export function expectTrue({ wanted, told, numbers, attempts, failedFirst, inOrder }: ToldThroughKills): void {
  expect(told).toEqual(wanted);
  expect([...numbers.values()].filter(({ size }) => size !== 1)).toEqual([]);
  expect(attempts.size).toBe(wanted.length);
  for (const [number, made] of attempts) {
    // Each attempt follows or repeats the one before; a second attempt needs a failed first one.
    expect(made, number).toEqual(made.toSorted((a, b) => a - b));
    expect(made[0], number).toBe(1);
    if (!failedFirst(number)) expect(new Set(made), number).toEqual(new Set([1]));
  }
  // The later of two rows in the log has the higher number.
  for (const made of inOrder) expect(made).toEqual(made.toSorted((a, b) => a - b));
}
