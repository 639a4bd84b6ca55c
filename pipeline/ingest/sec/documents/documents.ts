/**
 * Splits the bytes of a filing into its header and readable documents. It reads a full submission (PEM block or not), a `.nc` envelope and
 * a bare exhibit alike. It skips graphics, archives, XBRL and uuencoded files without buffering them, so that only kept documents take
 * memory.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { withC1Mapped } from '../../c1-controls.ts';
import { headerFacts, type FilingHeader } from './header.ts';

export interface FiledDocument {
  /** Type in upper case, e.g. `8-K`, `EX-99.1`; '' when not stated. */
  readonly type: string;
  readonly sequence: number | null;
  readonly filename: string;
  /** The document as filed, without its envelope; null when skipped. */
  readonly source: string | null;
  readonly skipped: 'not_text' | 'not_wanted' | 'too_large' | null;
}

export interface Submission {
  /** `submission`: with an envelope; `document`: one bare document. */
  readonly kind: 'submission' | 'document';
  readonly header: FilingHeader;
  readonly documents: readonly FiledDocument[];
  /** Whether the last document has no end, because the bytes were cut short. */
  readonly isTruncated: boolean;
}

interface Limits {
  /** Longest document kept, in bytes; a longer one is skipped as `too_large`. */
  readonly documentBytesMax: number;
  readonly totalBytesMax: number;
  readonly documentsMax: number;
}

const usual: Limits = { documentBytesMax: 24_000_000, totalBytesMax: 64_000_000, documentsMax: 2_000 };
const documentMark = '<DOCUMENT>';
const headerBytesMax = 1_000_000;
const envelopeBytesMax = 100_000;

const binaryTypes = /^(?:GRAPHIC|ZIP|EXCEL|JSON|XML|PDF|COVER|EX-101|EX-104|EX-27|XBRL)/;

/** Returns whether the text of a document is read: the main one, a press release (EX-99), or an EX-1, as foreign filers number releases. */
const isWanted = ({ type, sequence }: Pick<FiledDocument, 'type' | 'sequence'>, index: number): boolean =>
  !binaryTypes.test(type) && (sequence === 1 || index === 0 || /^EX-99|^EX-1(?:\.\d+)?$/.test(type));

/** Returns whether a document is uuencoded (`begin 644 name`) or a PDF, which EDGAR wraps in `<PDF>`. */
const isEncoded = (start: string): boolean => /^\s*(?:<PDF>|begin \d{3} )/i.test(start);

const tags = {
  type: /<TYPE>([^\r\n<]*)/i,
  sequence: /<SEQUENCE>([^\r\n<]*)/i,
  filename: /<FILENAME>([^\r\n<]*)/i,
} as const;
const tagCharactersMax = 1_000;
const tag = (head: string, name: keyof typeof tags): string => (tags[name].exec(head)?.[1] ?? '').slice(0, tagCharactersMax).trim();

function envelopeOf(head: string): Omit<FiledDocument, 'source' | 'skipped'> {
  const number = Number.parseInt(tag(head, 'sequence'), 10);
  return {
    type: tag(head, 'type').toUpperCase(),
    sequence: Number.isNaN(number) ? null : number,
    filename: tag(head, 'filename'),
  };
}

/** Decodes text of one character per byte. EDGAR names no encoding: what is valid UTF-8 is UTF-8, the rest is Windows-1252. */
function decode(bytes: string): string {
  const raw = Buffer.from(bytes, 'latin1');
  if (isAscii(raw)) return bytes;
  return isUtf8(raw) ? withC1Mapped(raw.toString('utf8')) : new TextDecoder('windows-1252').decode(raw);
}

