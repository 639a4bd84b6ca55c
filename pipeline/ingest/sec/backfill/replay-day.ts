/**
 * Publishes the filings of one day's index that the log lacks to RAW as history, each as its message or as its refusal. A filing that cannot
 * be fetched is retried on a schedule, and is refused only if EDGAR answers other requests.
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
import type { CircuitBreaker } from './circuit-breaker.ts';

export interface DayFiling {
  readonly family: SecSourceType;
  readonly entry: IndexEntry;
}

export interface ReplayDeps {
  readonly fetchFiling: (family: SecSourceType) => FilingFetch;
  readonly publish: StageDeps['publish'];
  readonly breaker: CircuitBreaker;
  readonly isAnswering: () => Promise<boolean>;
  readonly retryScheduleMs: readonly number[];
  readonly now: () => Date;
  /** Called with the message that RAW has acknowledged, which may be a refusal in place of the filing. */
  readonly onSettled: (message: RawMessage) => void;
}

/** Concurrent requests; the rate limit sets the pace. */
const atOnce = 8;
/** Maximum number of attempts for a filing that the parser cannot finish: the same bytes give the same result. */
const faultsMax = 3;

/** A filing's failed attempts: `failures` to fetch it, and `faults` of the parser. */
interface Failures {
  readonly failures: number;
  readonly faults: number;
}

const asHistory = (message: RawFiled): RawFiled => (message.kind === 'refusal' ? message : { ...message, is_history: true });

/** Publishes these filings, and resolves when RAW has each. Throws StoppedError once `signal` aborts. */
export async function replayDay(filings: readonly DayFiling[], deps: ReplayDeps, signal: AbortSignal): Promise<void> {
  const { breaker, now, retryScheduleMs } = deps;
  const slots = pLimit(atOnce);

  /** Returns the message to publish, or the failures so far and the wait before the next attempt. */
  async function attempt({ family, entry }: DayFiling, { failures, faults }: Failures): Promise<RawFiled | (Failures & { readonly waitMs: number })> {
    if (signal.aborted) throw new StoppedError();
    const pending = { ...pendingOf(entry, now().toISOString()), failures };
    await breaker.wait(signal);
    const outcome = await fetchSafely(deps.fetchFiling(family), pending, signal);
    if (outcome.outcome === 'read') {
      breaker.succeeded();
      return asHistory(outcome.message);
    }
    if (signal.aborted) throw new StoppedError();
    const { reason, trouble } = outcome;
    const refused = (detail: string): RawFiled => refusalOf(family, pending, { reason, detail }, now().toISOString());
    if (outcome.isParserFault) {
      breaker.succeeded();
      if (faults + 1 >= faultsMax) return refused(trouble.detail);
      return { failures, faults: faults + 1, waitMs: withJitter(retryScheduleMs[faults] ?? 0) };
    }
    if (breaker.failed(trouble)) return { failures, faults, waitMs: trouble.retryAfterMs };
    const waitMs = retryScheduleMs[failures];
    if (waitMs !== undefined) return { failures: failures + 1, faults, waitMs: Math.max(withJitter(waitMs), trouble.retryAfterMs) };
    if (await deps.isAnswering()) return refused(`${trouble.detail} (attempt ${failures + 1} of ${failures + 1})`);
    breaker.coolOff(trouble);
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
