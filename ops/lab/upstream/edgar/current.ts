/** Serves EDGAR's feed of latest filings: newest first, one entry per party, in ISO-8859-1. `type` selects forms by prefix. */
import { easternTime, rfc822 } from '../eastern.ts';
import { encodeXml, escapeXml } from '../feeds/markup.ts';
import { reply, type Reply } from '../reply.ts';
import type { DocumentRef } from '../served.ts';
import { archiveFolder } from './archive.ts';
import { sourceOf, type Filing, type FilingShelf, type Party } from './filing.ts';
import { fileUnavailable } from './pages.ts';

/** Number of entries that the feed reaches back. For a page beyond them EDGAR answers 503. */
export const currentEntriesMax = 2_000;

function entryOf(filing: Filing, party: Party, sizeBytes: number, publicUrl: string): string {
  const { date, time, offset } = easternTime(filing.acceptedAt);
  const size = sizeBytes >= 1_048_576 ? `${Math.round(sizeBytes / 1_048_576)} MB` : `${Math.max(1, Math.round(sizeBytes / 1024))} KB`;
  return `<entry>
<title>${escapeXml(`${filing.form} - ${party.name} (${party.cik}) (${party.role})`)}</title>
<link rel="alternate" type="text/html" href="${publicUrl}${archiveFolder(filing, party.cik)}/${filing.accession}-index.htm"/>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; ${filing.filedOn} &lt;b&gt;AccNo:&lt;/b&gt; ${filing.accession} &lt;b&gt;Size:&lt;/b&gt; ${size}
</summary>
<updated>${date}T${time}${offset}</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${escapeXml(filing.form)}"/>
<id>urn:tag:sec.gov,2008:accession-number=${filing.accession}</id>
</entry>
`;
}

/** Returns the feed for `action=getcurrent&output=atom`, or null for other queries, which EDGAR answers with HTML. */
export function currentFilings(shelf: FilingShelf, query: URLSearchParams, now: number, publicUrl: string): Reply | null {
  if (query.get('action') !== 'getcurrent' || query.get('output') !== 'atom') return null;
  const prefix = query.get('type') ?? '';
  const start = Math.max(0, Number.parseInt(query.get('start') ?? '0', 10) || 0);
  const count = Math.min(100, Math.max(1, Number.parseInt(query.get('count') ?? '40', 10) || 40));
  if (start >= currentEntriesMax) return fileUnavailable();

  const entries: string[] = [];
  const shows = new Map<string, DocumentRef>();
  let seen = 0;
  for (const filing of shelf.newest(now)) {
    if (seen >= start + count || seen >= currentEntriesMax) break;
    if (!filing.form.startsWith(prefix)) continue;
    if (seen + filing.parties.length <= start) {
      seen += filing.parties.length;
      continue;
    }
    const sizeBytes = filing.sizeBytes ?? shelf.submission(filing).length;
    for (const party of filing.parties) {
      if (seen >= start && seen < start + count) {
        entries.push(entryOf(filing, party, sizeBytes, publicUrl));
        if (sourceOf(filing.form) !== null) shows.set(filing.accession, filing.ref);
      }
      seen++;
    }
  }
  const local = easternTime(now);
  const text = `<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Latest Filings - ${rfc822(local, local.zone)}</title>
<link rel="alternate" href="/cgi-bin/browse-edgar?action=getcurrent"/>
<link rel="self" href="/cgi-bin/browse-edgar?action=getcurrent"/>
<id>https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent</id>
<author><name>Webmaster</name><email>webmaster@sec.gov</email></author>
<updated>${local.date}T${local.time}${local.offset}</updated>
${entries.join('')}</feed>
`;
  return reply(200, 'application/atom+xml', encodeXml(text, 'iso-8859-1'), { shows: [...shows.values()] });
}
