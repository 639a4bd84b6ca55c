/**
 * The one ordered writer: RAW in, FEED out. A message is acknowledged only after FEED holds every record
 * it became. Anything that goes wrong with the log throws the state away; it is rebuilt and the
 * unacknowledged messages come again, which changes nothing for those already in the log.
 */
import type { JsMsg } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { fetchUntilAborted } from '#ops/runtime/feed-follower.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import type { Progress } from '#ops/runtime/progress.ts';
import { refineBackoffMs } from '#ops/runtime/streams.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import { RawMessage } from '#schemas/raw.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { park } from '../dead-letter.ts';
import { backoff, pause } from '../ingest/schedule.ts';
import type { RefineSettings } from './context.ts';
import { decide } from './decide.ts';
import { ahead } from './enrich/ahead.ts';
import { askAbout } from './enrich/ask-about.ts';
import type { Enricher } from './enrich/enricher.ts';
import { noteOf } from './form4/held-event.ts';
import { createFeedLog } from './log.ts';
import { rebuildState, type RefineState } from './rebuild-state.ts';
import { refillLog } from './refill.ts';
import { rereadRaw } from './reread-raw.ts';
import type { Directory } from './tickers/directory.ts';

export interface RefineMetrics {
  readonly recordWritten: (record: FeedRecord) => void;
  readonly messageParked: () => void;
  readonly stateRebuilt: (seen: number) => void;
  readonly refined: (seconds: number) => void;
}

export interface RefineDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly config: Pick<Config, 'REFINE_IN_FLIGHT'>;
  readonly settings: RefineSettings;
  /** Resolves once the symbol directory is loaded; the newest each time it is called. */
  readonly directory: (signal: AbortSignal) => Promise<Directory>;
  /** Asks a model about articles before their turn comes; absent: the built-in enricher scores all. */
  readonly enricher?: Enricher | null;
  readonly metrics: RefineMetrics;
  readonly progress?: Progress;
  readonly now: () => Date;
  readonly log: Logger;
}

const fetchMessages = 256;
const fetchExpiresMs = 1_000;
/** Messages read while the first of them waits for its model's answer, and how often the server is told that they are in hand. */
const aheadMax = 128;
const holdEveryMs = refineBackoffMs[0]! / 3;

interface Taken {
  readonly message: JsMsg;
  readonly directory: Directory;
  readonly answer: Promise<SettledAnswer | null> | null;
}

/** Runs until `signal` aborts; every failure of the log or of NATS costs a rebuild, never a record. */
export async function runRefine(deps: RefineDeps, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const startedAtMs = performance.now();
    try {
      await deps.directory(signal);
      await refillLog(deps.bus, deps.store, deps.log, deps.config.REFINE_IN_FLIGHT);
      const state = await rebuildState(deps.bus, deps.now(), deps.log, signal);
      deps.metrics.stateRebuilt(state.seen.size());
      await refineFrom(state, deps, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (performance.now() - startedAtMs > 60_000) failures = 0;
      deps.log.warn({ err: error, failures }, 'refine.restarted');
      await pause(backoff(failures, 100, 10_000), signal);
    }
  }
}

/** Refines with `state` as the log's fold until the log refuses, NATS fails or `signal` aborts. */
async function refineFrom(state: RefineState, deps: RefineDeps, signal: AbortSignal): Promise<void> {
  const { bus, config, log, metrics } = deps;
  const feed = createFeedLog(bus, state.lastSeq, config.REFINE_IN_FLIGHT);
  await rereadRaw(bus, log);
  const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
  let latest: Promise<unknown> = Promise.resolve();
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
  };

  const { enricher } = deps;
  const hold = ({ message }: Taken): void => {
    try {
      message.working();
    } catch {
      // The connection is closed: the next fetch finds out.
    }
  };
  const inOrder = enricher ? ahead(messages(), { begin: (one) => asked(one, enricher), itemsMax: aheadMax, hold, holdEveryMs }) : messages();
  for await (const { message, directory, answer } of inOrder) await refineMessage(message, directory, answer === null ? null : await answer);

  async function* messages(): AsyncGenerator<Taken, void, void> {
    while (!signal.aborted) {
      const directory = await deps.directory(signal);
      for await (const message of await fetchUntilAborted(consumer, { max_messages: fetchMessages, expires: fetchExpiresMs }, signal)) {
        if (failure !== null) throw failure;
        if (signal.aborted) return;
        yield { message, directory, answer: null };
      }
      if (failure !== null) throw failure;
      if (!bus.isConnected()) throw new Error('NATS is away');
    }
  }

  /** Begins to ask about an article; what cannot be read or asked about comes to its decision as it is. */
  function asked(one: Taken, by: Enricher): Taken {
    const raw = RawMessage.safeParse(readJson(one.message.data));
    if (!raw.success) return one;
    const uidFor = (identity: string): string | null => {
      const { uid, isKnown } = state.seen.find(identity);
      return isKnown ? null : uid;
    };
    const context = { refinedAt: deps.now().toISOString(), uidFor, directory: one.directory, recent: state.recent, settings: deps.settings };
    const about = tryAsk(() => askAbout(raw.data, by.asked, context));
    if (about === null) return one;
    const answer = by.settle(about.question, { isCopy: about.isCopy, signal });
    answer.catch(fail);
    return { ...one, answer };
  }

  async function refineMessage(message: JsMsg, directory: Directory, answer: SettledAnswer | null): Promise<void> {
    const startedAtMs = performance.now();
    const records = tryDecide(message, directory, answer);
    if (records === null) return;
    for (const record of records) {
      const { stored } = await feed.append(record);
      stored.catch(fail);
      latest = stored;
      // Applied as soon as it is on its way: should the log refuse it, this whole state is thrown away.
      if (record.type !== 'gap') state.seen.add(record.uid, digestOf(record.identity));
      state.recent.apply(record);
      const note = noteOf(record);
      if (note !== null) state.heldEvents.apply(note);
      metrics.recordWritten(record);
    }
    metrics.refined((performance.now() - startedAtMs) / 1_000);
    // The log is written in order: once the latest is stored, so is everything before it. That holds for a
    // repeated message too, whose records may still be on their way from its first delivery.
    latest.then(() => message.ack(), fail);
  }

  /** The records, or null where the message was handed back or parked. */
  function tryDecide(message: JsMsg, directory: Directory, answer: SettledAnswer | null): FeedRecord[] | null {
    try {
      const raw = RawMessage.parse(JSON.parse(Buffer.from(message.data).toString()));
      const taken = new Set<string>();
      return decide(raw, {
        refinedAt: deps.now().toISOString(),
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
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      log.error({ err: error, subject: message.subject, seq: message.seq, deliveries: message.info.deliveryCount }, 'message.failed');
      if (message.info.deliveryCount > refineBackoffMs.length || error instanceof SyntaxError || (error as Error).name === 'ZodError') {
        metrics.messageParked();
        park(bus, 'refine', message, reason, deps.now()).catch(fail);
      } else message.nak(refineBackoffMs[message.info.deliveryCount - 1] ?? 60_000);
      return null;
    }
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
