/** Why a document of EDGAR could not be read, as a value; and what EDGAR sends in place of a document. */
import type { RefusalReason } from '#schemas/vocabulary.ts';

export interface Refused {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly detail: string;
  /** Asking again may bring the document: this is a page that refuses, or a document cut short. */
  readonly isTransient: boolean;
}

export const refused = (reason: RefusalReason, detail: string, isTransient = false): Refused => ({
  ok: false,
  reason,
  detail: detail.replace(/\s+/g, ' ').trim().slice(0, 900),
  isTransient,
});

const openingBytes = 2_048;

/** Behind a byte order mark, an XML declaration and comments. Comment by comment: one pattern for all could join them in 2^n ways. */
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
 * EDGAR answers trouble with pages of another kind, some of them with status 200: HTML (rate limit,
 * undeclared client, 503 behind the end of the feed) and S3's XML `<Error>`. Null: none of these.
 */
export function refusalPage(body: Buffer): Refused | null {
  const opening = body.subarray(0, openingBytes).toString('latin1').replace(/^\s+/, '');
  if (opening === '') return refused('unknown_format', 'empty answer', true);
  if (/^<(?:!doctype\s+html|html[\s>])/i.test(withoutPreamble(opening))) {
    const title = /<title>([^<]*)/i.exec(opening)?.[1]?.trim() ?? '';
    return refused('unknown_format', `an HTML page in place of the document: ${title || 'no title'}`, true);
  }
  const error = /^(?:<\?xml[^>]*>\s*)?<Error>\s*<Code>([^<]*)/.exec(opening);
  return error ? refused('unknown_format', `an error in place of the document: ${error[1]}`, true) : null;
}
