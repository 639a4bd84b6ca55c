/**
 * Reads GDELT's stream of new pages: every quarter of an hour a batch, which lastupdate.txt announces with its checksum. After downtime the
 * stage catches up within a bound, oldest first; it counts older batches as missed. It stores its position after each batch, so a stop at
 * any moment may publish the same identities again but never loses a page.
 */
import pLimit from 'p-limit';
import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { endedByStop, StoppedError } from '#ops/process/retry.ts';
import { refusal } from '../publishers/entry/entry.ts';
import { backoff, outageWaitMs, repeat } from '../schedule.ts';
import type { Stage, StageDeps } from '../stage.ts';
import { gapBetween, quarterMs, readLastUpdate, timeOfBatch, type LatestBatch } from './batch.ts';
import { archiveBytesMax, gdeltSource, type GkgResult } from './read-gkg.ts';

export interface GdeltOptions {
  /** The server's address, without a trailing slash. */
  readonly baseUrl: string;
  /** Batches of a gap that the stage catches up on at most. */
  readonly batchesMax: number;
  readonly registry: Registry;
  /** Milliseconds between polls while the next batch is overdue. */
  readonly checkMs?: number;
  /** Milliseconds after its due time when the next batch is first polled. */
  readonly lateMs?: number;
  readonly retryMs?: { readonly first: number; readonly last: number };
  /** Tries of a batch that is refused or unavailable; then the stage goes on to the next one. */
  readonly attemptsMax?: number;
}

const timeoutMs = 120_000;
const publishedAtOnce = 16;
const positionKey = 'gdelt';
const Position = z.object({ v: z.literal(1), last: z.string().regex(/^\d{14}$/) });

