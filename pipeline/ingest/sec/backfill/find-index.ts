/** A past day to its index, asked for until EDGAR has given it or has said often enough, while it answers otherwise, that there is none. */
import { StoppedError } from '#ops/process/retry.ts';
import type { Parse } from '../../parse/parse.ts';
import { pause, withJitter } from '../../schedule.ts';
import type { PoliteFetch } from '../../stage.ts';
import type { DailyIndex } from '../listing/daily-index.ts';
import { fetchIndex } from '../listing/fetch-index.ts';
import type { Patience } from './retry-schedule.ts';

export interface Edgar {
  readonly fetch: PoliteFetch;
  readonly parse: Parse;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly patience: Patience;
  /** Between two questions for an index that is not there. */
  readonly indexRetryMs: number;
}

/** So many answers that there is no index are believed. */
const absencesMin = 2;
const probeBytesMax = 4_000_000;
const probeTimeoutMs = 30_000;

/** Whether EDGAR answers this client at all: its latest-filings feed is always there, for forms that are not collected too. */
export async function isAnswering({ fetch, parse, baseUrl }: Pick<Edgar, 'fetch' | 'parse' | 'baseUrl'>): Promise<boolean> {
  const url = `${baseUrl}/cgi-bin/browse-edgar?action=getcurrent&type=10-K&owner=include&count=10&start=0&output=atom`;
  const answer = await fetch({ url, bodyBytesMax: probeBytesMax, timeoutMs: probeTimeoutMs });
  if (answer.outcome !== 'ok') return false;
  const parsed = await parse('current', { body: answer.body, forms: new Set() });
  return parsed.isRead && parsed.value.ok;
}

/** Null: there is none. Throws StoppedError once `signal` aborts. */
export async function findIndex(edgar: Edgar, day: string, forms: ReadonlySet<string>, signal: AbortSignal): Promise<DailyIndex | null> {
  for (let absences = 0; ;) {
    if (signal.aborted) throw new StoppedError();
    await edgar.patience.wait(signal);
    const answer = await fetchIndex(edgar, day, forms);
    if (answer.kind === 'index') {
      edgar.patience.answered();
      return answer.index;
    }
    // With 403 EDGAR refuses clients, too: a file is missing only if something else is to be had in between.
    if (answer.kind === 'absent' && (absences > 0 || (await isAnswering(edgar)))) {
      absences += 1;
      if (absences >= absencesMin) return null;
      await pause(withJitter(edgar.indexRetryMs), signal);
    } else edgar.patience.coolOff(answer.trouble);
  }
}
