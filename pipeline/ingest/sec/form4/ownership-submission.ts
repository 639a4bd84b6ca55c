/**
 * Reads an ownership filing as EDGAR serves it: the facts of its header and the text of the ownership document, or a refusal. It accepts
 * every envelope: bare XML; full submission text, an SGML header and then `<XML>`; the dissemination form `.nc` with other header tags; any
 * of them after a PEM block.
 */
import { easternInstant } from '#schemas/edgar-calendar.ts';
import { refusalPage, refused, type Refused } from '../refusal.ts';

export interface SubmissionHeader {
  readonly accession: string | null;
  readonly form: string | null;
  /** When EDGAR accepted it. */
  readonly acceptedAt: string | null;
  readonly filedOn: string | null;
  readonly issuerCiks: readonly string[];
  readonly ownerCiks: readonly string[];
}

export interface Submission {
  readonly ok: true;
  /** Null for bare XML. */
  readonly header: SubmissionHeader | null;
  /** Text from the XML declaration to the end of the root element. */
  readonly ownershipXml: string;
}

/** Bytes; a header of 100 owners is about 60 KB. */
const headerBytesMax = 512 * 1_024;
const rootOpening = '<ownershipDocument';
const rootClosing = '</ownershipDocument>';

const dateOf = (digits: string | undefined): string | null =>
  digits === undefined ? null : `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;

function acceptedAtOf(digits: string | undefined): string | null {
  if (digits === undefined) return null;
  const [, hours, minutes, seconds] = /^\d{8}(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  try {
    return easternInstant(`${dateOf(digits)}T${hours}:${minutes}:${seconds}`);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Matches sections and CIKs in their order: `ISSUER:` or `<ISSUER>`, then `CENTRAL INDEX KEY:` or `<CIK>`. */
const sectionOrCik = /<(ISSUER|REPORTING-OWNER)>|^(ISSUER|REPORTING-OWNER):|(?:CENTRAL INDEX KEY:|<CIK>)\s*(\d{1,10})/gm;

function readCiks(header: string): Pick<SubmissionHeader, 'issuerCiks' | 'ownerCiks'> {
  const ciks = { ISSUER: new Set<string>(), 'REPORTING-OWNER': new Set<string>() };
  let section: keyof typeof ciks | null = null;
  for (const [, tag, label, cik] of header.matchAll(sectionOrCik)) {
    if (cik !== undefined) {
      if (section) ciks[section].add(cik.padStart(10, '0'));
    } else section = (tag ?? label) as keyof typeof ciks;
  }
  return { issuerCiks: [...ciks.ISSUER], ownerCiks: [...ciks['REPORTING-OWNER']] };
}

/** Reads the header in `text`, which must end where the first document starts. */
export function readHeader(text: string): SubmissionHeader | null {
  const accession = /(?:<ACCESSION-NUMBER>|ACCESSION NUMBER:|<SEC-DOCUMENT>)\s*(\d{10}-\d{2}-\d{6})/.exec(text)?.[1] ?? null;
  const acceptedDigits = /<ACCEPTANCE-DATETIME>\s*(\d{14})/.exec(text)?.[1];
  if (accession === null && acceptedDigits === undefined) return null;
  return {
    accession,
    form: /(?:<TYPE>|CONFORMED SUBMISSION TYPE:)[ \t]*([^<\r\n]+)/.exec(text)?.[1]?.trim() ?? null,
    acceptedAt: acceptedAtOf(acceptedDigits),
    filedOn: dateOf(/(?:<FILING-DATE>|FILED AS OF DATE:)\s*(\d{8})/.exec(text)?.[1]),
    ...readCiks(text),
  };
}

/** Decodes the XML; without a declared encoding it is UTF-8 (XML 1.0, 4.3.3). EDGAR's own tools write ASCII. */
function decodeXmlText(bytes: Buffer): string | null {
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the offset after the last `tag` before `limit`; 0 without one. */
function endOf(tag: string, body: Buffer, limit: number): number {
  const at = body.lastIndexOf(tag, limit);
  return at < 0 ? 0 : at + tag.length;
}

export function readSubmission(body: Buffer): Submission | Refused {
  const page = refusalPage(body);
  if (page) return page;

  const rootAt = body.indexOf(rootOpening);
  const documentAt = body.indexOf('<DOCUMENT>');
  const headerEnd = documentAt >= 0 ? documentAt : rootAt;
  const header = readHeader(body.subarray(0, Math.min(Math.max(headerEnd, 0), headerBytesMax)).toString('latin1'));
  if (rootAt < 0) {
    const isWhole = header !== null && /<\/(?:SEC-DOCUMENT|SUBMISSION)>\s*(?:-----END[^]*)?$/.test(body.subarray(-400).toString('latin1'));
    return refused('unknown_format', `no ownership document${header?.form ? ` in this form ${header.form}` : ''}`, !isWhole);
  }
  const rootEnd = body.indexOf(rootClosing, rootAt);
  if (rootEnd < 0) return refused('malformed', 'the ownership document is cut short', true);

  const start = Math.max(endOf('<TEXT>', body, rootAt), endOf('<XML>', body, rootAt));
  const xml = decodeXmlText(body.subarray(start, rootEnd + rootClosing.length));
  if (xml === null) return refused('bad_encoding', 'not text in the encoding that the XML declares, or UTF-8');
  return { ok: true, header, ownershipXml: xml.replace(/^[\s\ufeff]+/, '') };
}
