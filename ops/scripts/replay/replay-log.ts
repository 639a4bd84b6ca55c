/**
 * Scores a range of the feed log again and reports what would change. Reads the log, RAW and the stored model answers; writes nothing
 * except the day's model spend when a model may be queried. Memory is bounded by one batch and the index of RAW.
 */
import { askAbout } from '#pipeline/refine/enrich/ask-about.ts';
import type { Enricher } from '#pipeline/refine/enrich/enricher.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import { feedBounds, followFeed } from '../../feed-log/feed-follower.ts';
import type { Bus } from '../../nats/nats.ts';
import { readKeptDocuments, type KeptDocuments } from './kept-documents.ts';
import { contextOf, documentIdentity, replayable, rescore, sourceOf, type Replayed, type RescoreContext, type SkipReason } from './rescore.ts';
import type { Tally } from './tally.ts';

export interface ReplayDeps extends RescoreContext {
  readonly bus: Bus;
  /** Null: the built-in enricher is replayed. */
  readonly enricher: Enricher | null;
  readonly askMax: number;
  readonly tally: Tally;
  readonly onProgress: (done: number, total: number, what: 'documents' | 'records') => void;
  readonly signal: AbortSignal;
}

export interface TimeRange {
  /** ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
}

export interface ReplayFacts {
  readonly records: number;
  /** Time at which the log's first record was decided; null: the log is empty. Older records are not available. */
  readonly log_since: string | null;
  readonly documents_kept: number;
  readonly documents_since: string | null;
  /** Articles that a model would score: by a stored answer, by one requested now, and without one (scored by the built-in enricher). */
  readonly model: { kept: number; asked: number; failed: number; settled_built_in: number; not_asked: number } | null;
}

/** Number of records fetched and scored concurrently; only the waiting is parallel. */
const atOnce = 32;

export async function replayLog({ from, to }: TimeRange, deps: ReplayDeps): Promise<ReplayFacts> {
  const { bus, tally, enricher, onProgress, signal } = deps;
  const { firstSeq, lastSeq } = await feedBounds(bus);
  const fromSeq = await firstDecidedAt(bus, from, firstSeq, lastSeq, signal);
  // Clocks occasionally step back: the search ends a little later than requested, and the instant of each record is checked.
  const untilSeq = (await firstDecidedAt(bus, new Date(Date.parse(to) + clockStepMs).toISOString(), fromSeq, lastSeq, signal)) - 1;
  const documents = await readKeptDocuments(bus, (done, total) => onProgress(done, total, 'documents'));
  const model = enricher === null ? null : { kept: 0, asked: 0, failed: 0, settled_built_in: 0, not_asked: 0 };
  let [records, read] = [0, 0];
  for await (const batch of followFeed(bus, { fromSeq, untilSeq, signal })) {
    const replayed = await eachOf(batch, atOnce, ({ data }) => {
      const record = FeedRecord.parse(JSON.parse(Buffer.from(data).toString()));
      const isAsked = record.type === 'gap' || (record.instants.refined_at >= from && record.instants.refined_at <= to);
      return isAsked ? replayOne(record, documents) : Promise.resolve(null);
    });
    for (const one of replayed) {
      if (one === null) continue;
      records += 1;
      if (typeof one === 'string') tally.skip(one);
      else tally.add(one);
    }
    read += batch.length;
    onProgress(read, untilSeq - fromSeq + 1, 'records');
  }
  signal.throwIfAborted();
  return {
    records,
    log_since: firstSeq > lastSeq ? null : await decidedAt(bus, firstSeq, lastSeq),
    documents_kept: documents.count,
    documents_since: documents.since,
    model,
  };

  async function replayOne(record: FeedRecord, kept: KeptDocuments): Promise<Replayed | SkipReason> {
    const logged = replayable(record);
    if (typeof logged === 'string') return logged;
    const source = sourceOf(logged, await kept.find(documentIdentity(logged)));
    if (typeof source === 'string') return source;
    const context = contextOf(logged, deps);
    const answer = await answerAbout(source.raw, context);
    return rescore(logged, source.raw, source.basis, { ...context, answer });
  }

  async function answerAbout(raw: RawMessage, context: RefineContext): Promise<SettledAnswer | null> {
    if (enricher === null || model === null) return null;
    const about = askAbout(raw, enricher.model, context);
    if (about === null) return null;
    const settled = await enricher.kept(about.question);
    if (settled !== null) {
      if (settled.by === 'model') model.kept += 1;
      else model.settled_built_in += 1;
      return settled;
    }
    if (model.asked + model.failed >= deps.askMax) {
      model.not_asked += 1;
      return null;
    }
    // Counted before the wait, so that concurrent records do not exceed the limit.
    model.asked += 1;
    const outcome = await enricher.ask(about.question, signal);
    if (outcome.ok) return { v: 1, by: 'model', enricher: about.question.enricher, answer: outcome.answer };
    model.asked -= 1;
    model.failed += 1;
    return null;
  }
}

const clockStepMs = 60_000;

/** Returns the results in the order of the items; runs at most `most` at a time. */
async function eachOf<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}

/** Returns the first record decided at or after `at`, by bisection; `lastSeq` + 1 when there is none. */
async function firstDecidedAt(bus: Bus, at: string, firstSeq: number, lastSeq: number, signal: AbortSignal): Promise<number> {
  let [low, high] = [firstSeq, lastSeq + 1];
  while (low < high) {
    signal.throwIfAborted();
    const middle = Math.floor((low + high) / 2);
    const decided = await decidedAt(bus, middle, high - 1);
    // From the middle on there are only lost records.
    if (decided === null || decided >= at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns when the first record from `seq` on was decided; gaps have no such time. */
async function decidedAt(bus: Bus, seq: number, untilSeq: number): Promise<string | null> {
  for (let each = seq; each <= untilSeq; each += 1) {
    const message = await bus.jsm.streams.getMessage(streams.feed, { seq: each });
    if (message === null) continue;
    const record = FeedRecord.parse(message.json());
    if (record.type !== 'gap') return record.instants.refined_at;
  }
  return null;
}
