/**
 * Turns messages of RAW into records of FEED within one session, and acknowledges, returns or parks each message. A message is acknowledged only
 * after FEED has stored all its records, and a redelivered message changes nothing. Texts are read and models asked ahead; decisions follow the
 * order of RAW.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { refineBackoffMs } from '#ops/nats/control-plane/wanted.ts';
import { fetchUntilAborted } from '#ops/feed-log/feed-follower.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { traceHeader } from '#ops/process/tracing.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { parseJson } from '#schemas/json-text.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import { RawMessage } from '#schemas/raw.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { storeDeadLetter } from '../dead-letter.ts';
import { redeliver, keep, park, type Redeliver, type MessageOutcome, type Park } from '../outcome.ts';
import type { RefineContext } from './context.ts';
import { decide } from './decide.ts';
import { prefetch } from './prefetch.ts';
import { queryArticle } from './enrich/query-article.ts';
import type { FeedLogWriter } from './feed/feed-log-writer.ts';
import type { LogClock } from './log-clock.ts';
import { rerunUntilRead } from './reader/reader.ts';
import { ReaderEndedError } from './reader/threads.ts';
import type { RefineDeps } from './refine-deps.ts';
import { rereadRaw } from './reread-raw.ts';
import type { RefineState } from './state/state.ts';
import type { StateKeeper } from './state/state-keeper.ts';
import { DamagedStateError } from './state/state-file.ts';
import type { Directory } from './tickers/names/directory.ts';

/** State of the leader and its writer of the log, which one session owns. */
export interface Session {
  readonly state: RefineState;
  readonly feed: FeedLogWriter;
}

interface ConsumeDeps extends Pick<RefineDeps, 'bus' | 'settings' | 'directory' | 'enricher' | 'metrics' | 'tracing' | 'progress' | 'now' | 'log'> {
  readonly keeper: Pick<StateKeeper, 'saveWhenDue'>;
  readonly clock: LogClock;
  /** Id of the NATS server when the session last checked the log. It changes when the server restarts. */
  readonly serverId: string | undefined;
}

/** Messages per fetch, which are refined well within the acknowledgement time of RAW. */
const fetchMessages = 64;
const fetchExpiresMs = 2_000;
/** Maximum number of messages prepared ahead, and the interval at which their acknowledgement time is extended. */
const prefetchMax = 128;
const holdEveryMs = refineBackoffMs[0]! / 3;
/** Longest time without a turn of the event loop. */
const TURN_MS = 20;

interface DeliveredMessage {
  readonly message: JsMsg;
  readonly directory: Directory;
}

/** Message whose texts are read and whose model has answered. */
interface PreparedMessage extends DeliveredMessage {
  readonly raw: MessageOutcome<RawMessage>;
  /** Null when no model was asked. */
  readonly answer: SettledAnswer | null;
}

