/** The filings that are due, some at a time: each is handed to RAW as itself or its refusal, or put off on its schedule. */
import { withJitter } from '../schedule.ts';
import { refusalOf, type FilingFetch, type FilingOutcome } from './fetch-filing.ts';
import { markDone, type PendingFiling } from './progress.ts';
import { coolOff, steadyMsOf, save, todayOf, type Work } from './work.ts';

/** Fetched side by side: what the allowance lets through in two seconds, so that the feed is never kept waiting long. */
const batchSize = 16;

/** Those of the feed first, each kind in the order EDGAR accepted them. */
export function dueFilings(work: Work): readonly PendingFiling[] {
  const nowMs = steadyMsOf(work);
  return [...work.progress.pending.values()]
    .filter((filing) => filing.dueAtMs <= nowMs)
    .sort(
      (a, b) =>
        Number(b.isLive) - Number(a.isLive) || (a.acceptedAt ?? '').localeCompare(b.acceptedAt ?? '') || a.accession.localeCompare(b.accession),
    )
    .slice(0, batchSize);
}

async function settle(work: Work, filing: PendingFiling, outcome: FilingOutcome): Promise<void> {
  const { deps, source, settings, progress, metrics } = work;
  const failures = filing.failures + 1;
  if (outcome.outcome === 'retry') {
    const waitMs = settings.retryScheduleMs[filing.failures];
    if (waitMs !== undefined) {
      const dueAtMs = steadyMsOf(work) + Math.max(withJitter(waitMs), outcome.trouble.retryAfterMs);
      progress.pending.set(filing.accession, { ...filing, failures, dueAtMs });
      metrics.filed('retried');
      deps.log.info({ accession: filing.accession, failures, why: outcome.trouble.detail }, 'filing.put_off');
      return;
    }
  }
  const message =
    outcome.outcome === 'read'
      ? outcome.message
      : refusalOf(
          source.name,
          filing,
          { reason: outcome.reason, detail: `${outcome.trouble.detail} (attempt ${failures} of ${failures})` },
          deps.now().toISOString(),
        );
  await deps.publish(message);
  markDone(progress, filing.accession, todayOf(work));
  metrics.filed(message.kind === 'refusal' ? 'refused' : 'published');
  if (message.kind === 'refusal') deps.log.warn({ accession: filing.accession, reason: message.reason, detail: message.detail }, 'filing.refused');
}

export async function fetchBatch(work: Work, batch: readonly PendingFiling[], fetchFiling: FilingFetch): Promise<void> {
  const startedAtMs = steadyMsOf(work);
  const outcomes = await Promise.all(batch.map(fetchFiling));
  const troubles = outcomes.flatMap((outcome) => (outcome.outcome === 'retry' ? [outcome.trouble] : []));
  const certain = troubles.find((trouble) => trouble.isRefusedClient === 'yes');
  const areAllRefused = batch.length > 1 && troubles.length === batch.length && troubles.every((trouble) => trouble.isRefusedClient !== 'no');
  if (certain) coolOff(work, certain);
  else if (areAllRefused) coolOff(work, troubles[0]!);
  await Promise.all(batch.map((filing, index) => settle(work, filing, outcomes[index]!)));
  await save(work);
  work.deps.log.info(
    { filings: batch.length, retried: troubles.length, pending: work.progress.pending.size, durationMs: steadyMsOf(work) - startedAtMs },
    'filings.fetched',
  );
}
