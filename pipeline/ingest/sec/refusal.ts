/** Describes why a document of EDGAR could not be read, and recognises the pages that EDGAR sends instead of documents. */
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { Submission } from './documents/documents.ts';
import type { ListedFiling } from './listed-filing.ts';

export interface Refused {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly detail: string;
  /** Whether a retry may get the document: this answer was an error page or a truncated document. */
  readonly isTransient: boolean;
}

/** A filing as its message for RAW, or why there is none. */
export type FilingRead<T> = { readonly ok: true; readonly filing: T } | Refused;

/** Returns the refusal; its detail is cut to one line. */
export const refused = (reason: RefusalReason, detail: string, isTransient = false): Refused => ({
  ok: false,
  reason,
  detail: detail.replace(/\s+/g, ' ').trim().slice(0, 900),
  isTransient,
});

const openingBytes = 2_048;

/** Returns the text after a byte order mark, an XML declaration and comments. One pattern for all comments would need exponential time. */
function withoutPreamble(opening: string): string {
  let rest = opening.replace(/^(?:\xef\xbb\xbf)?(?:<\?xml[^>]*>\s*)?/i, '');
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end === -1) break;
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

/**
 * Returns a refusal if the body is an error page instead of a document, else null. EDGAR sends such pages as HTML (rate limit, undeclared
 * client, end of the feed) or as S3's XML `<Error>`, some of them with status 200.
 */
export function refusalPage(body: Buffer): Refused | null {
  const opening = body.subarray(0, openingBytes).toString('latin1').replace(/^\s+/, '');
  if (opening === '') return refused('unknown_format', 'empty answer', true);
  if (/^<(?:!doctype\s+html|html[\s>])/i.test(withoutPreamble(opening))) {
    const title = /<title>([^<]*)/i.exec(opening)?.[1]?.trim() ?? '';
    return refused('unknown_format', `an HTML page instead of the document: ${title || 'no title'}`, true);
  }
  const error = /^(?:<\?xml[^>]*>\s*)?<Error>\s*<Code>([^<]*)/.exec(opening);
  return error ? refused('unknown_format', `an error instead of the document: ${error[1]}`, true) : null;
}

/** Returns why a submission cannot be read as the listed filing, or null if it can. These refusals are transient. */
export function refuseSubmission({ kind, isTruncated, header }: Submission, listed: Pick<ListedFiling, 'accession'>): Refused | null {
  if (kind === 'document') return refused('unknown_format', 'not a submission: it has neither a header nor documents', true);
  if (isTruncated) return refused('malformed', 'the last document is cut short', true);
  if (header.accession !== null && header.accession !== listed.accession)
    return refused('malformed', `contains filing ${header.accession} instead of ${listed.accession}`, true);
  return null;
}
