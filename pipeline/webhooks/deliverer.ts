/**
 * Delivers the messages of DELIVERIES. Any number of deliverers share its one consumer. Each failure stores the attempts made in the bucket
 * `webhook_attempts`, and a message is acknowledged once its delivery has succeeded or is given up. An attempt during which a deliverer
 * dies is made again, with the same number and the same `delivery_attempt`.
 */
import type { JsMsg } from '@nats-io/jetstream';
import { LRUCache } from 'lru-cache';
import { parseJson } from '#schemas/json-text.ts';
import { pause, withJitter } from '#ops/process/pause.ts';
import { Delivery, DeliveryState } from '#schemas/delivery.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import type { Webhook } from '#schemas/webhook.ts';
import { journalEntry, makeAttempt, settleAttempt, traceAttempt, type AttemptFacts } from './attempt.ts';
import type { DelivererDeps, SkipReason } from './deliverer-deps.ts';
import { createReachability } from './reachability.ts';
import { readQueue } from './read-queue.ts';
import { createReceiverQueues } from './receiver-queues.ts';

/** An attempt as known before its turn. */
type KnownAttempt = Pick<AttemptFacts, 'delivery' | 'number' | 'attempt'>;

interface WaitingAttempt {
  readonly made: number;
  readonly dueAtMs: number;
  readonly number: number;
}

const fetchedAtOnce = 500;
const unackedPerSlot = 4;
/** Milliseconds; well below the consumer's wait for an acknowledgement. */
const workingEveryMs = 5_000;
/** Milliseconds until the next attempt when the failure was the service's own, not the receiver's. */
const againAfterMs = 5_000;
/** Milliseconds while no receiver can be reached. */
const unsentAgainAfterMs = 30_000;
/** Milliseconds between the entries of these tries in the owner's log; an hour after the last the page offers to deliver again. */
const unsentShownEveryMs = 3_000_000;
const unsentShownMax = 20_000;
/** Milliseconds that attempts in flight may take at the stop. */
const graceMs = 3_000;
const endedCheckMs = 20;
const never = new AbortController().signal;

