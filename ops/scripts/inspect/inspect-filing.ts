/** Reads an 8-K or 6-K (a whole submission or its main document), or the earnings in a bare exhibit. */
import { picked } from '#schemas/picked.ts';
import { headerFacts } from '#pipeline/ingest/sec/documents/header.ts';
import { splitSubmission, type FiledDocument, type Submission } from '#pipeline/ingest/sec/documents/documents.ts';
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import { tradingSymbols } from '#pipeline/ingest/sec/filing/cover-page.ts';
import { mainDocument } from '#pipeline/ingest/sec/filing/exhibit.ts';
import { readFiling } from '#pipeline/ingest/sec/filing/read-filing.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { readRelease } from '#pipeline/ingest/sec/filing/read-release.ts';
import type { Refused } from '#pipeline/ingest/sec/refusal.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { EarningsOutcome, RawFiling } from '#schemas/raw.ts';

// prettier-ignore
const readFields = ['form', 'accession', 'filers', 'filed_on', 'accepted_at', 'event_date', 'items', 'primary_item', 'form6k', 'document', 'headline', 'earnings'] as const;
export type FilingRead = Pick<RawFiling, (typeof readFields)[number]>;

export type InspectedFiling =
  | {
      readonly ok: true;
      readonly filing: RawFiling;
      readonly read: FilingRead;
      readonly isBare: boolean;
      /** False for a main document that does not identify its registrant. */
      readonly hasRegistrant: boolean;
    }
  | Refused;

export interface FilingSource {
  readonly body: Buffer;
  /** The accession number; derived from the document when neither file nor name has one. */
  readonly accession: string;
  readonly at: string;
  readonly directory: Pick<Directory, 'byTicker'>;
}

export function coverForm(text: string): '8-K' | '8-K/A' | '6-K' | '6-K/A' | null {
  const head = text.slice(0, 3_000);
  const form = /\bform\s+(8|6)\s*-?\s*k\s*(\/\s*a\b)?/i.exec(head);
  if (form === null || !/current report|report of foreign|securities and exchange commission/i.test(head)) return null;
  return `${form[1] as '8' | '6'}-K${form[2] === undefined ? '' : '/A'}`;
}

const textOf = (document: FiledDocument | null): string => {
  const source = document?.source ?? null;
  return source === null ? '' : reduceDocument(source).text;
};

/** Returns a main document without EDGAR's tags as the only document of a submission, or null for another document. */
function asSubmission(bare: Submission): Submission | null {
  const main = mainDocument(bare.documents);
  const text = textOf(main);
  const stated = main === null ? '' : main.type;
  const form = /^(?:8-K|6-K)(?:\/A)?$/.test(stated) ? stated : coverForm(text);
  if (main === null || form === null) return null;
  return { ...bare, kind: 'submission', header: { ...headerFacts(''), form }, documents: [{ ...main, type: form, sequence: main.sequence ?? 1 }] };
}

const unknownCik = '0000000000';
const statedCik = /<ix:nonNumeric\b[^>]{0,500}\bname="dei:EntityCentralIndexKey"[^>]{0,500}>\s{0,20}(\d{10})</i;

/**
 * Returns the registrant's CIK, which the document's inline XBRL states or the directory has for a symbol on its cover; ten zeros when neither
 * has it.
 */
function cikOf({ documents }: Submission, directory: FilingSource['directory']): string {
  const main = mainDocument(documents);
  const symbol = tradingSymbols(textOf(main)).find((one) => directory.byTicker(one)?.cik);
  return statedCik.exec(main?.source ?? '')?.[1] ?? directory.byTicker(symbol ?? '')?.cik ?? unknownCik;
}

/** Reads a whole submission or a main document. Returns null for any other file. */
export function inspectFiling({ body, accession, at, directory }: FilingSource): InspectedFiling | null {
  const split = splitSubmission(body);
  // EDGAR serves single documents of a filing with their tags, but without the filing's header.
  const isBare = split.kind === 'document' || (split.header.form === null && split.header.accession === null);
  const submission = isBare ? asSubmission(split) : split;
  if (submission === null) return null;
  const cik = isBare ? cikOf(submission, directory) : unknownCik;
  const listed = { accession, cik, seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null };
  const result = readFiling(submission, listed);
  if (!result.ok) return result;
  const { filing } = result;
  const read = { ...picked(filing, readFields), accession };
  return { ok: true, filing, read, isBare, hasRegistrant: filing.filers[0]?.cik !== unknownCik };
}

/** Terms that only foreign issuers use about their own accounts. */
const foreign = /\bADSs?\b|american depositary|\bIFRS\b|international financial reporting standards|\b(?:RMB|renminbi)\b/i;

/** Returns the earnings read, or null when neither EDGAR's tags, the first lines nor figures show that the document is an exhibit. */
export function inspectExhibit(body: Buffer): EarningsOutcome | null {
  const { documents } = splitSubmission(body);
  const [document] = documents;
  const text = textOf(document ?? null);
  const isNamed = /^EX-/.test(document?.type ?? '') || /^\W*exhibit\s+99/im.test(text.slice(0, 600));
  const form = foreign.test(text) ? '6-K' : '8-K';
  const { release, outcome } = readRelease(findReleases(documents), { company: '', form, filedOn: null });
  if (release === null && !isNamed) return null;
  return outcome.kind === 'published' ? { kind: 'read', analysis: outcome.analysis } : { kind: 'refused', reason: outcome.reason };
}
