/**
 * Reads GDELT's list of new web pages: a batch every 15 minutes, which lastupdate.txt announces with its checksum. After downtime the missed
 * batches are read, oldest first, up to a maximum age. The position is stored after each batch: a stop at any moment may publish an identity
 * again, but never loses a page.
 */
import pLimit from 'p-limit';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { rawOf, type StageEntry } from '../../lane.ts';
import { metricFactory } from '../../metric-factory.ts';
import { refusal } from '../publishers/entry/entry.ts';
import { failureOf } from '../fetch-failure.ts';
import { repeat, type NextRun, type RetryWait } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { gapBetween, quarterMs, readLastUpdate, timeOfBatch, type LatestBatch } from './batch.ts';
import { archiveBytesMax, gdeltSource, type GkgResult } from './read-gkg.ts';

interface GdeltOptions {
  /** Address of the server, without a trailing slash. */
  readonly baseUrl: string;
  readonly batchesMax?: number;
  readonly registry: Registry;
  /** Milliseconds between polls while the next batch is overdue. */
  readonly checkMs?: number;
  readonly retryMs?: RetryWait;
  /** Maximum number of attempts for a batch that is refused or unavailable; then the next batch is read. */
  readonly attemptsMax?: number;
}

const caughtUpMs = 6 * 3_600_000;
const timeoutMs = 120_000;
/** Milliseconds after the due time of a batch before it is first requested. */
const lateMs = 60_000;
const publishedAtOnce = 16;
const positionKey = 'gdelt';
const Position = z.object({ v: z.literal(1), last: z.string().regex(/^\d{14}$/) });

/** A batch or lastupdate.txt could not be read. `reason` is why, for the refusal; after a final error the batch is not tried again. */
class UnreadBatchError extends Error {
  readonly reason: RefusalReason;
  readonly isFinal: boolean;
  readonly retryAfterMs: number;
  constructor(
    why: string,
    { reason = 'unavailable', isFinal = false, retryAfterMs = 0 }: Partial<Pick<UnreadBatchError, 'reason' | 'isFinal' | 'retryAfterMs'>> = {},
  ) {
    super(why);
    [this.reason, this.isFinal, this.retryAfterMs] = [reason, isFinal, retryAfterMs];
  }
}

function createMetrics(registry: Registry) {
  const { counter, gauge } = metricFactory(registry);
  return {
    batches: counter('tickerwire_gdelt_batches_total', 'Batches by outcome', 'outcome'),
    rows: counter('tickerwire_gdelt_rows_total', 'Rows of batches by outcome', 'outcome'),
    last: gauge('tickerwire_gdelt_last_batch_seconds', 'Time of the last batch read, in Unix seconds'),
  };
}

