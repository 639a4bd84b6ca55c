/** The outcome of fetching one listed filing: its message for RAW, or why to retry. */
import { filingIdentity } from '#schemas/identity.ts';
import type { RawFiled, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason, SecSourceType } from '#schemas/vocabulary.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { parseJson } from '../../parse/json.ts';
import { faultOf, ParseUnavailableError, type Parse, type Unread } from '../../parse/parse.ts';
import type { FetchResult, PoliteFetch } from '../../stage.ts';
import { filingFolder, filingIndexUrl } from '../listed-filing.ts';
import type { PendingFiling } from '../filing-progress.ts';
import { noDocument, type Trouble } from '../access/failed-answer.ts';

export type FilingOutcome =
  | { readonly outcome: 'read'; readonly message: RawFiled }
  /**
   * `reason`: of the refusal, should this be the last try. `isOfReader`: the document arrived, but its reader could not finish it, and
   * would not with the same bytes. `isOurs`: parsing is unavailable, which is not the filing's fault.
   */
  | { readonly outcome: 'retry'; readonly reason: RefusalReason; readonly trouble: Trouble; readonly isOfReader?: true; readonly isOurs?: true };

export type FilingFetch = (filing: PendingFiling) => Promise<FilingOutcome>;

export interface FilingFetchOptions {
  readonly fetch: PoliteFetch;
  readonly parse: Parse;
  /** EDGAR's address, without a trailing slash. */
  readonly baseUrl: string;
}

/** Bytes of a folder's listing, or of one of its documents that is not a filing's main text. */
export const listingBytesMax = 1_000_000;
export const timeoutMs = 30_000;

/** Returns the address of a filing's folder, without a trailing slash. */
export const folderUrlOf = (baseUrl: string, { cik, accession }: PendingFiling): string => `${baseUrl}/Archives/${filingFolder(cik, accession)}`;

/** Returns the outcome that a filing is to be fetched again; `reason` is that of its refusal if this was the last attempt. */
export const retry = (trouble: Trouble, why = '', reason: RefusalReason = 'unavailable'): FilingOutcome => ({
  outcome: 'retry',
  reason,
  trouble: why === '' ? trouble : { ...trouble, detail: `${why}; ${trouble.detail}` },
});

/** Returns the outcome of a document that its reader could not finish. */
export const unread = ({ reason, detail }: Pick<Unread, 'reason' | 'detail'>): FilingOutcome => ({
  outcome: 'retry',
  reason,
  trouble: noDocument(detail),
  isOfReader: true,
});

/** Fetches a filing; a defect here costs only this filing, not the others of its batch. Throws once `signal` aborts. */
export async function fetchSafely(fetchFiling: FilingFetch, filing: PendingFiling, signal: AbortSignal): Promise<FilingOutcome> {
  try {
    return await fetchFiling(filing);
  } catch (error) {
    if (error instanceof StoppedError || signal.aborted) throw error;
    if (error instanceof ParseUnavailableError) return { outcome: 'retry', reason: 'unavailable', trouble: noDocument(error.message), isOurs: true };
    return unread({ reason: 'parse_fault', detail: faultOf(error) });
  }
}

/** Returns the reason of a refusal after the last try. */
export const reasonOf = (answer: FetchResult): RefusalReason => (answer.outcome === 'refused' ? answer.reason : 'unavailable');

/** Returns whether EDGAR answers that there is no such file. */
export const isMissing = (answer: FetchResult): boolean => answer.outcome === 'failed' && answer.status === 404;

/** Returns the refusal of a filing as its message for RAW. */
export const refusalOf = (
  source: SecSourceType,
  filing: PendingFiling,
  refusal: { readonly reason: RefusalReason; readonly detail: string },
  fetchedAt: string,
): RawRefusal => ({
  kind: 'refusal',
  identity: filingIdentity(filing.accession),
  source,
  seen_at: filing.seenAt,
  fetched_at: fetchedAt,
  url: filingIndexUrl(filing.cik, filing.accession),
  reason: refusal.reason,
  detail: refusal.detail.slice(0, 1_000),
});

/** Returns the names in a folder listing (`index.json`) that stay in the folder; none when the listing cannot be read. */
export function namesInFolder(body: Buffer): readonly string[] {
  const listing = parseJson(body.toString('utf8'));
  if (!listing.ok) return [];
  const items = (listing.value as { directory?: { item?: unknown } } | null)?.directory?.item;
  return (Array.isArray(items) ? items : [])
    .map((item: { name?: unknown } | null) => item?.name)
    .filter((name): name is string => typeof name === 'string' && /^[\w-][\w.-]*$/.test(name));
}
