/** The header of a submission (SGML lines, or the tags of a `.nc` envelope) in, its facts out; what is absent is null or empty. */

export interface Filer {
  /** Ten digits. */
  readonly cik: string;
  readonly name: string;
}

export interface FilingHeader {
  readonly accession: string | null;
  /** As filed: `8-K`, `8-K/A`, `6-K`. */
  readonly form: string | null;
  /** `2024-02-01` */
  readonly filedOn: string | null;
  /** Date of the event reported (8-K) or period of the report (6-K). */
  readonly period: string | null;
  /** When EDGAR accepted it, UTC. */
  readonly acceptedAt: string | null;
  /** ITEM INFORMATION lines: descriptions, or numbers in old filings; '' where EDGAR left the line blank. */
  readonly items: readonly string[];
  /** Registrants named as filers, in order; several when one filing serves several. */
  readonly filers: readonly Filer[];
}

const easternHour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });

/** EDGAR stamps in Eastern wall-clock time; the zone's own rules turn it to UTC. */
export function easternToUtc(stamp: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  if (parts === null) return null;
  const asUtc = Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}.000Z`);
  if (Number.isNaN(asUtc)) return null;
  const offsetMs = (at: number): number => {
    const name = easternHour.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value;
    return Number(/GMT([+-]\d+)/.exec(name ?? '')?.[1] ?? '-5') * 3_600_000;
  };
  return new Date(asUtc - offsetMs(asUtc - offsetMs(asUtc))).toISOString();
}

const dateOf = (digits: string): string | null => {
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(digits);
  return parts === null ? null : `${parts[1]}-${parts[2]}-${parts[3]}`;
};

/** Lines `NAME: value`, or tags `<NAME>value`, whichever the envelope uses. */
function values(header: string, line: string, tag: string): string[] {
  const found = [...header.matchAll(new RegExp(`^[ \\t]*${line}:[ \\t]*(.*)$`, 'gm'))].map((match) => match[1]);
  const tagged = [...header.matchAll(new RegExp(`^<${tag}>(.*)$`, 'gm'))].map((match) => match[1]);
  return [...found, ...tagged].map((value) => (value ?? '').trim());
}

export function headerFacts(text: string): FilingHeader {
  const header = text.replace(/\r/g, '');
  const first = (line: string, tag: string): string | null => values(header, line, tag).find((value) => value !== '') ?? null;
  const accession = first('ACCESSION NUMBER', 'ACCESSION-NUMBER');
  const accepted = /<ACCEPTANCE-DATETIME>\s*(\d{14})/.exec(header)?.[1];
  return {
    accession: accession !== null && /^\d{10}-\d\d-\d{6}$/.test(accession) ? accession : null,
    form: first('CONFORMED SUBMISSION TYPE', 'TYPE'),
    filedOn: dateOf(first('FILED AS OF DATE', 'FILING-DATE') ?? ''),
    period: dateOf(first('CONFORMED PERIOD OF REPORT', 'PERIOD') ?? ''),
    acceptedAt: accepted === undefined ? null : easternToUtc(accepted),
    items: values(header, 'ITEM INFORMATION', 'ITEMS').flatMap((item) => (/^[\d.,\s]+$/.test(item) ? item.split(/[,\s]+/) : [item])),
    filers: filers(header),
  };
}

/** FILER sections only: a SUBJECT COMPANY or REPORTING-OWNER is no filer of an 8-K or 6-K. */
function filers(header: string): Filer[] {
  const sections = header.split(/^(?=[A-Z<][A-Z -]+[:>]\s*$)/m).filter((section) => /^(?:FILER:|<FILER>)/.test(section));
  const found = (sections.length > 0 ? sections : [header]).flatMap((section) => {
    const cik = values(section, 'CENTRAL INDEX KEY', 'CIK')[0];
    const name = values(section, 'COMPANY CONFORMED NAME', 'CONFORMED-NAME')[0];
    return cik !== undefined && /^\d{1,10}$/.test(cik) ? [{ cik: cik.padStart(10, '0'), name: name ?? '' }] : [];
  });
  return found.filter((filer, index) => found.findIndex((other) => other.cik === filer.cik) === index);
}
