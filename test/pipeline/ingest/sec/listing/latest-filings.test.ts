import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readCurrent } from '#pipeline/ingest/sec/listing/latest-filings.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

const forms = new Set(['4', '4/A']);
const entry = (form: string, accession: string, role = 'Issuer', cik = '0001673743', name = 'Hinge Health, Inc.'): string => `<entry>
<title>${form} - ${name} (${cik}) (${role})</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll('-', '')}/${accession}-index.htm"/>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; 2025-12-12 &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 10 KB
</summary>
<updated>2025-12-12T18:02:43-05:00</updated>
<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`;
const feed = (...entries: string[]): string =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Latest Filings</title>\n${entries.join('\n')}\n</feed>\n`;
const read = (text: string, wanted: ReadonlySet<string> = forms) => readCurrent(Buffer.from(text, 'latin1'), wanted);

describe('latest filings', () => {
  test('a filing that comes once per filer is one entry, the issuer’s', () => {
    const page = read(
      feed(entry('4', '0002063236-25-000004', 'Reporting', '0002063236', 'Perez Daniel Antonio'), entry('4', '0002063236-25-000004')),
    );
    expect(page).toMatchObject({
      ok: true,
      listed: 2,
      entries: [
        {
          accession: '0002063236-25-000004',
          form: '4',
          cik: '0001673743',
          acceptedAt: '2025-12-12T23:02:43.000Z',
          filedOn: '2025-12-12',
          role: 'Issuer',
          url: 'https://www.sec.gov/Archives/edgar/data/1673743/000206323625000004/0002063236-25-000004-index.htm',
        },
      ],
    });
  });

  test('bytes are decoded as the document declares', () => {
    const page = readCurrent(Buffer.from(feed(entry('4', '0000000001-25-000001', 'Soci\xe9t\xe9')), 'latin1'), forms);
    expect(page.ok && page.entries[0]?.role).toBe('Société');
  });

  test('one entry that cannot be read is counted and does not hide the others', () => {
    expect(read(feed('<entry><title>AT&T</title></entry>', entry('4', '0000000001-25-000001')))).toMatchObject({
      ok: true,
      unreadable: 1,
      entries: [{}],
    });
  });

  test('an empty feed is its end, no error', () => {
    expect(read(feed())).toMatchObject({ ok: true, listed: 0, entries: [], newestAt: null });
  });

  test.each([
    ['an HTML page', '<!DOCTYPE html><html><title>503</title></html>'],
    ['an XML error', '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>'],
    ['a feed cut short', feed(entry('4', '0000000001-25-000001')).slice(0, -20)],
    ['XML of another kind', '<?xml version="1.0"?><rss/>'],
    ['nothing', ''],
  ])('%s is refused, to be asked for again', (_, text) => {
    expect(read(text)).toMatchObject({ ok: false, isTransient: true });
  });
});

describe('recorded pages', () => {
  const isReal = dataDir('edgar') !== null;
  const folder = documentsDir('edgar');
  const file = (path: string): Buffer => (path.endsWith('.gz') ? gunzipSync(readFileSync(`${folder}/${path}`)) : readFileSync(`${folder}/${path}`));
  const runs = readdirSync(`${folder}/getcurrent`);

  test('every page of every run gives exactly the filings that its text names', () => {
    let pages = 0;
    for (const run of runs)
      for (const name of readdirSync(`${folder}/getcurrent/${run}`)) {
        const body = file(`getcurrent/${run}/${name}`);
        const page = readCurrent(body, forms);
        const text = body.toString('latin1');
        if (text.startsWith('<!DOCTYPE html')) {
          expect(page).toMatchObject({ ok: false, isTransient: true });
          continue;
        }
        const named = text
          .split('<entry>')
          .slice(1)
          .filter((part) => /term="4(?:\/A)?"/.test(part))
          .map((part) => /accession-number=([\d-]+)/.exec(part)![1]);
        expect(page, `${run}/${name}`).toMatchObject({ ok: true, unreadable: 0, listed: text.split('<entry>').length - 1 });
        expect(new Set(page.ok ? page.entries.map(({ accession }) => accession) : [])).toEqual(new Set(named));
        pages += 1;
      }
    expect(pages).toBeGreaterThan(isReal ? 100 : 5);
  });

  test('every page with which EDGAR refuses is a refusal', () => {
    for (const name of readdirSync(`${folder}/errors`))
      expect(readCurrent(file(`errors/${name}`), forms), name).toMatchObject({ ok: false, isTransient: true });
  });
});
