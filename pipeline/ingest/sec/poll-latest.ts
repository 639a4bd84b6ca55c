/** Polls the latest-filings feed: unknown filings become pending, and the watermark advances once all of them are. */
import { backoff, withJitter } from '#ops/process/pause.ts';
import { isFilingHours } from '#schemas/edgar-calendar.ts';
import { isKnown, pendingMax, pendingOf } from './filing-progress.ts';
import { walkFeed, type Walk } from './listing/walk.ts';
import { coolOff, steadyMsOf, save, type SecStageWork } from './stage-context.ts';

/** Minimum interval between the starts of two walks, in durations of a walk: no filing is fetched during a walk. */
const walkIntervalMin = 3;
/** Number of consecutive cut walks after which the watermark advances anyway; the daily index adds the filings that they did not reach. */
const cutWalksMax = 3;

/** Adds new filings to the pending ones. `isAll` is false when there was not enough room for all. */
function addPending({ progress }: SecStageWork, walk: Walk, seenAt: string): { readonly fresh: number; readonly isAll: boolean } {
  const fresh = walk.entries.filter((entry) => !isKnown(progress, entry.accession));
  const room = Math.max(0, pendingMax - progress.pending.size);
  for (const entry of fresh.slice(0, room)) {
    progress.pending.set(entry.accession, { ...pendingOf(entry, seenAt), acceptedAt: entry.acceptedAt, isLive: true });
  }
  return { fresh: fresh.length, isAll: fresh.length <= room };
}

function moveWatermark({ progress, metrics, deps, source }: SecStageWork, walk: Walk, isAll: boolean): void {
  if (walk.newestAt === null || !isAll) return;
  progress.cutWalks = walk.ended === 'cut' ? progress.cutWalks + 1 : 0;
  if (walk.ended === 'cut' && progress.cutWalks < cutWalksMax) return;
  if (walk.ended !== 'met' && progress.watermarkAt !== null) {
    metrics.gaps.inc({ source: source.name });
    deps.log.warn({ watermarkAt: progress.watermarkAt, pages: walk.pages, ended: walk.ended }, 'feed.fell_short');
  }
  progress.watermarkAt = walk.newestAt;
  progress.cutWalks = 0;
}

function planNext(work: SecStageWork, walk: Walk, startedAtMs: number): void {
  const { settings, timers } = work;
  if (walk.trouble) {
    const waitMs = Math.max(walk.trouble.retryAfterMs, backoff(timers.pollFailures, settings.pollRetryMs.first, settings.pollRetryMs.last));
    timers.pollFailures += 1;
    timers.nextPollAtMs = steadyMsOf(work) + waitMs;
    if (walk.trouble.isRefusedClient !== 'no') coolOff(work, walk.trouble);
    return;
  }
  timers.pollFailures = 0;
  timers.refusals = 0;
  timers.cadenceMs = cadenceMs(work);
  timers.nextPollAtMs = startedAtMs + Math.max(withJitter(timers.cadenceMs), walkIntervalMin * (steadyMsOf(work) - startedAtMs));
}

const cadenceMs = ({ deps, settings }: SecStageWork): number => (isFilingHours(deps.now().toISOString()) ? settings.pollMs : settings.pollOffHoursMs);

/** Returns whether a poll is due. A wait that began off hours ends early when filing hours begin. */
export function isPollDue(work: SecStageWork): boolean {
  const { nextPollAtMs, pollFailures, cadenceMs: plannedMs } = work.timers;
  const leftMs = nextPollAtMs - steadyMsOf(work);
  const nowCadenceMs = cadenceMs(work);
  return leftMs <= 0 || (pollFailures === 0 && nowCadenceMs < plannedMs && leftMs > 1.2 * nowCadenceMs);
}

export async function pollFeed(work: SecStageWork): Promise<void> {
  const { deps, source, settings, progress, metrics } = work;
  const startedAtMs = steadyMsOf(work);
  const seenAt = deps.now().toISOString();
  const walk = await walkFeed({ ...deps, ...source, baseUrl: settings.baseUrl, watermarkAt: progress.watermarkAt });
  metrics.walks.inc({ source: source.name, outcome: walk.ended });
  metrics.unreadable.inc({ source: source.name }, walk.unreadable);
  const { fresh, isAll } = addPending(work, walk, seenAt);
  moveWatermark(work, walk, isAll);
  planNext(work, walk, startedAtMs);
  deps.log.info(
    {
      ended: walk.ended,
      pages: walk.pages,
      listed: walk.entries.length,
      fresh,
      unreadable: walk.unreadable,
      pending: progress.pending.size,
      trouble: walk.trouble?.detail ?? null,
      duration_ms: Math.round(steadyMsOf(work) - startedAtMs),
    },
    'feed.walked',
  );
  // A watermark alone need not be saved: without it the next walk is only a little longer.
  if (fresh > 0 || walk.ended !== 'met') await save(work);
}
