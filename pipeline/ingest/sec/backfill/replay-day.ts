/**
 * Publishes those filings of one day's index that the log lacks to RAW as history, each as itself or as its refusal, several at a time. A
 * filing that cannot be fetched is retried on a schedule, and given up only while EDGAR answers other requests.
 */
import pLimit from 'p-limit';
import type { RawFiled, RawMessage } from '#schemas/raw.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { pause, withJitter } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { IndexEntry } from '../listing/daily-index.ts';
import type { StageDeps } from '../../stage.ts';
import { fetchSafely, refusalOf, type FilingFetch } from '../fetch/fetch-filing.ts';
import { pendingOf } from '../filing-progress.ts';
import type { Patience } from './patience.ts';

export interface DayFiling {
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
  readonly onSettled: (message: RawMessage) => void;
}

/** Concurrent requests; the rate limit sets the pace. */
const atOnce = 8;
/** Maximum number of attempts for a filing that its reader cannot finish: the same bytes give the same result. */
const faultsMax = 3;

/** Counts of a filing's failures, of EDGAR and of its reader. */
interface Failures {
  readonly failures: number;
  readonly faults: number;
}

const asHistory = (message: RawFiled): RawFiled => (message.kind === 'refusal' ? message : { ...message, is_history: true });

/** Resolves when every filing is settled; throws StoppedError once `signal` aborts. */
export async function replayDay(filings: readonly DayFiling[], deps: ReplayDeps, signal: AbortSignal): Promise<void> {
  const { patience, now, retryScheduleMs } = deps;
  const slots = pLimit(atOnce);

  /** Returns the message to publish, or when to try again. */
  async function attempt({ family, entry }: DayFiling, { failures, faults }: Failures): Promise<RawFiled | (Failures & { readonly waitMs: number })> {
    if (signal.aborted) throw new StoppedError();
    const pending = { ...pendingOf(entry, now().toISOString()), failures };
    await patience.wait(signal);
    const outcome = await fetchSafely(deps.fetchFiling(family), pending, signal);
    if (outcome.outcome === 'read') {
      patience.answered();
      return asHistory(outcome.message);
    }
    if (signal.aborted) throw new StoppedError();
    const { reason, trouble } = outcome;
    const refused = (detail: string): RawFiled => refusalOf(family, pending, { reason, detail }, now().toISOString());
    if (outcome.isOfReader) {
      patience.answered();
      if (faults + 1 >= faultsMax) return refused(trouble.detail);
      return { failures, faults: faults + 1, waitMs: withJitter(retryScheduleMs[faults] ?? 0) };
    }
    if (patience.troubled(trouble)) return { failures, faults, waitMs: trouble.retryAfterMs };
    const waitMs = retryScheduleMs[failures];
    if (waitMs !== undefined) return { failures: failures + 1, faults, waitMs: Math.max(withJitter(waitMs), trouble.retryAfterMs) };
    if (await deps.isAnswering()) return refused(`${trouble.detail} (attempt ${failures + 1} of ${failures + 1})`);
    patience.coolOff(trouble);
    return { failures, faults, waitMs: trouble.retryAfterMs };
  }

  async function settle(filing: DayFiling): Promise<void> {
    let before: Failures = { failures: 0, faults: 0 };
    for (;;) {
      const waitMs = await slots(async () => {
        const outcome = await attempt(filing, before);
        if ('waitMs' in outcome) {
          before = outcome;
          return outcome.waitMs;
        }
        deps.onSettled(await deps.publish(outcome));
        return null;
      });
      if (waitMs === null) return;
      await pause(waitMs, signal);
    }
  }

  await Promise.all(filings.map(settle));
}