/** The batch is retried later. */
class PutOff extends Error {
  readonly retryAfterMs: number;
  constructor(why: string, retryAfterMs = 0) {
    super(why);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The batch is refused; when `isFinal`, it is not tried again. */
class Refused extends Error {
  readonly reason: RefusalReason;
  readonly isFinal: boolean;
  constructor(reason: RefusalReason, detail: string, isFinal: boolean) {
    super(detail);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

function createMetrics(registry: Registry) {
  const registers = [registry];
  return {
    batches: new Counter({ name: 'tickerwire_gdelt_batches_total', help: 'Batches by outcome', labelNames: ['outcome'], registers }),
    rows: new Counter({ name: 'tickerwire_gdelt_rows_total', help: 'Rows of batches by outcome', labelNames: ['outcome'], registers }),
    last: new Gauge({ name: 'tickerwire_gdelt_last_batch_seconds', help: 'Time of the last batch read, in Unix seconds', registers }),
  };
}

export function gdeltStage(options: GdeltOptions): Stage {
  const { baseUrl, batchesMax, checkMs = 60_000, lateMs = 60_000, retryMs = { first: 30_000, last: 1_800_000 }, attemptsMax = 5 } = options;
  const metrics = createMetrics(options.registry);
  const folder = `${baseUrl}/gdeltv2`;
  let validators: { readonly etag: string | null; readonly lastModified: string | null } = { etag: null, lastModified: null };
  let latest: LatestBatch | null = null;

  async function askLatest(deps: StageDeps): Promise<LatestBatch> {
    const url = `${folder}/lastupdate.txt`;
    const answer = await deps.fetch({ url, ...(latest === null ? {} : validators), bodyBytesMax: 100_000, timeoutMs: 30_000, mayLeadTo: isOwn });
    if (answer.outcome === 'not_modified' && latest !== null) return latest;
    if (answer.outcome !== 'ok') throw new PutOff(`lastupdate.txt: ${detailOf(answer)}`, retryAfterOf(answer));
    const read = readLastUpdate(answer.body.toString('latin1'));
    if (read === null) throw new PutOff('lastupdate.txt names no batch');
    validators = { etag: answer.etag, lastModified: answer.lastModified };
    return (latest = read);
  }

  const isOwn = (address: URL): boolean => address.host === new URL(baseUrl).host && /^https?:$/.test(address.protocol);

  /** Returns the batch's content; throws a Refused or a PutOff. */
  async function readBatch(batch: string, newest: LatestBatch, deps: StageDeps): Promise<Extract<GkgResult, { ok: true }>> {
    const url = `${folder}/${batch}.gkg.csv.zip`;
    const answer = await deps.fetch({ url, bodyBytesMax: archiveBytesMax, timeoutMs, mayLeadTo: isOwn });
    if (answer.outcome === 'refused') throw new Refused(answer.reason, answer.detail, true);
    if (answer.outcome !== 'ok') {
      // GDELT skips a batch now and then: a missing one before the newest will not come.
      if (answer.outcome === 'failed' && answer.status === 404) throw new Refused('unavailable', 'status 404', batch !== newest.batch);
      throw new PutOff(`${batch}: ${detailOf(answer)}`, retryAfterOf(answer));
    }
    const md5 = batch === newest.batch ? newest.md5 : null;
    const parsed = await deps.parse('gkg', { body: answer.body, batch, url, md5, fetchedAt: answer.fetchedAt });
    if (!parsed.isRead) throw new Refused(parsed.reason, parsed.detail, true);
    if (!parsed.value.ok) throw new Refused(parsed.value.reason, parsed.value.detail, !parsed.value.isOther);
    return parsed.value;
  }

  async function publish(messages: readonly (RawArticle | RawRefusal)[], deps: StageDeps): Promise<void> {
    const slots = pLimit(publishedAtOnce);
    await Promise.all(messages.map((message) => slots(() => deps.publish(message))));
    for (const message of messages) metrics.rows.inc({ outcome: message.kind === 'article' ? 'published' : message.reason });
  }

  async function bring(batch: string, newest: LatestBatch, deps: StageDeps): Promise<void> {
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

  async function giveUp(batch: string, { reason, message: detail }: Refused, deps: StageDeps): Promise<void> {
    const url = `${folder}/${batch}.gkg.csv.zip`;
    const at = deps.now().toISOString();
    await publish(
      [refusal({ source: gdeltSource, url, seenAt: at, fetchedAt: at }, { reason, detail: `batch ${batch}: ${detail}`, content: url, url })],
      deps,
    );
    metrics.batches.inc({ outcome: reason });
    deps.log.warn({ batch, reason, detail }, 'gdelt.batch_refused');
  }

  /** Tries of the next batch; a restart counts from 0 again. */
  const tries = { batch: '', count: 0 };

  /** Returns whether there was a new batch. */
  async function catchUp(deps: StageDeps): Promise<boolean> {
    const newest = await askLatest(deps);
    const last = Position.safeParse(await deps.positions.get(positionKey)).data?.last ?? null;
    const { batches, missed } = gapBetween(last, newest.batch, batchesMax);
    if (missed > 0) {
      metrics.batches.inc({ outcome: 'missed' }, missed);
      deps.log.warn({ last, newest: newest.batch, missed }, 'gdelt.batches_missed');
    }
    for (const batch of batches) {
      if (deps.signal.aborted) throw new StoppedError();
      if (tries.batch !== batch) Object.assign(tries, { batch, count: 0 });
      tries.count += 1;
      try {
        await bring(batch, newest, deps);
      } catch (error) {
        if (error instanceof PutOff && tries.count >= attemptsMax) await giveUp(batch, new Refused('unavailable', error.message, true), deps);
        else if (error instanceof Refused && (error.isFinal || tries.count >= attemptsMax)) await giveUp(batch, error, deps);
        else throw error;
      }
      await deps.positions.set(positionKey, { v: 1, last: batch } satisfies z.infer<typeof Position>);
    }
    return batches.length > 0;
  }

  async function run(deps: StageDeps): Promise<void> {
    let failures = 0;
    let outages = 0;
    const work = async (): Promise<number | null> => {
      try {
        const isNew = await catchUp(deps);
        [failures, outages] = [0, 0];
        const nextMs = (timeOfBatch(latest?.batch ?? '') ?? 0) + quarterMs + lateMs - deps.now().getTime();
        return isNew ? Math.min(quarterMs, Math.max(checkMs, nextMs)) : null;
      } catch (error) {
        if (error instanceof StoppedError || deps.signal.aborted) throw new StoppedError();
        if (error instanceof PutOff || error instanceof Refused) {
          failures += 1;
          metrics.batches.inc({ outcome: 'put_off' });
          deps.log.warn({ why: error.message, failures }, 'gdelt.put_off');
          return Math.max(error instanceof PutOff ? error.retryAfterMs : 0, backoff(failures - 1, retryMs.first, retryMs.last));
        }
        // An outage on this side (NATS, parsing) does not count against GDELT, nor as a try of the batch.
        outages += 1;
        tries.count = Math.max(0, tries.count - 1);
        deps.log.error({ err: error, outages }, 'gdelt.broke');
        return outageWaitMs(outages);
      }
    };
    await repeat(work, () => checkMs, deps.signal);
  }

  return {
    name: 'gdelt',
    run: (deps) => endedByStop(run(deps)),
  };
}

type Answer = Awaited<ReturnType<StageDeps['fetch']>>;
const detailOf = (answer: Answer): string => ('detail' in answer ? answer.detail : answer.outcome);
const retryAfterOf = (answer: Answer): number => (answer.outcome === 'failed' ? (answer.retryAfterMs ?? 0) : 0);