/** Resolves once `signal` has aborted and every attempt in flight has ended. */
export async function runDeliverer(deps: DelivererDeps, signal: AbortSignal): Promise<void> {
  const { bus, metrics, progress, log, inFlightMax } = deps;
  const queues = createReceiverQueues({ runningMax: inFlightMax });
  const reachability = createReachability(log);
  const unsentShown = new LRUCache<number, true>({ max: unsentShownMax, ttl: unsentShownEveryMs });
  const unacked = new Set<JsMsg>();
  const unackedMax = inFlightMax * unackedPerSlot;
  const cut = new AbortController();
  let wake: () => void = () => undefined;
  signal.addEventListener('abort', () => wake(), { once: true });

  const release = (message: JsMsg): void => {
    unacked.delete(message);
    metrics.unacked(unacked.size);
    wake();
  };

  const take = async (message: JsMsg): Promise<void> => {
    unacked.add(message);
    metrics.unacked(unacked.size);
    try {
      if (!(await admit(message))) release(message);
    } catch (error) {
      log.warn({ err: error, seq: message.seq }, 'webhook.put_off');
      message.nak(againAfterMs);
      release(message);
    }
  };

  /** Returns true when a queue has taken the message, false when it needs no more handling. */
  const admit = async (message: JsMsg): Promise<boolean> => {
    const { data: delivery } = Delivery.safeParse(parseJson(message.string()));
    if (delivery === undefined) return drop(message, 'unreadable');
    if ((await openWebhook(message, delivery)) === null) return false;
    // The bucket is read every time: a killed NATS may count a message's deliveries from one again.
    const state = delivery.kind === 'news' ? await stateOf(message) : null;
    const waitMs = state === null ? 0 : state.dueAtMs - deps.now().getTime();
    if (waitMs > 0) {
      message.nak(waitMs);
      return false;
    }
    // The process is stopping: another deliverer gets the message at once.
    if (signal.aborted) {
      message.nak();
      return false;
    }
    const number = delivery.kind === 'repeat' ? delivery.number : (state?.number ?? numberOf(message));
    const attempt = delivery.kind === 'repeat' ? delivery.attempt : (state?.made ?? 0) + 1;
    const postpone = (afterMs: number): void => {
      message.nak(afterMs);
      release(message);
    };
    queues.take(delivery.webhook_id, { run: () => work(message, { delivery, number, attempt }), postpone });
    return true;
  };

  /** Returns null when the delivery was dropped. */
  const openWebhook = async (message: JsMsg, delivery: Delivery): Promise<Webhook | null> => {
    const webhook = await deps.webhookFor(delivery);
    if (webhook !== null && (webhook.disabled_at === null || delivery.kind !== 'news')) return webhook;
    if (webhook !== null) await deps.runs.foundDisabled({ accountId: delivery.account_id, webhookId: webhook.id });
    drop(message, webhook === null ? 'gone' : 'disabled');
    return null;
  };

  const stateOf = async (message: JsMsg): Promise<WaitingAttempt | null> => {
    const entry = await deps.attempts.get(String(message.seq));
    if (entry?.operation !== 'PUT') return null;
    const { made, next_at: nextAt, number = message.seq } = DeliveryState.parse(entry.json());
    // The entry belongs to a lost message whose sequence NATS has assigned again.
    if (number !== message.seq && number !== numberOf(message)) return null;
    return { made, dueAtMs: Date.parse(nextAt), number };
  };

  const drop = (message: JsMsg, reason: SkipReason): false => {
    metrics.dropped(reason);
    log.info({ seq: message.seq, reason }, 'webhook.dropped');
    message.ack();
    return false;
  };

  const work = async (message: JsMsg, about: KnownAttempt): Promise<void> => {
    try {
      await attempt(message, about);
    } catch (error) {
      log.warn({ err: error, number: about.number }, 'webhook.put_off');
      message.nak(againAfterMs);
    } finally {
      release(message);
    }
  };

  const attempt = async (message: JsMsg, about: KnownAttempt): Promise<void> => {
    const { delivery } = about;
    // The webhook may have been disabled while the message waited.
    const webhook = await openWebhook(message, delivery);
    if (webhook === null) return;
    const article = await (delivery.kind === 'test' ? deps.articles.newest() : deps.articles.at(delivery.feed_seq, delivery.uid));
    if (article === null) return void drop(message, 'no_article');
    const facts = { ...about, webhook, article, atMs: deps.now().getTime() };
    const result = await makeAttempt(deps.outbound, facts, cut.signal);
    // The outcome is unknown, so the same attempt is made again.
    if (cut.signal.aborted && result.error !== '') return message.nak();
    traceAttempt(message, facts, result, deps.tracing ?? null);
    const isUnreachable = reachability.isOurs(new URL(webhook.url).host, result.code);
    if (!isUnreachable || delivery.kind !== 'news') return settleAttempt(message, facts, result, deps);
    metrics.attempted('unsent', result.durationMs / 1_000);
    const againMs = withJitter(deps.unsentAgainAfterMs ?? unsentAgainAfterMs);
    if (!unsentShown.has(message.seq)) {
      unsentShown.set(message.seq, true);
      deps.journal.add(journalEntry(facts, result, new Date(deps.now().getTime() + againMs).toISOString()));
    }
    message.nak(againMs);
  };

  const working = setInterval(() => {
    for (const message of unacked) message.working();
  }, workingEveryMs);
  try {
    const queue = { stream: streams.deliveries, consumer: consumers.deliver, name: 'deliveries' };
    await readQueue({ ...queue, bus, progress, log, batchSize, take: (message) => void take(message) }, signal);
    await leave();
  } finally {
    clearInterval(working);
  }

  /** Waits until there is room for more messages. */
  async function batchSize(): Promise<number> {
    while (unacked.size >= unackedMax && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    return Math.min(unackedMax - unacked.size, fetchedAtOnce);
  }

  async function leave(): Promise<void> {
    queues.clear();
    const timer = setTimeout(() => cut.abort(), graceMs);
    while (queues.running() > 0) await pause(endedCheckMs, never);
    clearTimeout(timer);
    for (const message of unacked) message.nak();
    unacked.clear();
  }
}

const startNanos = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;

/**
 * Returns the number of a delivery: the microseconds from the start of 2026 to the storage of its message, plus its sequence in DELIVERIES.
 * Both rise along the stream. When NATS has lost the end of its store it repeats sequences, but more time has passed, so numbers stay
 * unique. Below 2^53 for 250 years.
 */
export const numberOf = ({ seq, timestampNanos }: { readonly seq: number; readonly timestampNanos: bigint }): number =>
  Math.max(0, Number((timestampNanos - startNanos) / 1_000n)) + seq;
