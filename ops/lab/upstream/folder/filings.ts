/**
 * Reads recorded ownership forms, 8-Ks and 6-Ks. Accession number, form, parties and dates come from the submission header and the XML;
 * a missing value is derived from the file's bytes or name, so that it stays the same.
 */
import { createHash } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import { decodeXML } from 'entities';
import { LRUCache } from 'lru-cache';
import { fromEastern } from '../eastern.ts';
import type { Filing, FilingShelf, Party } from '../edgar/filing.ts';
import { hashOf } from '../random.ts';
import { submissionText } from '../generate/submission.ts';
import { exhibitReport, mainReport, type BareReport } from './bare-reports.ts';
import { readRecorded, recordedFiles, type RecordedFile } from './files.ts';
import { recordedSymbols } from './symbols.ts';

export interface RecordedFiling extends Filing {
  /** Paths of the files with this accession number: the submission, or else its documents, comes first. */
  readonly files: readonly string[];
  readonly period: string | null;
  readonly symbol: string;
  /** The filing rebuilt from its only recorded document; null when the submission was recorded. */
  readonly report: BareReport | null;
}

const kinds: Readonly<Record<string, number>> = { '.txt': 0, '.nc': 1, '.xml': 2 };

const keptBytesMax = 64_000_000;

const isoDate = (compact: string): string => `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6, 8)}`;
const field = (text: string, ...patterns: readonly RegExp[]): string | null => {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]?.trim();
    if (found !== undefined && found !== '') return decodeXML(found);
  }
  return null;
};
const all = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, found = '']) => decodeXML(found.trim()));
const tenDigits = (cik: string): string => cik.replace(/\D/g, '').slice(-10).padStart(10, '0');

function partiesOf(text: string): readonly Party[] {
  const issuer = field(text, /<issuerCik>\s*([^<]+)</);
  const owners = all(text, /<rptOwnerCik>\s*([^<]*)</g);
  const names = all(text, /<rptOwnerName>\s*([^<]*)</g);
  const found: Party[] = owners.map((cik, at) => ({ cik: tenDigits(cik), name: names[at] ?? '', role: 'Reporting' }));
  if (issuer !== null) found.unshift({ cik: tenDigits(issuer), name: field(text, /<issuerName>\s*([^<]+)</) ?? '', role: 'Issuer' });
  if (found.length > 0) return found;
  const ciks = [...all(text, /CENTRAL INDEX KEY:\s*(\d+)/g), ...all(text, /<CIK>(\d+)/g)];
  const headerNames = [...all(text, /COMPANY CONFORMED NAME:[ \t]*([^\r\n]*)/g), ...all(text, /<CONFORMED-NAME>([^<\r\n]*)/g)];
  return ciks.map((cik, at) => ({ cik: tenDigits(cik), name: headerNames[at] ?? '', role: 'Filer' }));
}

function readFiling(path: string, name: string): Omit<RecordedFiling, 'ref'> {
  const body = readRecorded(path);
  // In an 8-K or 6-K only the header is searched, because the documents after it may contain words like the header's.
  const isReport = !body.includes('<ownershipDocument');
  const text = body.toString('latin1', 0, isReport ? Math.max(body.indexOf('<DOCUMENT>'), 0) || body.length : body.length);
  const hash = createHash('sha256').update(body).digest();
  const reported = field(text, /CONFORMED PERIOD OF REPORT:\s*(\d{8})/, /<PERIOD>\s*(\d{8})/);
  const period = field(text, /<periodOfReport>\s*([\d-]{10})/) ?? (reported === null ? null : isoDate(reported));
  const accepted = field(text, /<ACCEPTANCE-DATETIME>\s*(\d{14})/);
  const filed = field(text, /FILED AS OF DATE:\s*(\d{8})/, /<FILING-DATE>\s*(\d{8})/);
  const signed = field(text, /<signatureDate>\s*([\d-]{10})/);
  const filedOn = filed !== null ? isoDate(filed) : (signed ?? period ?? '2000-01-03');
  // Without a header the filing counts as accepted after the market's close, at a time derived from its bytes.
  const clock = new Date(59_400_000 + (hash.readUInt16BE(0) % 12_600) * 1000).toISOString().slice(11, 19);
  const acceptedAt =
    accepted === null
      ? fromEastern(filedOn, clock)
      : fromEastern(isoDate(accepted), `${accepted.slice(8, 10)}:${accepted.slice(10, 12)}:${accepted.slice(12, 14)}`);
  const parties = partiesOf(text);
  const derived = `00099${String(hash.readUInt32BE(4) % 100_000).padStart(5, '0')}-${filedOn.slice(2, 4)}-${String(hash.readUInt32BE(8) % 1_000_000).padStart(6, '0')}`;
  return {
    accession:
      field(text, /ACCESSION NUMBER:\s*(\d{10}-\d{2}-\d{6})/, /<ACCESSION-NUMBER>\s*(\d{10}-\d{2}-\d{6})/, /<SEC-DOCUMENT>(\d{10}-\d{2}-\d{6})/) ??
      field(name, /(\d{10}-\d{2}-\d{6})/) ??
      derived,
    form: field(text, /CONFORMED SUBMISSION TYPE:[ \t]*([^\r\n]+)/, /<ACCESSION-NUMBER>[^<]*<TYPE>([^<\r\n]+)/, /<documentType>\s*([^<]+)</) ?? '4',
    acceptedAt,
    filedOn,
    parties:
      parties.length > 0 ? parties : [{ cik: `0009${String(hashOf(name) % 1_000_000).padStart(6, '0')}`, name: basename(name), role: 'Filer' }],
    files: [path],
    report: null,
    sizeBytes: body.length,
    period,
    symbol: field(text, /<issuerTradingSymbol>\s*([^<]*)</) ?? '',
  };
}

