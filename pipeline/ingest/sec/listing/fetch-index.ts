/** Fetches EDGAR's daily index of a day. */
import type { EdgarAccess } from '../access/edgar-access.ts';
import { dailyIndexPath, type DailyIndex } from './daily-index.ts';
import { noDocument, troubleOf, troubleOfPage, type Trouble } from '../access/failed-answer.ts';

type IndexAnswer =
  | { readonly kind: 'index'; readonly index: DailyIndex }
  /** Status 404, or 403, which means a missing file or a refused client. */
  | { readonly kind: 'absent'; readonly trouble: Trouble }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };

const indexBytesMax = 20_000_000;
const indexTimeoutMs = 60_000;

/** Returns the entries of these forms in the index of a day, or why there are none. */
export async function fetchIndex(edgar: EdgarAccess, day: string, forms: ReadonlySet<string>): Promise<IndexAnswer> {
  const url = `${edgar.baseUrl}${dailyIndexPath(day)}`;
  const answer = await edgar.fetch({ url, bodyBytesMax: indexBytesMax, timeoutMs: indexTimeoutMs });
  if (answer.outcome !== 'ok') {
    const isAbsent = answer.outcome === 'failed' && (answer.status === 404 || answer.status === 403);
    return { kind: isAbsent ? 'absent' : 'trouble', trouble: troubleOf(answer) };
  }
  const parsed = await edgar.parse('daily_index', { body: answer.body, forms });
  if (!parsed.isRead) return { kind: 'trouble', trouble: noDocument(`${parsed.reason}: ${parsed.detail}`) };
  const index = parsed.value;
  return index.ok ? { kind: 'index', index } : { kind: 'trouble', trouble: troubleOfPage(index.detail) };
}
