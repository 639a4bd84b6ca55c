/**
 * Reads a page of EDGAR's "latest filings" Atom feed (or of one company's): the filings of the wanted forms, each once, or a refusal. EDGAR
 * reports trouble and the end of the feed with other pages, so the kind of page is checked first.
 */
import { refusalPage, refused, type Refused } from '../refusal.ts';
import { childOf, readXml, textAt, type XmlElement } from '../form4/strict-xml.ts';

export interface CurrentEntry {
  readonly accession: string;
  readonly form: string;
  /** The CIK, ten digits: the issuer's when the page names it, else any filer's. */
  readonly cik: string;
  readonly url: string;
  /** When EDGAR accepted the filing: `updated` of the entry. */
  readonly acceptedAt: string;
  readonly filedOn: string | null;
  /** Role such as `Issuer`, `Reporting`, `Filer`; '' when the page states none. */
  readonly role: string;
}

interface CurrentPage {
  readonly ok: true;
  /** Entries of the wanted forms, newest first, one per filing. */
  readonly entries: readonly CurrentEntry[];
  /** Number of entries of any form; 0 past the end of the feed. */
  readonly listed: number;
  /** Entries that could not be read; the daily index supplies their filings. */
  readonly unreadable: number;
  /** Acceptance times of the newest and the oldest entry of any form; null on an empty page. */
  readonly newestAt: string | null;
  readonly oldestAt: string | null;
}

function decodeDeclared(body: Buffer): string {
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(body.subarray(0, 200).toString('latin1').trimStart())?.[1];
  return new TextDecoder(declared ?? 'utf-8').decode(body);
}

function readEntry(entry: XmlElement): CurrentEntry | null {
  const url = childOf(entry, 'link')?.attributes.href ?? '';
  const accession = /accession-number=(\d{10}-\d{2}-\d{6})/.exec(textAt(entry, 'id'))?.[1];
  const form = childOf(entry, 'category')?.attributes.term;
  const [, named, role] = /\((\d{10})\)\s*\(([^()]*)\)$/.exec(textAt(entry, 'title')) ?? [];
  const cik = named ?? /\/data\/(\d{1,10})\//.exec(url)?.[1];
  const accepted = new Date(textAt(entry, 'updated'));
  if (!accession || !form || !cik || Number.isNaN(accepted.getTime())) return null;
  return {
    accession,
    form,
    cik: cik.padStart(10, '0'),
    url,
    acceptedAt: accepted.toISOString(),
    filedOn: /Filed:(?:<\/b>)?\s*(\d{4}-\d{2}-\d{2})/.exec(textAt(entry, 'summary'))?.[1] ?? null,
    role: role ?? '',
  };
}

/** Returns one entry per filing: the feed lists it once per filer, and the issuer's is preferred. */
function once(entries: readonly CurrentEntry[]): CurrentEntry[] {
  const byAccession = new Map<string, CurrentEntry>();
  for (const entry of entries) {
    const known = byAccession.get(entry.accession);
    if (!known || (known.role !== 'Issuer' && entry.role === 'Issuer')) byAccession.set(entry.accession, entry);
  }
  return [...byAccession.values()];
}

function* entriesOf(text: string): Generator<string> {
  const opening = /<entry[\s>]/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const end = text.indexOf('</entry>', match.index);
    if (end === -1) return;
    opening.lastIndex = end + '</entry>'.length;
    yield text.slice(match.index, opening.lastIndex);
  }
}

/** Returns one page of the latest-filings feed, reduced to these forms, or a refusal. */
export function readCurrent(body: Buffer, forms: ReadonlySet<string>): CurrentPage | Refused {
  const page = refusalPage(body);
  if (page) return page;
  let text: string;
  try {
    text = decodeDeclared(body);
  } catch (error) {
    if (error instanceof RangeError) return refused('bad_encoding', error.message);
    throw error;
  }
  if (!/<feed[\s>]/.test(text.slice(0, 2_000))) return refused('unknown_format', `not an Atom feed: ${text.slice(0, 100)}`, true);
  if (!/<\/feed>\s*$/.test(text)) return refused('malformed', 'the feed is cut short', true);

  // Each entry is parsed by itself, so that a malformed one does not hide the others.
  const read = [...entriesOf(text)].map((entryText) => {
    const parsed = readXml(entryText);
    return parsed.ok ? readEntry(parsed.root) : null;
  });
  const entries = read.filter((entry) => entry !== null);
  if (read.length > 0 && entries.length === 0) return refused('malformed', `none of ${read.length} entries can be read`);
  const instants = entries.map((entry) => entry.acceptedAt).sort();
  return {
    ok: true,
    entries: once(entries.filter((entry) => forms.has(entry.form))),
    listed: read.length,
    unreadable: read.length - entries.length,
    newestAt: instants.at(-1) ?? null,
    oldestAt: instants[0] ?? null,
  };
}
