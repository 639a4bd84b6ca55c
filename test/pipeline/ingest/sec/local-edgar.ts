/** A small EDGAR for tests: the feed, filings and daily indexes at EDGAR's paths, and faults that a test sets. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { form4Text, submissionText } from './form4-text.ts';

export interface LocalFiling {
  readonly accession: string;
  readonly form?: string;
  readonly cik?: string;
  /** Instant in UTC; the feed shows it in Eastern time. */
  readonly acceptedAt: string;
  readonly xml?: string;
  /** Missing from the feed: only the index of its day lists it. */
  readonly isUnlisted?: boolean;
}

export interface LocalEdgar {
  readonly url: string;
  /** Requested paths, in order. */
  readonly asked: string[];
  readonly filings: LocalFiling[];
  /** Answers in place of EDGAR when it returns true. */
  trouble: (path: string, response: ServerResponse) => boolean;
  readonly askedFor: (part: string) => readonly string[];
  readonly stop: () => Promise<void>;
}

const easternParts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'medium' });
/** Returns e.g. `2025-03-18 20:14:44`. */
const easternClock = (instant: string): string => easternParts.format(new Date(instant));

const entryText = ({ accession, form = '4', cik = '0001617553', acceptedAt }: LocalFiling, role: string): string => `<entry>
<title>${form} - ACME (${role === 'Issuer' ? cik : '0000000099'}) (${role})</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/${accession}-index.htm"/>
<summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; ${easternClock(acceptedAt).slice(0, 10)} &lt;b&gt;AccNo:&lt;/b&gt; ${accession}</summary>
<updated>${acceptedAt.replace('.000Z', 'Z')}</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`;

function feedPage(filings: readonly LocalFiling[], start: number, count: number): string {
  const listed = filings.filter(({ isUnlisted }) => !isUnlisted).toSorted((a, b) => (a.acceptedAt < b.acceptedAt ? 1 : -1));
  const entries = listed.flatMap((filing) => [entryText(filing, 'Reporting'), entryText(filing, 'Issuer')]).slice(start, start + count);
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Latest Filings</title>\n${entries.join('\n')}\n</feed>\n`;
}

function indexFile(filings: readonly LocalFiling[], day: string): string | null {
  const ofDay = filings.filter(({ acceptedAt }) => easternClock(acceptedAt).slice(0, 10).replaceAll('-', '') === day);
  if (ofDay.length === 0) return null;
  const lines = ofDay.map(
    ({ accession, form = '4', cik = '0001617553' }) =>
      `${form.padEnd(12)}${'ACME CORP'.padEnd(62)}${Number(cik)}     ${day}    edgar/data/${Number(cik)}/${accession}.txt         `,
  );
  return `Description:           Daily Index of EDGAR Dissemination Feed by Form Type\n\nForm Type   Company Name    CIK         Date Filed  File Name\n${'-'.repeat(141)}\n${lines.join('\n')}\n`;
}

/** Gives the next requests whose path contains `part` these answers, one each; EDGAR answers the later ones. */
export const troubleAt = (part: string, ...answers: readonly ((response: ServerResponse) => unknown)[]): LocalEdgar['trouble'] => {
  const left = [...answers];
  return (path, response) => {
    const answer = path.includes(part) ? left.shift() : undefined;
    answer?.(response);
    return answer !== undefined;
  };
};
export const busy = (response: ServerResponse) =>
  response.writeHead(503).end('<!DOCTYPE html><html><title>SEC.gov | File Unavailable</title></html>');
/** Answers with the page, whose status is 200, for clients that request too often. */
export const rateExceeded = (response: ServerResponse) =>
  response.end('<!DOCTYPE html><html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head></html>');
export const accessDenied = (response: ServerResponse) =>
  response.writeHead(403).end('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>');

export async function startLocalEdgar(): Promise<LocalEdgar> {
  const asked: string[] = [];
  const filings: LocalFiling[] = [];
  const xmlOf = (filing: LocalFiling): string => filing.xml ?? form4Text(filing.cik === undefined ? {} : { cik: filing.cik });
  const find = (path: string): LocalFiling | undefined => filings.find(({ accession }) => path.includes(accession.replaceAll('-', '')));

  function bodyOf(url: URL): string | null {
    const path = url.pathname;
    if (path === '/cgi-bin/browse-edgar') return feedPage(filings, Number(url.searchParams.get('start')), Number(url.searchParams.get('count')));
    const day = /\/daily-index\/\d{4}\/QTR\d\/form\.(\d{8})\.idx$/.exec(path)?.[1];
    if (day !== undefined) return indexFile(filings, day);
    const filing = find(path);
    if (!filing) return null;
    const digits = easternClock(filing.acceptedAt).replace(/\D/g, '');
    return path.endsWith('.txt') ? submissionText(filing.accession, xmlOf(filing), { form: filing.form, accepted: digits }) : null;
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname + url.search;
    asked.push(path);
    if (edgar.trouble(path, response)) return;
    const body = bodyOf(url);
    response.statusCode = body === null ? 404 : 200;
    response.end(body === null ? '<!DOCTYPE html><html><title>404</title></html>' : Buffer.from(body, 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const edgar: LocalEdgar = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    filings,
    trouble: () => false,
    askedFor: (part) => asked.filter((path) => path.includes(part)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return edgar;
}
