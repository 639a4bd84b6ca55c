/** Fetches a listed Form 4 from its submission text, or from the filing's folder when that text is missing or too large. */
import type { Parse } from '../../parse/parse.ts';
import {
  folderUrlOf,
  isMissing,
  isTooLarge,
  listingBytesMax,
  namesInFolder,
  reasonOf,
  refusalOf,
  retry,
  timeoutMs,
  unread,
  type FilingFetch,
  type FilingFetchOptions,
  type FilingOutcome,
} from './fetch-filing.ts';
import type { PendingFiling } from '../filing-progress.ts';
import { refusalPage } from '../refusal.ts';
import { noDocument, troubleOf, troubleOfPage } from '../access/failed-answer.ts';

/** Bytes; a submission contains its exhibits, PDF among them, as text. The ownership document alone is far smaller. */
const submissionBytesMax = 20_000_000;
const documentBytesMax = 5_000_000;
const candidatesMax = 3;

async function readDocument(body: Buffer, filing: PendingFiling, fetchedAt: string, parse: Parse): Promise<FilingOutcome> {
  const { accession, seenAt, acceptedAt, filedOn } = filing;
  const parsed = await parse('form4', { body, listed: { accession, seenAt, fetchedAt, acceptedAt, filedOn } });
  if (!parsed.isRead) return unread(parsed);
  const result = parsed.value;
  if (result.ok) return { outcome: 'read', message: result.form4 };
  if (!result.isTransient) return { outcome: 'read', message: refusalOf('sec_form4', filing, result, fetchedAt) };
  const isPage = refusalPage(body) !== null;
  return retry(isPage ? troubleOfPage(result.detail) : noDocument(result.detail), '', isPage ? 'unavailable' : result.reason);
}

/** Returns the XML documents of a folder listing (`index.json`), the likeliest ownership document first. */
export function ownershipCandidates(body: Buffer): readonly string[] {
  const documents = namesInFolder(body).filter((name) => /\.xml$/i.test(name) && !/^(?:R\d+|FilingSummary)\.xml$|_htm\.xml$/i.test(name));
  const isLikely = (name: string): boolean => /form4|doc4|ownership|edgardoc|primary/i.test(name);
  return [...documents.filter(isLikely), ...documents.filter((name) => !isLikely(name))].slice(0, candidatesMax);
}

export function createForm4Fetch({ fetch, parse, baseUrl }: FilingFetchOptions): FilingFetch {
  async function fromFolder(filing: PendingFiling, folderUrl: string, why: string): Promise<FilingOutcome> {
    const listing = await fetch({ url: `${folderUrl}/index.json`, bodyBytesMax: listingBytesMax, timeoutMs });
    if (listing.outcome !== 'ok') return retry(troubleOf(listing), why);
    let last = retry(noDocument('no ownership document in the folder'), why);
    for (const name of ownershipCandidates(listing.body)) {
      const document = await fetch({ url: `${folderUrl}/${name}`, bodyBytesMax: documentBytesMax, timeoutMs });
      if (document.outcome !== 'ok') last = retry(troubleOf(document), `${why}; ${name}`, reasonOf(document));
      else if (document.body.includes('<ownershipDocument')) return readDocument(document.body, filing, document.fetchedAt, parse);
    }
    return last;
  }

  return async (filing) => {
    const folderUrl = folderUrlOf(baseUrl, filing);
    const submission = await fetch({ url: `${folderUrl}/${filing.accession}.txt`, bodyBytesMax: submissionBytesMax, timeoutMs });
    if (submission.outcome === 'ok') return readDocument(submission.body, filing, submission.fetchedAt, parse);
    if (submission.outcome !== 'not_modified' && (isMissing(submission) || isTooLarge(submission)))
      return fromFolder(filing, folderUrl, submission.detail);
    return retry(troubleOf(submission), '', reasonOf(submission));
  };
}