/** Returns a splitter. It takes the filing in pieces that are cut anywhere and have one character per byte (latin1). */
function createSplitter(limits: Limits) {
  const documents: FiledDocument[] = [];
  let state: 'header' | 'envelope' | 'body' = 'header';
  let pending = '';
  /** Pieces before the first document. They are joined once, when it begins or the input ends. */
  let opening: string[] = [];
  let openingBytes = 0;
  let kept: string[] = [];
  let keptBytes = 0;
  let totalBytes = 0;
  let header: FilingHeader | null = null;
  let open: Omit<FiledDocument, 'source' | 'skipped'> | null = null;
  let skipped: FiledDocument['skipped'] = null;
  let documentsSeen = 0;

  const close = (): void => {
    const source = skipped === null ? decode(kept.join('').replace(/<\/TEXT>\s*$/, '')) : null;
    if (open !== null && documents.length < limits.documentsMax) documents.push({ ...open, source, skipped });
    open = null;
    state = 'header';
    kept = [];
    keptBytes = 0;
  };

  const openDocument = (head: string, start: string): void => {
    open = envelopeOf(head);
    skipped = binaryTypes.test(open.type) || isEncoded(start) ? 'not_text' : isWanted(open, documentsSeen) ? null : 'not_wanted';
    state = 'body';
    documentsSeen += 1;
  };

  /** Adds to the open document, or drops the document when it exceeds its limit. */
  const keep = (bytes: string): void => {
    if (skipped !== null) return;
    keptBytes += bytes.length;
    totalBytes += bytes.length;
    if (keptBytes > limits.documentBytesMax || totalBytes > limits.totalBytesMax) {
      totalBytes -= keptBytes;
      [skipped, kept] = ['too_large', []];
    } else kept.push(bytes);
  };

  const putAside = (bytes: string): void => {
    opening.push(bytes);
    openingBytes += bytes.length;
  };

  /** Makes at most one state change; returns true when `pending` may allow another. */
  const advance = (isLast: boolean): boolean => {
    if (state === 'header') {
      const at = pending.indexOf(documentMark);
      if (at === -1) {
        // The piece may end within a marker; anything else between documents is dropped.
        const cut = Math.max(0, pending.length - documentMark.length);
        if (header === null) putAside(pending.slice(0, cut));
        pending = pending.slice(cut);
        return false;
      }
      if (header === null) {
        putAside(pending.slice(0, at));
        header = headerFacts(opening.join('').slice(0, headerBytesMax));
        opening = [];
      }
      pending = pending.slice(at + documentMark.length);
      state = 'envelope';
      return true;
    }
    if (state === 'envelope') {
      const at = pending.indexOf('<TEXT>');
      if (at === -1 && pending.length < envelopeBytesMax && !isLast) return false;
      const end = at === -1 ? 0 : at + 6;
      if (pending.length < end + 200 && !isLast) return false;
      openDocument(pending.slice(0, at === -1 ? envelopeBytesMax : at), pending.slice(end, end + 200));
      pending = pending.slice(end);
      return true;
    }
    const end = pending.indexOf('</DOCUMENT>');
    const body = end === -1 ? pending.slice(0, isLast ? undefined : -12) : pending.slice(0, end);
    pending = end === -1 ? pending.slice(body.length) : pending.slice(end + 11);
    keep(body);
    if (end === -1) return false;
    close();
    return true;
  };

  const bareDocument = (): Submission => {
    const whole = [...opening, pending].join('');
    const head = whole.slice(0, 4_000);
    const isTooLarge = whole.length > limits.documentBytesMax;
    const document: FiledDocument = {
      ...envelopeOf(head),
      source: isTooLarge ? null : decode(whole.slice(envelopeEnd(head))),
      skipped: isTooLarge ? 'too_large' : null,
    };
    return { kind: 'document', header: headerFacts(''), documents: [document], isTruncated: false };
  };

  return {
    push: (bytes: string): void => {
      // A bare document over its limit is skipped as a whole, so the rest need not be stored.
      if (state === 'header' && header === null && openingBytes > limits.documentBytesMax) return;
      pending = pending === '' ? bytes : pending + bytes;
      while (advance(false));
    },
    end: (): Submission => {
      while (advance(true));
      if (header === null && documents.length === 0 && open === null) return bareDocument();
      const isTruncated = open !== null;
      if (isTruncated) close();
      return { kind: 'submission', header: header ?? headerFacts(''), documents, isTruncated };
    },
  };
}

/** Returns the length of EDGAR's tags before the text of a bare exhibit; 0 if there is none. */
function envelopeEnd(head: string): number {
  const at = /<text>/i.exec(head);
  return at !== null && /<type>/i.test(head.slice(0, at.index)) ? at.index + at[0].length : 0;
}

export async function readSubmission(pieces: AsyncIterable<Uint8Array>, limits: Partial<Limits> = {}): Promise<Submission> {
  const splitter = createSplitter({ ...usual, ...limits });
  for await (const piece of pieces) splitter.push(latin1(piece));
  return splitter.end();
}

export function splitSubmission(bytes: Uint8Array, limits: Partial<Limits> = {}): Submission {
  const splitter = createSplitter({ ...usual, ...limits });
  splitter.push(latin1(bytes));
  return splitter.end();
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
