/**
 * Refines RAW's messages into FEED's records, within one session: the only place where one is acknowledged, handed back or parked. A message is acknowledged only after FEED holds every record it became. A redelivered
 * one changes nothing.
 */
import type { JsMsg } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { refineBackoffMs } from '#ops/nats/control-plane/wanted.ts';
import { fetchUntilAborted } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import { traceHeader, type Tracing } from '#ops/process/tracing.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import { RawMessage } from '#schemas/raw.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { keepAsDeadLetter } from '../dead-letter.ts';
import { redeliver, keep, park, type Redeliver, type MessageOutcome, type Park } from '../outcome.ts';
import type { RefineSettings } from './context.ts';
import { decide } from './decide.ts';
import { prefetch } from './enrich/prefetch.ts';
import { askAbout } from './enrich/ask-about.ts';
import type { Enricher } from './enrich/enricher.ts';
import type { LogClock } from './log-clock.ts';
import { rereadRaw } from './reread-raw.ts';
import type { Session } from './session.ts';
import type { StateKeeper } from './state-keeper.ts';
import { DamagedStateError } from './state/state-file.ts';
import type { Directory } from './tickers/names/directory.ts';

export interface RefineMetrics {
  readonly recordWritten: (record: FeedRecord) => void;
  readonly messageParked: () => void;
  readonly stateRebuilt: (seen: number) => void;
  readonly refined: (seconds: number) => void;
}

export interface ConsumeDeps {
  readonly bus: Bus;
  readonly settings: RefineSettings;
  /** Resolves once the symbol directory is loaded; the newest each time it is called. */
  readonly directory: (signal: AbortSignal) => Promise<Directory>;
  /** Asks a model about articles before their turn comes; absent: the built-in enricher scores all. */
  readonly enricher?: Enricher | null;
  readonly metrics: RefineMetrics;
  /** Null or absent: nothing is traced. */
  readonly tracing?: Tracing | null;
  readonly progress: Progress;
  readonly keeper: Pick<StateKeeper, 'saveWhenDue'>;
  readonly clock: LogClock;
  /** The server's life in which the session last looked at the log. */
  readonly serverId: string | undefined;
  readonly now: () => Date;
  readonly log: Logger;
}

const fetchMessages = 256;
const fetchExpiresMs = 1_000;
/** Messages read while the first of them waits for its model's answer, and how often the server is told that they are in hand. */
const prefetchMax = 128;
const holdEveryMs = refineBackoffMs[0]! / 3;

interface Taken {
  readonly message: JsMsg;
  readonly directory: Directory;
  readonly answer: Promise<SettledAnswer | null> | null;
}