/** Refines messages until the log refuses a record, NATS fails or `signal` aborts. Rejects unless `signal` aborts. */
export async function consumeRaw({ state, feed }: Session, deps: ConsumeDeps, signal: AbortSignal): Promise<void> {
  const { bus, clock, log, metrics, progress, enricher, serverId } = deps;
  await rereadRaw(bus, log);
  const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
  };

  const hold = ({ message }: DeliveredMessage): void => {
    try {
      message.working();
    } catch {
      // The connection is closed; the next fetch fails.
    }
  };
  const inOrder = prefetch(messages(), { begin: beginPreparing, itemsMax: prefetchMax, hold, holdEveryMs });
  const awaited = enricher ? 'waiting for the model to answer' : 'waiting for the reader';
  /** Number of messages in preparation, or prepared and not yet refined. */
  let inHand = 0;
  let turnedAtMs = performance.now();
  for await (const { ready } of inOrder) {
    if (signal.aborted) break;
    if (failure !== null) throw failure;
    progress.waitsFor(awaited);
    await refineMessage(await ready);
    inHand -= 1;
    progress.moved();
    // Timers need a turn, or a batch would delay the renewal of the lease.
    if (performance.now() - turnedAtMs > TURN_MS) {
      await nextTurn();
      turnedAtMs = performance.now();
    }
    deps.keeper.saveWhenDue(state, () => feed.whenStored(feed.lastSeq()));
  }

  /** Reports what fetching waits for, unless refine waits for messages in progress. */
  function fetchWaits(reason: string): void {
    if (inHand === 0) progress.waitsFor(reason);
  }

  async function* messages(): AsyncGenerator<DeliveredMessage, void, void> {
    let isResting = false;
    while (!signal.aborted) {
      if (!isResting) fetchWaits('waiting for the symbol directory');
      const directory = await deps.directory(signal);
      if (!isResting) fetchWaits('waiting for NATS to deliver documents from RAW');
      let read = 0;
      for await (const message of await fetchUntilAborted(consumer, { max_messages: fetchMessages, expires: fetchExpiresMs }, signal)) {
        if (failure !== null) throw failure;
        if (signal.aborted) return;
        read += 1;
        yield { message, directory };
      }
      if (failure !== null) throw failure;
      if (!bus.isConnected()) throw new Error('NATS is not connected');
      // After a restart or replacement of the server the session must check the log again.
      if (bus.connection.info?.server_id !== serverId) throw new Error('NATS was restarted');
      isResting = read === 0 && !signal.aborted && (await rest());
    }
  }

  /** Returns true when RAW is empty, false when it has messages that it does not deliver. */
  async function rest(): Promise<boolean> {
    const { num_pending: pending, num_ack_pending: unacknowledged } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
    if (pending > 0) fetchWaits(`waiting for NATS to deliver the ${pending} documents in RAW; ${unacknowledged} are delivered but not acknowledged`);
    else if (inHand === 0) progress.idle();
    clock.nowMs();
    deps.keeper.saveWhenDue(state, () => feed.whenStored(feed.lastSeq()));
    return pending === 0;
  }

  function beginPreparing(one: DeliveredMessage): { readonly ready: Promise<PreparedMessage> } {
    inHand += 1;
    const ready = prepare(one);
    ready.catch(fail);
    return { ready };
  }

  async function prepare({ message, directory }: DeliveredMessage): Promise<PreparedMessage> {
    const raw = rawIn(message);
    const answer = raw.kept && (raw.value.kind === 'article' || raw.value.kind === 'filing') ? await readAhead(raw.value, directory) : null;
    return { message, directory, raw, answer };
  }

  function contextNow(directory: Directory): RefineContext {
    const taken = new Set<string>();
    const claimUid = (identity: string): string | null => {
      const { uid, isKnown } = state.seen.find(identity);
      if (isKnown || taken.has(uid)) return null;
      taken.add(uid);
      return uid;
    };
    const { recent, knownEvents } = state;
    return { refinedAt: clock.now(), claimUid, directory, recent, knownEvents, settings: deps.settings };
  }

  /** Reads the texts that the decision needs and asks the model. Returns its answer, or null when none was asked. */
  async function readAhead(raw: RawMessage, directory: Directory): Promise<SettledAnswer | null> {
    try {
      await rerunUntilRead(() => decide(raw, contextNow(directory)));
    } catch (error) {
      if (isMachineFault(error)) throw error;
      // A fault of a step is reported when the message is decided.
      return null;
    }
    if (!enricher) return null;
    const about = await rerunUntilRead(() => queryArticle(raw, enricher.model, contextNow(directory)));
    return about && enricher.settle(about.question, { isCopy: about.isCopy, signal });
  }

  async function refineMessage(prepared: PreparedMessage): Promise<void> {
    const { message, raw } = prepared;
    const startedAtMs = performance.now();
    const parent = deps.tracing ? message.headers?.get(traceHeader) : undefined;
    const startMs = parent ? Date.now() : 0;
    const outcome = raw.kept ? await decideOn(prepared, raw.value) : raw;
    if (!outcome.kept) return refuse(message, outcome);
    // A redelivered message makes no record, so it gets no span.
    const isTraced = parent && outcome.value.length > 0;
    const span = isTraced ? deps.tracing?.begin('document.refine', { parent, startMs, attributes: { records: outcome.value.length } }) : null;
    span?.end();
    for (const record of outcome.value) {
      progress.waitsFor('waiting for NATS to store records in the feed log');
      const logged = span && deps.tracing?.begin('feed.append', { parent: span.traceparent, attributes: { type: record.type } });
      const { seq, generation, stored } = await feed.append(record, logged ? { [traceHeader]: logged.traceparent } : undefined);
      stored.then((atSeq) => logged?.end({ attributes: { seq: atSeq } }), fail);
      // The state takes the record before it is stored: an unanswered publish is repeated, and a refused one discards the whole state.
      state.applyAppended(record, { seq, generation });
      metrics.recordWritten(record);
    }
    const tookMs = performance.now() - startedAtMs;
    metrics.refined(tookMs / 1_000);
    const [first] = outcome.value;
    log.debug(
      {
        subject: message.subject,
        raw_seq: message.seq,
        uid: first !== undefined && 'uid' in first ? first.uid : null,
        outcome: first?.type ?? 'known',
        reason: first?.type === 'drop' ? first.reason : null,
        records: outcome.value.length,
        trace_id: span?.traceId ?? null,
        duration_ms: Number(tookMs.toFixed(3)),
      },
      'document.refined',
    );
    // Acknowledged once all records so far are stored; for a redelivered message these include the records of its first delivery.
    feed.whenStored(feed.lastSeq()).then(() => message.ack(), fail);
  }

  async function decideOn({ message, directory, answer }: PreparedMessage, raw: RawMessage): Promise<MessageOutcome<FeedRecord[]>> {
    try {
      return keep(await rerunUntilRead(() => decide(raw, { ...contextNow(directory), answer })));
    } catch (error) {
      if (isMachineFault(error)) throw error;
      log.error({ err: error, subject: message.subject, seq: message.seq }, 'step.failed');
      return redeliver(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
  }

  /** Parks a message that cannot be processed or was delivered too often; returns another for redelivery after a delay. */
  function refuse(message: JsMsg, { parked, why }: Park | Redeliver): void {
    const { deliveryCount } = message.info;
    log.error({ why, subject: message.subject, seq: message.seq, deliveries: deliveryCount }, 'message.failed');
    const againInMs = refineBackoffMs[deliveryCount - 1];
    if (!parked && againInMs !== undefined) return message.nak(againInMs);
    metrics.messageParked();
    storeDeadLetter(bus, 'refine', message, why, deps.now()).catch(fail);
  }
}

/** Returns whether a fault is of the machine, not of the document. Such a fault ends the batch, and no message is parked. */
const isMachineFault = (error: unknown): boolean =>
  error instanceof DamagedStateError || error instanceof ReaderEndedError || error instanceof StoppedError;

function rawIn({ data }: JsMsg): MessageOutcome<RawMessage> {
  const sent = parseJson(Buffer.from(data).toString());
  if (sent === undefined) return park('it is not JSON');
  const raw = RawMessage.safeParse(sent);
  return raw.success ? keep(raw.data) : park(`${raw.error.name}: ${raw.error.message}`);
}
