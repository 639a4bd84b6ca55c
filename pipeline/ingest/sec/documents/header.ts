/** Reads the header of a submission: SGML lines, or the tags of a `.nc` envelope. */
import { readEasternInstant } from '../../dates.ts';

export interface Filer {
  readonly cik: string;
  readonly name: string;
}

export interface FilingHeader {
  readonly accession: string | null;
  /** Form as filed: `8-K`, `8-K/A`, `6-K`. */
  readonly form: string | null;
  readonly filedOn: string | null;
  /** Date of the reported event (8-K) or period of the report (6-K). */
  readonly period: string | null;
  readonly acceptedAt: string | null;
  /** ITEM INFORMATION lines: descriptions, or numbers in old filings; '' when EDGAR left the line blank. */
  readonly items: readonly string[];
  readonly filers: readonly Filer[];
}

const dateOf = (digits: string): string | null => {
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(digits);
  return parts === null ? null : `${parts[1]}-${parts[2]}-${parts[3]}`;
};

/** Returns the patterns of a fact, as a line `NAME: value` and as a tag `<NAME>value`. */
const field = (line: string, tag: string): readonly RegExp[] => [
  new RegExp(`^[ \\t]*${line}:[ \\t]*(.*)$`, 'gm'),
  new RegExp(`<${tag}>([^<\\n]*)`, 'g'),
];
const fields = {
  accession: field('ACCESSION NUMBER', 'ACCESSION-NUMBER'),
  form: field('CONFORMED SUBMISSION TYPE', 'TYPE'),
  filedOn: field('FILED AS OF DATE', 'FILING-DATE'),
  period: field('CONFORMED PERIOD OF REPORT', 'PERIOD'),
  items: field('ITEM INFORMATION', 'ITEMS'),
  cik: field('CENTRAL INDEX KEY', 'CIK'),
  name: field('COMPANY CONFORMED NAME', 'CONFORMED-NAME'),
} as const;

const valueCharactersMax = 1_000;

const values = (header: string, name: keyof typeof fields): string[] =>
  fields[name].flatMap((pattern) => [...header.matchAll(pattern)].map(([, value = '']) => value.slice(0, valueCharactersMax).trim()));

export function headerFacts(text: string): FilingHeader {
  const header = text.replace(/\r/g, '');
  const first = (name: keyof typeof fields): string | null => values(header, name).find((value) => value !== '') ?? null;
  const accession = first('accession');
  const accepted = /<ACCEPTANCE-DATETIME>\s*(\d{14})/.exec(header)?.[1];
  return {
    accession: accession !== null && /^\d{10}-\d\d-\d{6}$/.test(accession) ? accession : null,
    form: first('form'),
    filedOn: dateOf(first('filedOn') ?? ''),
    period: dateOf(first('period') ?? ''),
    acceptedAt: accepted === undefined ? null : readEasternInstant(`${accepted.slice(0, 8)}T${accepted.slice(8)}`),
    items: values(header, 'items').flatMap((item) => (/^[\d.,\s]+$/.test(item) ? item.split(/[,\s]+/) : [item])),
    filers: filers(header),
  };
}

/** Returns the registrants in FILER sections. A SUBJECT COMPANY or REPORTING-OWNER is not a filer of an 8-K or 6-K. */
function filers(header: string): Filer[] {
  const sections = header.split(/^(?=[A-Z<][A-Z -]+[:>]\s*$)/m).filter((section) => /^(?:FILER:|<FILER>)/.test(section));
  const named = (sections.length > 0 ? sections : [header]).flatMap((section) => {
    const cik = values(section, 'cik')[0];
    const name = values(section, 'name')[0];
    return cik !== undefined && /^\d{1,10}$/.test(cik) ? [{ cik: cik.padStart(10, '0'), name: name ?? '' }] : [];
  });
  const byCik = new Map<string, Filer>();
  for (const filer of named) if (!byCik.has(filer.cik)) byCik.set(filer.cik, filer);
  return [...byCik.values()];
}