/** Refines until the log refuses, NATS fails or `signal` aborts. */
export async function consumeRaw({ state, feed }: Session, deps: ConsumeDeps, signal: AbortSignal): Promise<void> {
  const { bus, clock, log, metrics, progress, enricher, serverId } = deps;
  await rereadRaw(bus, log);
  const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
  };

  const hold = ({ message }: Taken): void => {
    try {
      message.working();
    } catch {
      // The connection is closed: the next fetch finds out.
    }
  };
  const inOrder = enricher ? prefetch(messages(), { begin: (one) => asked(one, enricher), itemsMax: prefetchMax, hold, holdEveryMs }) : messages();
  for await (const taken of inOrder) {
    if (taken.answer !== null) progress.waitsFor('the model to answer');
    await refineMessage(taken, taken.answer === null ? null : await taken.answer);
    progress.moved();
    deps.keeper.saveWhenDue(state, () => feed.whenStored(feed.lastSeq()));
  }

  async function* messages(): AsyncGenerator<Taken, void, void> {
    let isResting = false;
    while (!signal.aborted) {
      if (!isResting) progress.waitsFor('the symbol directory');
      const directory = await deps.directory(signal);
      if (!isResting) progress.waitsFor('NATS to hand RAW out');
      let read = 0;
      for await (const message of await fetchUntilAborted(consumer, { max_messages: fetchMessages, expires: fetchExpiresMs }, signal)) {
        if (failure !== null) throw failure;
        if (signal.aborted) return;
        read += 1;
        yield { message, directory, answer: null };
      }
      if (failure !== null) throw failure;
      if (!bus.isConnected()) throw new Error('NATS is away');
      // The server was restarted or replaced: the contents of the log are looked up before anything depends on them.
      if (bus.connection.info?.server_id !== serverId) throw new Error('NATS was started anew');
      isResting = read === 0 && !signal.aborted && (await rest());
    }
  }

  /** Nothing came: either there is nothing, which is true, or something keeps it back. */
  async function rest(): Promise<boolean> {
    const { num_pending: pending, num_ack_pending: unacknowledged } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
    if (pending === 0) progress.idle();
    else progress.waitsFor(`RAW to hand out the ${pending} documents it holds; ${unacknowledged} are handed out and not acknowledged`);
    clock.nowMs();
    deps.keeper.saveWhenDue(state, () => feed.whenStored(feed.lastSeq()));
    return pending === 0;
  }

  /** Begins to ask about an article; what cannot be read or asked about comes to its decision as it is. */
  function asked(one: Taken, by: Enricher): Taken {
    const raw = RawMessage.safeParse(readJson(one.message.data));
    if (!raw.success) return one;
    const uidFor = (identity: string): string | null => {
      const { uid, isKnown } = state.seen.find(identity);
      return isKnown ? null : uid;
    };
    const context = { refinedAt: clock.now(), uidFor, directory: one.directory, recent: state.recent, settings: deps.settings };
    const about = tryAsk(() => askAbout(raw.data, by.asked, context));
    if (about === null) return one;
    const answer = by.settle(about.question, { isCopy: about.isCopy, signal });
    answer.catch(fail);
    return { ...one, answer };
  }

  async function refineMessage({ message, directory }: Taken, answer: SettledAnswer | null): Promise<void> {
    const startedAtMs = performance.now();
    const parent = deps.tracing ? message.headers?.get(traceHeader) : undefined;
    const startMs = parent ? Date.now() : 0;
    const outcome = decideOn(message, directory, answer);
    if (!outcome.kept) return refuse(message, outcome);
    // A message that came again has become no record, and no span.
    const isTraced = parent && outcome.value.length > 0;
    const span = isTraced ? deps.tracing?.begin('document.refine', { parent, startMs, attributes: { records: outcome.value.length } }) : null;
    span?.end();
    for (const record of outcome.value) {
      progress.waitsFor('NATS to store records of the feed log');
      const logged = span && deps.tracing?.begin('feed.append', { parent: span.traceparent, attributes: { type: record.type } });
      const { seq, generation, stored } = await feed.append(record, logged ? { [traceHeader]: logged.traceparent } : undefined);
      stored.then((atSeq) => logged?.end({ attributes: { seq: atSeq } }), fail);
      // Applied as soon as it is on its way: one whose answer is lost is published again. Should the log refuse it for good, this
      // whole state is thrown away.
      state.applyOwn(record, { seq, generation });
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
    // The log is written in order: once the latest is stored, so is everything before it. That holds for a
    // repeated message too, whose records may still be on their way from its first delivery.
    feed.whenStored(feed.lastSeq()).then(() => message.ack(), fail);
  }

  function decideOn(message: JsMsg, directory: Directory, answer: SettledAnswer | null): MessageOutcome<FeedRecord[]> {
    try {
      const sent = readJson(message.data);
      if (sent === undefined) return park('it is no JSON');
      const raw = RawMessage.safeParse(sent);
      if (!raw.success) return park(`${raw.error.name}: ${raw.error.message}`);
      const taken = new Set<string>();
      const records = decide(raw.data, {
        refinedAt: clock.now(),
        uidFor: (identity) => {
          const { uid, isKnown } = state.seen.find(identity);
          if (isKnown || taken.has(uid)) return null;
          taken.add(uid);
          return uid;
        },
        directory,
        recent: state.recent,
        heldEvents: state.heldEvents,
        settings: deps.settings,
        answer,
      });
      return keep(records);
    } catch (error) {
      if (error instanceof DamagedStateError) throw error;
      log.error({ err: error, subject: message.subject, seq: message.seq }, 'step.failed');
      return redeliver(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
  }

  /** Parks a message that cannot be processed, or has come as often as it may; hands any other back, to come again after a while. */
  function refuse(message: JsMsg, { parked, why }: Park | Redeliver): void {
    const { deliveryCount } = message.info;
    log.error({ why, subject: message.subject, seq: message.seq, deliveries: deliveryCount }, 'message.failed');
    const againInMs = refineBackoffMs[deliveryCount - 1];
    if (!parked && againInMs !== undefined) return message.nak(againInMs);
    metrics.messageParked();
    keepAsDeadLetter(bus, 'refine', message, why, deps.now()).catch(fail);
  }
}

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** A fault in a step is told where the article is decided, by itself. */
function tryAsk<T>(ask: () => T | null): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