/** Returns the submission text; when only documents were recorded, a text made from them. */
function submissionOf(filing: RecordedFiling): Buffer {
  const { form, period, files, report } = filing;
  if (report !== null) return Buffer.from(submissionText(report, report.period, report.documents, report.items), 'latin1');
  if (!/\.xml(\.gz)?$/.test(files[0]!)) return readRecorded(files[0]!);
  const documents = files.map((path) => ({
    name: basename(path).replace(/\.gz$/, ''),
    type: form,
    description: 'PRIMARY DOCUMENT',
    text: readRecorded(path).toString('latin1'),
  }));
  return Buffer.from(submissionText(filing, period, documents), 'latin1');
}

export interface FolderFilings extends FilingShelf {
  readonly all: readonly RecordedFiling[];
}

const submissionsBelow = (folder: string): readonly RecordedFile[] =>
  recordedFiles(folder).filter(({ name }) => ['.txt', '.nc'].includes(extname(name)));

const bareFiling = (report: BareReport, path: string): Omit<RecordedFiling, 'ref'> => ({
  ...report,
  files: [path],
  symbol: '',
  report,
  sizeBytes: report.documents.reduce((sum, { text }) => sum + text.length, 0),
});

/** Returns the filings rebuilt from single recorded documents. */
function bareReports(root: string): readonly Omit<RecordedFiling, 'ref'>[] {
  const text = (path: string): string => readRecorded(path).toString('latin1');
  const listed = recordedSymbols(root);
  const mains = recordedFiles(join(root, '8k', 'main')).map(({ path, name }) => ({ path, report: mainReport(name, text(path)) }));
  const exhibits = recordedFiles(join(root, '8k', 'ex99')).map(({ path, name }) => ({ path, report: exhibitReport(name, text(path), listed) }));
  return [...mains, ...exhibits].flatMap(({ path, report }) => (report === null ? [] : [bareFiling(report, path)]));
}

export function folderFilings(root: string): FolderFilings {
  const byNumber = new Map<string, RecordedFiling>();
  const files = [
    ...recordedFiles(join(root, 'form4')).filter(({ name }) => extname(name) in kinds),
    ...['8k', '6k'].flatMap((kind) => submissionsBelow(join(root, kind, 'full'))),
  ];
  // A complete submission is read before a single document of the same filing, which then becomes a further document.
  for (const { path, name } of files.sort((a, b) => (kinds[extname(a.name)] ?? 9) - (kinds[extname(b.name)] ?? 9))) {
    const filing = readFiling(path, name);
    const known = byNumber.get(filing.accession);
    byNumber.set(filing.accession, known === undefined ? { ...filing, ref: { lane: 1, index: 0 } } : { ...known, files: [...known.files, path] });
  }
  for (const filing of bareReports(root))
    if (!byNumber.has(filing.accession)) byNumber.set(filing.accession, { ...filing, ref: { lane: 1, index: 0 } });
  const filings = [...byNumber.values()]
    .sort((a, b) => (a.accession < b.accession ? -1 : 1))
    .map((filing, index): RecordedFiling => ({ ...filing, ref: { lane: 1, index } }));
  const newest = [...filings].sort((a, b) => b.acceptedAt - a.acceptedAt || (a.accession < b.accession ? -1 : 1));
  const byAccession = new Map(filings.map((filing) => [filing.accession, filing]));
  const kept = new LRUCache<string, Buffer>({ maxSize: keptBytesMax, sizeCalculation: (text) => 1 + text.length });

  return {
    all: filings,
    newest: () => newest,
    byAccession: (accession) => byAccession.get(accession) ?? null,
    filedOn: (date) => newest.filter((filing) => filing.filedOn === date).reverse(),
    submission: ({ accession }) => {
      const known = kept.get(accession);
      if (known !== undefined) return known;
      const text = submissionOf(byAccession.get(accession)!);
      kept.set(accession, text);
      return text;
    },
  };
}
