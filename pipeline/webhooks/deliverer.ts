/**
 * Delivers the messages of the stream DELIVERIES. Any number of deliverers share its one consumer. A failed attempt stores the number of
 * attempts in the bucket `webhook_attempts`; a message is acknowledged when its delivery has succeeded or is given up. An attempt during which
 * a deliverer dies is made again, with the same number and the same `delivery_attempt`.
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
import { watchReachability } from './reachability.ts';
import { readQueue } from './read-queue.ts';
import { createReceiverQueues } from './receiver-queues.ts';

/** The part of an attempt that is known while it waits in a queue. */
type QueuedAttempt = Pick<AttemptFacts, 'delivery' | 'number' | 'attempt'>;

const fetchedMax = 500;
const unackedPerSlot = 4;
/** Milliseconds between extensions of a message's ack wait, well below that wait. */
const workingEveryMs = 5_000;
/** Milliseconds until a message is delivered again after an error of this process or NATS. */
const againAfterMs = 5_000;
/** Milliseconds until an unsent attempt is made again. */
const unsentAgainAfterMs = 30_000;
/** Milliseconds between the log entries of an unsent delivery. An hour after the last entry the account's page would offer to repeat it. */
const unsentShownEveryMs = 3_000_000;
const unsentShownMax = 20_000;
/** Milliseconds in which a stopping process has to end its attempts. */
const graceMs = 3_000;
const endedCheckMs = 20;
const never = new AbortController().signal;

export async function runDeliverer(deps: DelivererDeps, signal: AbortSignal): Promise<void> {
  const { bus, metrics, progress, log, inFlightMax } = deps;
  const queues = createReceiverQueues(inFlightMax);
  const isOurFailure = watchReachability(log);
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

  /** Returns whether a queue has taken the message; otherwise the message needs no more handling. */
  const admit = async (message: JsMsg): Promise<boolean> => {
    const { data: delivery } = Delivery.safeParse(parseJson(message.string()));
    if (delivery === undefined) return drop(message, 'unreadable');
    if ((await openWebhook(message, delivery)) === null) return false;
    // The bucket has the number of attempts, because a NATS that was killed counts a message's deliveries from one again.
    const state = delivery.kind === 'news' ? await stateOf(message) : null;
    const waitMs = state === null ? 0 : state.dueAtMs - deps.now().getTime();
    if (waitMs > 0) {
      message.nak(waitMs);
      return false;
    }
    // This process is stopping, so another deliverer gets the message.
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

  /** Returns the webhook, or drops the delivery and returns null when the webhook is gone or disabled. */
  const openWebhook = async (message: JsMsg, delivery: Delivery): Promise<Webhook | null> => {
    const webhook = await deps.webhookFor(delivery);
    if (webhook !== null && (webhook.disabled_at === null || delivery.kind !== 'news')) return webhook;
    if (webhook !== null) await deps.runs.foundDisabled({ accountId: delivery.account_id, webhookId: webhook.id });
    drop(message, webhook === null ? 'gone' : 'disabled');
    return null;
  };

  const stateOf = async (message: JsMsg) => {
    const entry = await deps.attempts.get(String(message.seq));
    if (entry?.operation !== 'PUT') return null;
    const { made, next_at: nextAt, number = message.seq } = DeliveryState.parse(entry.json());
    // The entry is of a lost message, whose sequence NATS has given to this one.
    if (number !== message.seq && number !== numberOf(message)) return null;
    return { made, dueAtMs: Date.parse(nextAt), number };
  };

  const drop = (message: JsMsg, reason: SkipReason): false => {
    metrics.dropped(reason);
    log.info({ seq: message.seq, reason }, 'webhook.dropped');
    message.ack();
    return false;
  };

  const work = async (message: JsMsg, queued: QueuedAttempt): Promise<void> => {
    try {
      await attempt(message, queued);
    } catch (error) {
      log.warn({ err: error, number: queued.number }, 'webhook.put_off');
      message.nak(againAfterMs);
    } finally {
      release(message);
    }
  };

  const attempt = async (message: JsMsg, queued: QueuedAttempt): Promise<void> => {
    const { delivery } = queued;
    // The webhook may have been disabled while the message waited.
    const webhook = await openWebhook(message, delivery);
    if (webhook === null) return;
    const article = await (delivery.kind === 'test' ? deps.articles.newest() : deps.articles.at(delivery.feed_seq, delivery.uid));
    if (article === null) return void drop(message, 'no_article');
    const facts = { ...queued, webhook, article, atMs: deps.now().getTime() };
    const result = await makeAttempt(deps.outbound, facts, cut.signal);
    // The stopping process cut the attempt off, so its outcome is unknown and the same attempt is made again.
    if (cut.signal.aborted && result.error !== '') return message.nak();
    traceAttempt(message, facts, result, deps.tracing ?? null);
    const isUnreachable = isOurFailure(new URL(webhook.url).host, result.code);
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

  /** Resolves with the number of messages to fetch, when there is room for any. */
  async function batchSize(): Promise<number> {
    while (unacked.size >= unackedMax && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    return Math.min(unackedMax - unacked.size, fetchedMax);
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

/** Numbers begin here, so that they stay below 2^53 for 250 years. */
const startNanos = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;

/** Returns the microseconds until the message was stored, plus its sequence: unique even when NATS loses its end and repeats sequences. */
export const numberOf = ({ seq, timestampNanos }: { readonly seq: number; readonly timestampNanos: bigint }): number =>
  Math.max(0, Number((timestampNanos - startNanos) / 1_000n)) + seq;
