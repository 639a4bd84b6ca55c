/** Fetches the daily index of a past day. It retries until EDGAR delivers the index, or twice reports it missing while it answers other requests. */
import { pause, withJitter } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { EdgarAccess } from '../access/edgar-access.ts';
import type { DailyIndex } from '../listing/daily-index.ts';
import { fetchIndex } from '../listing/fetch-index.ts';
import { pageBytesMax, pageTimeoutMs, pageUrl } from '../listing/walk.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

export interface Edgar extends EdgarAccess {
  readonly breaker: CircuitBreaker;
  readonly indexRetryMs: number;
}

/** Number of answers without an index after which it counts as missing. */
const absencesMin = 2;

/** Returns whether EDGAR answers this client at all. It requests the latest-filings feed, which always exists. */
export async function isAnswering({ fetch, parse, baseUrl }: EdgarAccess): Promise<boolean> {
  const answer = await fetch({ url: pageUrl(baseUrl, '10-K', 0), bodyBytesMax: pageBytesMax, timeoutMs: pageTimeoutMs });
  if (answer.outcome !== 'ok') return false;
  const parsed = await parse('current', { body: answer.body, forms: new Set() });
  return parsed.isRead && parsed.value.ok;
}

/** Returns the index, or null if EDGAR has none. Throws StoppedError once `signal` aborts. */
export async function findIndex(edgar: Edgar, day: string, forms: ReadonlySet<string>, signal: AbortSignal): Promise<DailyIndex | null> {
  for (let absences = 0; ;) {
    if (signal.aborted) throw new StoppedError();
    await edgar.breaker.wait(signal);
    const answer = await fetchIndex(edgar, day, forms);
    if (answer.kind === 'index') {
      edgar.breaker.succeeded();
      return answer.index;
    }
    // Status 403 may also mean a refused client: the file is missing only if another request succeeds in between.
    if (answer.kind === 'absent' && (absences > 0 || (await isAnswering(edgar)))) {
      absences += 1;
      if (absences >= absencesMin) return null;
      await pause(withJitter(edgar.indexRetryMs), signal);
    } else edgar.breaker.coolOff(answer.trouble);
  }
}
