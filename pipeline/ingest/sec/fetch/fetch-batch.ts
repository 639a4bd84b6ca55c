/** Fetches due filings, several at a time. Each is published to RAW as its message or its refusal, or is scheduled for another attempt. */
import pLimit from 'p-limit';
import { withJitter } from '#ops/process/pause.ts';
import { compareText } from '#schemas/compare-text.ts';
import type { RawFiled } from '#schemas/raw.ts';
import { outageWaitMs } from '../../schedule.ts';
import { fetchSafely, refusalOf, type FilingFetch, type FilingOutcome } from './fetch-filing.ts';
import { markDone, type PendingFiling } from '../filing-progress.ts';
import { coolOff, steadyMsOf, save, todayOf, type SecStageWork } from '../stage-context.ts';

/** Filings per batch: what the allowance permits in two seconds, because the feed is not polled during a batch. */
const batchSize = 16;
/** Filings in memory at a time. One may have tens of megabytes while it waits for the parser. */
const atOnce = 8;

/** Returns the next batch of due filings: those of the feed first, then by acceptance time. */
export function dueFilings(work: SecStageWork): readonly PendingFiling[] {
  const nowMs = steadyMsOf(work);
  return [...work.progress.pending.values()]
    .filter((filing) => filing.dueAtMs <= nowMs)
    .sort(
      (a, b) => Number(b.isLive) - Number(a.isLive) || compareText(a.acceptedAt ?? '', b.acceptedAt ?? '') || compareText(a.accession, b.accession),
    )
    .slice(0, batchSize);
}

type Retry = Extract<FilingOutcome, { outcome: 'retry' }>;

/** Returns the filing with its next attempt scheduled; null after the last attempt. Unavailable parsing is not counted as a failure. */
function reschedule(work: SecStageWork, filing: PendingFiling, { isParserFault, isParserAway, trouble }: Retry): PendingFiling | null {
  const { settings, timers } = work;
  if (isParserAway) return { ...filing, dueAtMs: steadyMsOf(work) + outageWaitMs(timers.outages) };
  const { failures, faults } = filing;
  const waitMs = isParserFault ? settings.faultScheduleMs[faults] : settings.retryScheduleMs[failures - faults];
  if (waitMs === undefined) return null;
  const dueAtMs = steadyMsOf(work) + Math.max(withJitter(waitMs), trouble.retryAfterMs);
  return { ...filing, failures: failures + 1, faults: faults + (isParserFault ? 1 : 0), dueAtMs };
}

async function settle(work: SecStageWork, filing: PendingFiling, outcome: FilingOutcome): Promise<void> {
  const { deps, source, progress, metrics } = work;
  let result: RawFiled;
  if (outcome.outcome === 'read') result = outcome.message;
  else {
    const later = reschedule(work, filing, outcome);
    if (later !== null) {
      progress.pending.set(filing.accession, later);
      metrics.filings.inc({ source: source.name, outcome: 'retried' });
      deps.log.info({ accession: filing.accession, failures: later.failures, faults: later.faults, why: outcome.trouble.detail }, 'filing.put_off');
      return;
    }
    const attempts = filing.failures + 1;
    const detail = `${outcome.trouble.detail} (attempt ${attempts} of ${attempts})`;
    result = refusalOf(source.name, filing, { reason: outcome.reason, detail }, deps.now().toISOString());
  }
  const message = await deps.publish(result);
  if (message.kind === 'filing') await work.settings.keepReportTime?.(message);
  markDone(progress, filing.accession, todayOf(work));
  metrics.filings.inc({ source: source.name, outcome: message.kind === 'refusal' ? 'refused' : 'published' });
  if (message.kind === 'refusal') deps.log.warn({ accession: filing.accession, reason: message.reason, detail: message.detail }, 'filing.refused');
}

/** Fetches these filings and settles each. After all are settled, throws the first error of RAW or of the positions bucket. */
export async function fetchBatch(work: SecStageWork, batch: readonly PendingFiling[], fetchFiling: FilingFetch): Promise<void> {
  const startedAtMs = steadyMsOf(work);
  const limit = pLimit(atOnce);
  const outcomes = await Promise.all(batch.map((filing) => limit(() => fetchSafely(fetchFiling, filing, work.deps.signal))));
  work.timers.outages = outcomes.some((outcome) => outcome.outcome === 'retry' && outcome.isParserAway) ? work.timers.outages + 1 : 0;
  const troubles = outcomes.flatMap((outcome) => (outcome.outcome === 'retry' ? [outcome.trouble] : []));
  const certain = troubles.find((trouble) => trouble.isRefusedClient === 'yes');
  const areAllRefused = batch.length > 1 && troubles.length === batch.length && troubles.every((trouble) => trouble.isRefusedClient !== 'no');
  if (certain) coolOff(work, certain);
  else if (areAllRefused) coolOff(work, troubles[0]!);
  const settled = await Promise.allSettled(batch.map((filing, index) => settle(work, filing, outcomes[index]!)));
  await save(work);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  work.deps.log.info(
    {
      filings: batch.length,
      retried: troubles.length,
      pending: work.progress.pending.size,
      duration_ms: Math.round(steadyMsOf(work) - startedAtMs),
    },
    'filings.fetched',
  );
}
