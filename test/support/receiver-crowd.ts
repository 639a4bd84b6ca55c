/** Runs many webhook receivers, some of which fail, hang or are slow, with a matcher and a deliverer in this process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { streams } from '#schemas/subjects.ts';
import { appendRecords } from './feed-log.ts';
import { rowRecord } from './records.ts';
import { addSubscriber, alertOf, webhookAt } from './subscribers.ts';
import { until } from './until.ts';
import { openWebhookGround } from './webhook-ground.ts';
import { eventOf, startReceiver, type Receiver } from './webhook-receiver.ts';

export interface CrowdResult {
  /** Milliseconds from the row's append to the request, for each delivery to a healthy receiver, ascending. */
  readonly waitsMs: readonly number[];
  /** Deliveries that a healthy receiver did not get, or got more than once. */
  readonly wrong: readonly string[];
}

type Behaviour = 'healthy' | 'fails' | 'hangs' | 'crawls';
const bad: readonly Behaviour[] = ['fails', 'hangs', 'crawls'];

const start = (behaviour: Behaviour): Promise<Receiver> =>
  startReceiver((response) => {
    if (behaviour === 'healthy') response.writeHead(200).end();
    else if (behaviour === 'fails') response.writeHead(500).end();
    // The headers arrive late, and the body never ends.
    else if (behaviour === 'crawls') setTimeout(() => response.writeHead(200).write('.'), 4_000).unref();
  });

/** Sends `rows` rows, one every `everyMs`, to all receivers; `badCount` of them misbehave. */
export async function tellCrowd(
  natsUrl: string,
  { receivers, badCount, rows, everyMs }: { readonly receivers: number; readonly badCount: number; readonly rows: number; readonly everyMs: number },
): Promise<CrowdResult> {
  const ground = await openWebhookGround(natsUrl);
  const behaviours = Array.from({ length: receivers }, (_, at): Behaviour => (at < badCount ? bad[at % bad.length]! : 'healthy'));
  const crowd = await Promise.all(behaviours.map(start));
  try {
    await ground.bus.jsm.streams.purge(streams.deliveries);
    for (const { origin } of crowd) await addSubscriber(ground.accounts, { alerts: [alertOf('ACME')], webhooks: [webhookAt(origin)] });
    await ground.match();
    await ground.deliver({ origins: crowd.map(({ origin }) => origin), inFlightMax: 1_000 });
    const healthy = crowd.filter((_, at) => behaviours[at] === 'healthy');
    const appendedMs = new Map<string, number>();
    for (let at = 0; at < rows; at += 1) {
      const record = rowRecord(`crowd ${at}`, { publishedAt: new Date().toISOString() });
      appendedMs.set(record.uid, performance.now());
      await appendRecords(ground.bus, [record]);
      await sleep(everyMs);
    }
    await until('every healthy receiver to have every row', () => healthy.every(({ received }) => received.length >= rows));
    const waitsMs = healthy.flatMap(({ received }) => received.map((one) => one.atMs - appendedMs.get(eventOf(one).data.article.original.uid)!));
    const wrong = healthy.flatMap(({ origin, received }) => {
      const uids = received.map((one) => eventOf(one).data.article.original.uid);
      return uids.length === rows && new Set(uids).size === rows ? [] : [`${origin} got ${uids.length}, ${new Set(uids).size} of them different`];
    });
    return { waitsMs: waitsMs.sort((a, b) => a - b), wrong };
  } finally {
    await ground.close();
    await Promise.all(crowd.map(({ stop }) => stop()));
  }
}
