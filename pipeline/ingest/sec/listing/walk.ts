/**
 * Reads the latest-filings feed page by page, newest first, until it reaches filings that an earlier walk saw. Pages shift while they are
 * read, so an entry may repeat.
 */
import type { EdgarAccess } from '../access/edgar-access.ts';
import type { SecSource } from '../edgar-sources.ts';
import type { CurrentEntry } from './latest-filings.ts';
import { noDocument, troubleOf, troubleOfPage, type Trouble } from '../access/failed-answer.ts';

interface WalkOptions extends EdgarAccess, Pick<SecSource, 'feedType' | 'forms'> {
  /** Acceptance time up to which earlier walks saw every listed filing; null before the first walk. */
  readonly watermarkAt: string | null;
}

/**
 * How a walk ended: `met`, it reached the watermark; `end`, the feed ended before; `long`, it read `pagesMax` pages; `cut`, a request
 * failed. Unless it is `met`, the walk may have missed older filings.
 */
export const walkEnds = ['met', 'end', 'long', 'cut'] as const;
type WalkEnd = (typeof walkEnds)[number];

export interface Walk {
  readonly ended: WalkEnd;
  readonly entries: readonly CurrentEntry[];
  readonly newestAt: string | null;
  readonly pages: number;
  readonly unreadable: number;
  readonly trouble: Trouble | null;
}

const pageSize = 100;
const pagesMax = 60;
export const pageBytesMax = 4_000_000;
export const pageTimeoutMs = 30_000;
/** Milliseconds by which the feed may list a filing later than others that EDGAR accepted after it. */
const overlapMs = 120_000;

/** Returns the address of a page of the feed. EDGAR matches `feedType`, a form, as a prefix. */
export const pageUrl = (baseUrl: string, feedType: string, start: number): string =>
  `${baseUrl}/cgi-bin/browse-edgar?action=getcurrent&type=${encodeURIComponent(feedType)}&owner=include&count=${pageSize}&start=${start}&output=atom`;

/** Reads the latest-filings feed back to `watermarkAt`, page by page. */
export async function walkFeed({ fetch, parse, baseUrl, feedType, forms, watermarkAt }: WalkOptions): Promise<Walk> {
  const byAccession = new Map<string, CurrentEntry>();
  const stopBeforeMs = watermarkAt === null ? -Infinity : Date.parse(watermarkAt) - overlapMs;
  let newestAt: string | null = null;
  let oldestAt: string | null = null;
  let unreadable = 0;
  let start = 0;
  const end = (ended: WalkEnd, pages: number, trouble: Trouble | null = null): Walk => ({
    ended,
    entries: [...byAccession.values()],
    newestAt,
    pages,
    unreadable,
    trouble,
  });
  const atFeedEnd = (pages: number): Walk => {
    const reachesBack = watermarkAt === null || oldestAt === null || oldestAt <= watermarkAt;
    return end(reachesBack ? 'met' : 'end', pages);
  };

  for (let pages = 1; pages <= pagesMax; pages += 1) {
    const answer = await fetch({ url: pageUrl(baseUrl, feedType, start), bodyBytesMax: pageBytesMax, timeoutMs: pageTimeoutMs });
    if (answer.outcome !== 'ok') return end('cut', pages, troubleOf(answer));
    const parsed = await parse('current', { body: answer.body, forms });
    if (!parsed.isRead) return end('cut', pages, noDocument(`${parsed.reason}: ${parsed.detail}`));
    const page = parsed.value;
    if (!page.ok) return end('cut', pages, troubleOfPage(page.detail));
    if (page.listed === 0) return atFeedEnd(pages);

    for (const entry of page.entries) if (byAccession.get(entry.accession)?.role !== 'Issuer') byAccession.set(entry.accession, entry);
    unreadable += page.unreadable;
    // A server may answer any `start` with its last page.
    const isSamePage = pages > 1 && page.newestAt === newestAt && page.oldestAt === oldestAt;
    newestAt ??= page.newestAt;
    oldestAt = page.oldestAt ?? oldestAt;
    if (isSamePage) return atFeedEnd(pages);
    if (oldestAt !== null && Date.parse(oldestAt) < stopBeforeMs) return end('met', pages);
    start += page.listed;
  }
  return end('long', pagesMax);
}
