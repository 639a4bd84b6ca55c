/** Detects the kind of a document by its content. File names do not matter. */
import { gunzipSync } from 'node:zlib';
import { agencyOf } from '#pipeline/ingest/calendar/read-document.ts';
import { refusalPage } from '#pipeline/ingest/sec/refusal.ts';
import { coverForm } from './inspect-filing.ts';

export const kinds = ['form4', 'filing', 'exhibit', 'edgar_current', 'edgar_refusal', 'daily_index', 'symbols', 'calendar', 'page', 'feed'] as const;
export type Kind = (typeof kinds)[number];

const documentBytesMax = 64_000_000;
const openingBytes = 4_096;
/** Text before the cover page may be long: inline XBRL begins with its facts. */
const coverBytes = 400_000;

export type Unpacked =
  | { readonly ok: true; readonly body: Buffer }
  | { readonly ok: false; readonly reason: 'malformed' | 'too_large'; readonly detail: string };

/** Returns the document, decompressed once when it is gzip (RFC 1952). */
export function unpack(bytes: Buffer): Unpacked {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return { ok: true, body: bytes };
  try {
    return { ok: true, body: gunzipSync(bytes, { maxOutputLength: documentBytesMax }) };
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return {
      ok: false,
      reason: isTooLarge ? 'too_large' : 'malformed',
      detail: isTooLarge ? `over ${documentBytesMax} bytes` : `gzip: ${(error as Error).message}`,
    };
  }
}

/** Returns the kind of the first rule that matches. Other documents count as feeds, because the feed reader accepts the most dialects. */
export function detectKind(body: Buffer): Kind {
  const opening = body
    .subarray(0, openingBytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s+|^\xef\xbb\xbf/, '');
  return rules.find(([, matches]) => matches(opening, body))?.[0] ?? 'feed';
}

/** Returns whether the beginning has marks of a feed. Zero bytes, which UTF-16 has between these letters, are ignored. */
export const looksLikeFeed = (body: Buffer): boolean =>
  /<\?xml|<(?:[\w-]+:)?(?:rss|feed|rdf|channel)\b|jsonfeed\.org/i.test(body.subarray(0, openingBytes).toString('latin1').replaceAll('\0', ''));

type Rule = readonly [kind: Kind, matches: (opening: string, body: Buffer) => boolean];

const isSubmission = (opening: string): boolean =>
  /^(?:-----BEGIN PRIVACY-ENHANCED|<(?:SEC-DOCUMENT|SEC-HEADER|IMS-DOCUMENT|SUBMISSION)>|ACCESSION NUMBER:)/m.test(opening);
const isHtml = (opening: string): boolean => /^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html[\s>])/i.test(opening);
/** Matches titles of EDGAR's own pages. Titles of other pages about the SEC do not begin with these names. */
const isEdgarPage = (body: Buffer): boolean =>
  /<title>\s*(?:SEC\.gov|EDGAR|Access Denied|Undeclared Automated Tool)/i.test(body.subarray(0, 16_384).toString('latin1'));

/** Matches EDGAR's tags of an exhibit, such as `<TYPE>EX-99.1`, outside a whole submission. */
const isExhibit = (opening: string): boolean => /<type>\s*ex-/i.test(opening) && !isSubmission(opening);
const openingText = (body: Buffer): string =>
  body
    .subarray(0, coverBytes)
    .toString('latin1')
    .replace(/<style\b[^]*?<\/style>|<ix:header\b[^]*?<\/ix:header>|<[^>]{0,20000}>/gi, ' ')
    .replace(/&nbsp;|&#160;|&#xa0;|\xa0/gi, ' ')
    .replace(/\s+/g, ' ');

const rules: readonly Rule[] = [
  ['form4', (_, body) => body.includes('<ownershipDocument')],
  ['calendar', (opening, body) => !isSubmission(opening) && agencyOf(body) !== null],
  // This rule precedes that of EDGAR's pages, because some exhibits have a title with their filer's site.
  ['exhibit', (opening) => isExhibit(opening)],
  ['edgar_refusal', (opening, body) => !isHtml(opening) && opening !== '' && refusalPage(body) !== null],
  ['edgar_refusal', (opening, body) => isHtml(opening) && isEdgarPage(body)],
  ['filing', (_, body) => coverForm(openingText(body)) !== null],
  ['page', (opening) => isHtml(opening)],
  ['filing', (opening) => isSubmission(opening)],
  [
    'edgar_current',
    (opening, body) =>
      /<feed[\s>]/.test(opening) && (/<title>Latest Filings/.test(opening) || body.includes('urn:tag:sec.gov,2008:accession-number=')),
  ],
  ['daily_index', (opening) => /^(?:CIK\|Company Name\|Form Type|Form Type\s+Company Name|Company Name\s+Form Type)/m.test(opening)],
  ['symbols', (opening) => /^\{\s*(?:"fields"\s*:\s*\[|"0"\s*:\s*\{\s*"cik_str")/.test(opening)],
];
