/** Fetches the index of a past day. It retries until EDGAR delivers it, or denies it repeatedly while answering other requests. */
import { pause, withJitter } from '#ops/process/pause.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { Parse } from '../../parse/parse.ts';
import type { PoliteFetch } from '../../stage.ts';
import type { DailyIndex } from '../listing/daily-index.ts';
import { fetchIndex } from '../listing/fetch-index.ts';
import { pageBytesMax, pageTimeoutMs, pageUrl } from '../listing/walk.ts';
import type { Patience } from './patience.ts';

export interface Edgar {
  readonly fetch: PoliteFetch;
  readonly parse: Parse;
  /** EDGAR's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly patience: Patience;
  /** Milliseconds between two requests for a missing index. */
  readonly indexRetryMs: number;
}

/** Answers without an index after which it counts as missing. */
const absencesMin = 2;

/** Returns whether EDGAR answers this client at all: its latest-filings feed always exists, also for forms that are not collected. */
export async function isAnswering({ fetch, parse, baseUrl }: Pick<Edgar, 'fetch' | 'parse' | 'baseUrl'>): Promise<boolean> {
  const answer = await fetch({ url: pageUrl(baseUrl, '10-K', 0), bodyBytesMax: pageBytesMax, timeoutMs: pageTimeoutMs });
  if (answer.outcome !== 'ok') return false;
  const parsed = await parse('current', { body: answer.body, forms: new Set() });
  return parsed.isRead && parsed.value.ok;
}

/** Returns null when there is no index. Throws StoppedError once `signal` aborts. */
export async function findIndex(edgar: Edgar, day: string, forms: ReadonlySet<string>, signal: AbortSignal): Promise<DailyIndex | null> {
  for (let absences = 0; ;) {
    if (signal.aborted) throw new StoppedError();
    await edgar.patience.wait(signal);
    const answer = await fetchIndex(edgar, day, forms);
    if (answer.kind === 'index') {
      edgar.patience.answered();
      return answer.index;
    }
    // EDGAR also refuses clients with 403: a file is missing only if another request succeeds in between.
    if (answer.kind === 'absent' && (absences > 0 || (await isAnswering(edgar)))) {
      absences += 1;
      if (absences >= absencesMin) return null;
      await pause(withJitter(edgar.indexRetryMs), signal);
    } else edgar.patience.coolOff(answer.trouble);
  }
}