export function gdeltStage(options: GdeltOptions): Stage {
  const { baseUrl, batchesMax = caughtUpMs / quarterMs, checkMs = 60_000, retryMs = { first: 30_000, last: 1_800_000 }, attemptsMax = 5 } = options;
  const metrics = createMetrics(options.registry);
  const folder = `${baseUrl}/gdeltv2`;

  async function askLatest(deps: StageDeps): Promise<LatestBatch> {
    const url = `${folder}/lastupdate.txt`;
    const answer = await deps.fetch({ url, bodyBytesMax: 100_000, timeoutMs: 30_000, mayLeadTo: isOwn });
    if (answer.outcome !== 'ok') throw new UnreadBatchError(`lastupdate.txt: ${failureOf(answer).detail}`, failureOf(answer));
    const read = readLastUpdate(answer.body.toString('latin1'));
    if (read === null) throw new UnreadBatchError('lastupdate.txt names no batch');
    return read;
  }

  const isOwn = (address: URL): boolean => address.host === new URL(baseUrl).host && /^https?:$/.test(address.protocol);

  async function readBatch(batch: string, newest: LatestBatch, deps: StageDeps): Promise<Extract<GkgResult, { ok: true }>> {
    const url = `${folder}/${batch}.gkg.csv.zip`;
    const answer = await deps.fetch({ url, bodyBytesMax: archiveBytesMax, timeoutMs, mayLeadTo: isOwn });
    if (answer.outcome === 'refused') throw new UnreadBatchError(answer.detail, { reason: answer.reason, isFinal: true });
    if (answer.outcome !== 'ok') {
      // GDELT skips some batches: one that is missing while a newer one exists will never come.
      if (answer.outcome === 'failed' && answer.status === 404) throw new UnreadBatchError('status 404', { isFinal: batch !== newest.batch });
      throw new UnreadBatchError(`${batch}: ${failureOf(answer).detail}`, failureOf(answer));
    }
    const md5 = batch === newest.batch ? newest.md5 : null;
    const parsed = await deps.parse('gkg', { body: answer.body, batch, url, md5, fetchedAt: answer.fetchedAt });
    if (!parsed.isRead) throw new UnreadBatchError(parsed.detail, { reason: parsed.reason, isFinal: true });
    if (!parsed.value.ok) throw new UnreadBatchError(parsed.value.detail, { reason: parsed.value.reason, isFinal: !parsed.value.isOther });
    return parsed.value;
  }

  async function publish(messages: readonly (RawArticle | RawRefusal)[], deps: StageDeps): Promise<void> {
    const slots = pLimit(publishedAtOnce);
    await Promise.all(messages.map((message) => slots(() => deps.publish(message))));
    for (const message of messages) metrics.rows.inc({ outcome: message.kind === 'article' ? 'published' : message.reason });
  }

  async function publishBatch(batch: string, newest: LatestBatch, deps: StageDeps): Promise<void> {
    const startedAt = performance.now();
    const result = await readBatch(batch, newest, deps);
    await publish([...result.refusals, ...result.articles], deps);
    metrics.rows.inc({ outcome: 'repeated' }, result.repeated);
    metrics.rows.inc({ outcome: 'skipped' }, result.skipped);
    metrics.batches.inc({ outcome: 'read' });
    metrics.last.set((timeOfBatch(batch) ?? 0) / 1_000);
    const { rows, repeated, skipped } = result;
    const counts = { rows, published: result.articles.length, refused: result.refusals.length, repeated, skipped };
    deps.log.info({ batch, ...counts, duration_ms: Math.round(performance.now() - startedAt) }, 'gdelt.batch_read');
  }

  async function giveUp(batch: string, { reason, message: detail }: UnreadBatchError, deps: StageDeps): Promise<void> {
    const url = `${folder}/${batch}.gkg.csv.zip`;
    const at = deps.now().toISOString();
    await publish(
      [refusal({ source: gdeltSource, url, seenAt: at, fetchedAt: at }, { reason, detail: `batch ${batch}: ${detail}`, content: url, url })],
      deps,
    );
    metrics.batches.inc({ outcome: reason });
    deps.log.warn({ batch, reason, detail }, 'gdelt.batch_refused');
  }

  /** Attempts for the next batch; a restart resets them. */
  const attempts = { batch: '', count: 0 };

  /** Reads the new batches. Returns the newest one; null when none is new. Throws an UnreadBatchError for a batch that must be tried again. */
  async function catchUp(deps: StageDeps): Promise<string | null> {
    const newest = await askLatest(deps);
    const last = Position.safeParse(await deps.positions.get(positionKey)).data?.last ?? null;
    const { batches, missed, skippedTo } = gapBetween(last, newest.batch, batchesMax);
    if (missed > 0) {
      metrics.batches.inc({ outcome: 'missed' }, missed);
      deps.log.warn({ last, newest: newest.batch, missed }, 'gdelt.batches_missed');
      // Stored, so that a retry of the first batch does not count them again.
      await deps.positions.set(positionKey, { v: 1, last: skippedTo } satisfies z.infer<typeof Position>);
    }
    for (const batch of batches) {
      if (deps.signal.aborted) throw new StoppedError();
      if (attempts.batch !== batch) Object.assign(attempts, { batch, count: 0 });
      attempts.count += 1;
      try {
        await publishBatch(batch, newest, deps);
      } catch (error) {
        if (!(error instanceof UnreadBatchError) || !(error.isFinal || attempts.count >= attemptsMax)) throw error;
        await giveUp(batch, error, deps);
      }
      await deps.positions.set(positionKey, { v: 1, last: batch } satisfies z.infer<typeof Position>);
    }
    return batches.at(-1) ?? null;
  }

  async function run(deps: StageDeps): Promise<void> {
    const work = async (failures: number): Promise<NextRun> => {
      try {
        const newest = await catchUp(deps);
        if (newest === null) return null;
        const nextMs = (timeOfBatch(newest) ?? 0) + quarterMs + lateMs - deps.now().getTime();
        return Math.min(quarterMs, Math.max(checkMs, nextMs));
      } catch (error) {
        if (deps.signal.aborted || !(error instanceof UnreadBatchError)) throw error;
        metrics.batches.inc({ outcome: 'put_off' });
        deps.log.warn({ why: error.message, failures }, 'gdelt.put_off');
        return error;
      }
    };
    await repeat(work, {
      cadenceMs: () => checkMs,
      signal: deps.signal,
      retryMs,
      onOutage: (error, outages) => {
        // An outage of NATS or parsing does not count as an attempt.
        attempts.count = Math.max(0, attempts.count - 1);
        deps.log.error({ err: error, outages }, 'gdelt.broke');
      },
    });
  }

  return { name: 'gdelt', run };
}

export const gdeltLane: StageEntry = {
  name: 'gdelt',
  reads: 'GDELT_URL, a batch every 15 minutes',
  steps: ['fetch batch', 'check', 'read rows', 'publish once'],
  writes: rawOf('article', 'refusal'),
  asks: 'others',
  buckets: [],
  make: ({ config, registry, publisherFetch, health }) => {
    if (config.GDELT_URL === null) return null;
    return {
      stage: gdeltStage({ baseUrl: config.GDELT_URL, registry }),
      fetch: health.watching(publisherFetch, ({ url }) => (url.endsWith('/lastupdate.txt') ? gdeltSource.id : null)),
      sources: [gdeltSource.id],
    };
  },
};
