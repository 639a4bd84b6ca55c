/**
 * Publishes those filings of one day's index that the log lacks to RAW as history, each as itself or as its refusal, several at a time. A
 * filing that cannot be fetched is retried on a schedule, and given up only while EDGAR answers other requests.
 */
import type { RawFiled, RawMessage } from '#schemas/raw.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { pause, withJitter } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { IndexEntry } from '../listing/daily-index.ts';
import type { StageDeps } from '../../stage.ts';
import { fetchSafely, refusalOf, type FilingFetch } from '../fetch/fetch-filing.ts';
import { pendingOf } from '../filing-progress.ts';
import type { Patience } from './find-index.ts';

export interface DayFiling {
  /** Index of the filing in the day's list. */
  readonly index: number;
  readonly family: SecSourceType;
  readonly entry: IndexEntry;
}

export interface ReplayDeps {
  readonly fetchFiling: (family: SecSourceType) => FilingFetch;
  readonly publish: StageDeps['publish'];
  readonly patience: Patience;
  /** Returns whether EDGAR answers at all. */
  readonly isAnswering: () => Promise<boolean>;
  readonly retryScheduleMs: readonly number[];
  readonly now: () => Date;
  /** Called once RAW has the message, with what RAW has. */
  readonly onSettled: (filing: DayFiling, message: RawMessage) => Promise<void>;
}

/** Concurrent filings; the allowance decides the pace. */
const atOnce = 8;
/** Longest wait of an idle worker before it checks again. */
const idleMsMax = 1_000;

/** Tries of a filing that its reader cannot finish: the same bytes give the same result. */
const faultsMax = 3;

interface WaitingFiling {
  readonly filing: DayFiling;
  readonly failures: number;
  readonly faults: number;
  readonly dueAtMs: number;
}

const asHistory = (message: RawFiled): RawFiled => (message.kind === 'refusal' ? message : { ...message, is_history: true });

/** Resolves when every filing is settled; throws StoppedError once `signal` aborts. */
export async function replayDay(filings: readonly DayFiling[], deps: ReplayDeps, signal: AbortSignal): Promise<void> {
  const { patience, now } = deps;
  const waiting: WaitingFiling[] = filings.map((filing) => ({ filing, failures: 0, faults: 0, dueAtMs: 0 }));

  /** Returns the message to publish, or null when the filing was put off. */
  async function attempt({ filing, failures, faults }: WaitingFiling): Promise<RawFiled | null> {
    const { family, entry } = filing;
    const pending = { ...pendingOf(entry, now().toISOString()), failures };
    await patience.wait(signal);
    const outcome = await fetchSafely(deps.fetchFiling(family), pending, signal);
    if (outcome.outcome === 'read') {
      patience.answered();
      return asHistory(outcome.message);
    }
    if (signal.aborted) return null;
    if (outcome.isOfReader) {
      patience.answered();
      if (faults + 1 >= faultsMax) return refusalOf(family, pending, { reason: outcome.reason, detail: outcome.trouble.detail }, now().toISOString());
      waiting.push({ filing, failures, faults: faults + 1, dueAtMs: steadyNowMs() + withJitter(deps.retryScheduleMs[faults] ?? 0) });
      return null;
    }
    const isEdgars = patience.troubled(outcome.trouble);
    const waitMs = deps.retryScheduleMs[failures];
    if (!isEdgars && waitMs === undefined && (await deps.isAnswering())) {
      const tries = failures + 1;
      const detail = `${outcome.trouble.detail} (attempt ${tries} of ${tries})`;
      return refusalOf(family, pending, { reason: outcome.reason, detail }, now().toISOString());
    }
    if (!isEdgars && waitMs === undefined) patience.coolOff(outcome.trouble);
    const isCounted = !isEdgars && waitMs !== undefined;
    const dueAtMs = steadyNowMs() + Math.max(withJitter(isCounted ? waitMs : 0), outcome.trouble.retryAfterMs);
    waiting.push({ filing, failures: isCounted ? failures + 1 : failures, faults, dueAtMs });
    return null;
  }

  async function work(): Promise<void> {
    for (;;) {
      if (signal.aborted) throw new StoppedError();
      const nowMs = steadyNowMs();
      const place = waiting.findIndex(({ dueAtMs }) => dueAtMs <= nowMs);
      if (place < 0) {
        // A filing under way may be put off again; its own worker then continues with it.
        if (waiting.length === 0) return;
        await pause(Math.min(idleMsMax, Math.max(1, Math.min(...waiting.map(({ dueAtMs }) => dueAtMs)) - nowMs)), signal);
        continue;
      }
      const [next] = waiting.splice(place, 1);
      const message = await attempt(next!);
      if (message === null) continue;
      await deps.onSettled(next!.filing, await deps.publish(message));
    }
  }

  await Promise.all(Array.from({ length: Math.min(atOnce, filings.length) }, work));
}
