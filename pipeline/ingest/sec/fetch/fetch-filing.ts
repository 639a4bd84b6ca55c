/** The outcome of fetching one listed filing: its message for RAW, or why to retry. */
import { filingIdentity } from '#schemas/identity.ts';
import type { RawFiled, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason, SecSourceType } from '#schemas/vocabulary.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { faultOf, ParseUnavailableError, type Unread } from '../../parse/parse.ts';
import { filingIndexUrl } from '../listed-filing.ts';
import type { PendingFiling } from '../filing-progress.ts';
import { noDocument, type Trouble } from '../access/failed-answer.ts';

export type FilingOutcome =
  | { readonly outcome: 'read'; readonly message: RawFiled }
  /**
   * `reason`: the reason of the refusal if this was the last attempt. `isParserFault`: the parser could not finish the document, and would not
   * with the same bytes. `isParserAway`: parsing is unavailable, which says nothing about the filing.
   */
  | {
      readonly outcome: 'retry';
      readonly reason: RefusalReason;
      readonly trouble: Trouble;
      readonly isParserFault?: true;
      readonly isParserAway?: true;
    };

export type FilingFetch = (filing: PendingFiling) => Promise<FilingOutcome>;

/** Returns the outcome of a filing to be fetched again. `reason`: the reason of its refusal if this was the last attempt. */
export const retry = (trouble: Trouble, reason: RefusalReason = 'unavailable'): FilingOutcome => ({ outcome: 'retry', reason, trouble });

/** Returns the outcome of a document that the parser could not finish. */
export const unread = ({ reason, detail }: Pick<Unread, 'reason' | 'detail'>): FilingOutcome => ({
  outcome: 'retry',
  reason,
  trouble: noDocument(detail),
  isParserFault: true,
});

/** Fetches a filing. An unexpected error fails this filing only, not the others of its batch. Throws once `signal` aborts. */
export async function fetchSafely(fetchFiling: FilingFetch, filing: PendingFiling, signal: AbortSignal): Promise<FilingOutcome> {
  try {
    return await fetchFiling(filing);
  } catch (error) {
    if (error instanceof StoppedError || signal.aborted) throw error;
    if (error instanceof ParseUnavailableError)
      return { outcome: 'retry', reason: 'unavailable', trouble: noDocument(error.message), isParserAway: true };
    return unread({ reason: 'parse_fault', detail: faultOf(error) });
  }
}

export const refusalOf = (
  source: SecSourceType,
  filing: PendingFiling,
  { reason, detail }: Pick<RawRefusal, 'reason' | 'detail'>,
  fetchedAt: string,
): RawRefusal => ({
  kind: 'refusal',
  identity: filingIdentity(filing.accession),
  source,
  seen_at: filing.seenAt,
  fetched_at: fetchedAt,
  url: filingIndexUrl(filing.cik, filing.accession),
  reason,
  detail: detail.slice(0, 1_000),
});
