/**
 * Begins an epoch of the feed log (schemas/epoch.ts): its history in KV is written by compare-and-swap before the first record
 * of the epoch is, so that whoever reads a record finds its epoch there.
 *
 * An entry that no record ever bore (its writer was refused or died before the first) is taken out again: behind it stand
 * records of an older epoch, whose readers would be sent back to its begin for ever.
 */
import type { KV } from '@nats-io/kv';
import { readEpochs, writeEpochs } from '#ops/runtime/epochs.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { firstRecordFrom } from '#ops/runtime/read-marks.ts';
import { epochHeader, epochOfHeader, epochUnnamed, mergeHistories, withNewEpoch, type Epoch, type EpochHistory } from '#schemas/epoch.ts';

export interface EpochDeps {
  readonly bus: Bus;
  /** Bucket feed_log. */
  readonly feedLog: KV;
  readonly nowMs: () => number;
}

/** Another process has begun an epoch since this one read the log: it leads, or did. */
export class ForeignEpochError extends Error {}

/**
 * `known`: the history known from other sources, since KV may have lost its last writes with the log. `sinceId`: the
 * newest epoch when the log was read; throws where there is a newer one, or another writer begins one meanwhile.
 */
export async function beginEpoch(
  deps: EpochDeps,
  afterSeq: number,
  { known, sinceId }: { readonly known: EpochHistory; readonly sinceId: number },
): Promise<{ readonly epoch: Epoch; readonly history: EpochHistory }> {
  const { history: kept, revision } = await readEpochs(deps.feedLog);
  const newest = newestId(kept);
  if (newest > sinceId) throw new ForeignEpochError(`epoch ${newest} of the feed log was begun by another process`);
  const borne = await withoutUnborne(deps.bus, kept, afterSeq);
  const begun = withNewEpoch(mergeHistories(borne, known), afterSeq, { nowMs: deps.nowMs(), nonce: Math.floor(Math.random() * 1_000) });
  await writeEpochs(deps.feedLog, begun.history, revision);
  return begun;
}

export const newestId = (history: EpochHistory): number => history.at(-1)?.id ?? epochUnnamed;

/** Takes an epoch out that no record bears. */
export async function withdrawEpoch({ feedLog }: EpochDeps, id: number): Promise<void> {
  const { history, revision } = await readEpochs(feedLog);
  const left = history.filter((epoch) => epoch.id !== id);
  if (left.length < history.length) await writeEpochs(feedLog, left, revision);
}

/** `history` without its newest entries that no record bears; further back each session has done the same. */
export async function withoutUnborne(bus: Bus, history: EpochHistory, lastSeq: number): Promise<EpochHistory> {
  const left = [...history];
  for (let newest = left.at(-1); newest !== undefined && newest.afterSeq < lastSeq; newest = left.at(-1)) {
    const first = await firstRecordFrom(bus, newest.afterSeq + 1);
    // Where its first record is gone from the log, it is taken to have had one.
    if (first === null || first.seq !== newest.afterSeq + 1 || epochOfHeader(first.header.get(epochHeader)) >= newest.id) break;
    left.pop();
  }
  return left;
}
