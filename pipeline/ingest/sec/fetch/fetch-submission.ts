/** Fetches a listed filing. The submission is parsed as a stream, in memory that does not grow with it. */
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { readSubmission, type Submission } from '../documents/documents.ts';
import { refusalOf, retry, unread, type FilingFetch } from './fetch-filing.ts';
import { filingFolder } from '../listed-filing.ts';
import { refusalPage } from '../refusal.ts';
import type { EdgarAccess } from '../access/edgar-access.ts';
import { noDocument, troubleOf, troubleOfPage } from '../access/failed-answer.ts';

/** Bound for a response that never ends; EDGAR accepts no submission as large. */
const submissionBytesMax = 2_000_000_000;
/** Milliseconds for a whole submission; EDGAR sends some megabytes a second. */
const submissionTimeoutMs = 600_000;
const endMark = /<\/(?:SEC-DOCUMENT|IMS-DOCUMENT|SUBMISSION)>\s*(?:-----END[^]*)?$/;

export function createSubmissionFetch(
  source: SecSourceType,
  reader: 'form4' | 'filing' | 'disclosure',
  { fetch, parse, baseUrl }: EdgarAccess,
): FilingFetch {
  return async (filing) => {
    const { cik, accession } = filing;
    const ends = watchEnds();
    const split: { submission: Submission | null } = { submission: null };
    const answer = await fetch({
      url: `${baseUrl}/Archives/${filingFolder(cik, accession)}/${accession}.txt`,
      bodyBytesMax: submissionBytesMax,
      timeoutMs: submissionTimeoutMs,
      read: async (pieces) => {
        split.submission = await readSubmission(ends.watch(pieces));
      },
    });
    if (answer.outcome !== 'ok') return retry(troubleOf(answer), answer.outcome === 'refused' ? answer.reason : 'unavailable');
    const page = refusalPage(ends.opening());
    if (page) return retry(troubleOfPage(page.detail));
    const { submission } = split;
    if (submission === null || !endMark.test(ends.closing().toString('latin1'))) return retry(noDocument('the submission is cut short'), 'malformed');
    const parsed = await parse(reader, { submission, listed: { ...filing, fetchedAt: answer.fetchedAt } });
    if (!parsed.isRead) return unread(parsed);
    const read = parsed.value;
    if (read.ok) return { outcome: 'read', message: read.filing };
    if (read.isTransient) return retry(noDocument(read.detail), read.reason);
    return { outcome: 'read', message: refusalOf(source, filing, read, answer.fetchedAt) };
  };
}

const openingBytes = 2_048;
const closingBytes = 512;

/** Passes the pieces of a document through, and keeps its first and last bytes: they show what it is and whether it is complete. */
function watchEnds() {
  let opening = Buffer.alloc(0);
  let closing = Buffer.alloc(0);
  return {
    async *watch(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
      for await (const piece of pieces) {
        if (opening.length < openingBytes) opening = Buffer.concat([opening, piece.subarray(0, openingBytes - opening.length)]);
        // A copy, because a slice would keep the whole piece in memory.
        closing = Buffer.concat([closing, piece.subarray(-closingBytes)]).subarray(-closingBytes);
        yield piece;
      }
    },
    opening: () => opening,
    closing: () => closing,
  };
}
