import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readRequest } from '#ops/scripts/inspect.ts';
import { kinds } from '#ops/scripts/inspect/detect.ts';
import { loadSymbols, newestListIn } from '#ops/scripts/inspect/symbols.ts';
import { CalendarOccurrence } from '#schemas/calendar.ts';
import { Article } from '#schemas/item.ts';
import { dropReasons } from '#schemas/vocabulary.ts';
import { documentsDir } from '#test/support/data.ts';
import { lines as linesOf, release, table } from '#test/support/release.ts';
import { form4Text, ownerText, submissionText as submissionTextOf4, type Form4Text } from '#test/pipeline/ingest/sec/form4-text.ts';
import { submissionText } from '#test/support/submission.ts';
import type { Ended } from '#test/support/run-program.ts';
import { dir, inspectHere, put, symbolsFile } from './inspect/inspect-here.ts';
import { runScript } from './run-script.ts';
import { scratchFolder } from '#test/support/scratch.ts';

interface Line {
  file: string;
  kind?: string;
  rows?: unknown[];
  drops?: { uid: string; reason: string; form?: string }[];
  filings?: { accession: string; form: string; url: string }[];
  occurrences?: unknown[];
  known?: number;
  revisions?: { uid: string; withdrawn: string | null }[];
  trades?: { joint_with?: string }[];
  note?: string;
  error?: string;
  detail?: string;
}

interface Inspected extends Ended {
  readonly lines: Line[];
}

const inspect = async (...args: string[]): Promise<Inspected> => inspected(await inspectHere(args));
const inspectAsCommand = async (...args: string[]): Promise<Inspected> => inspected(await runScript('ops/scripts/inspect.ts', args));

function inspected({ code, out, errors }: Ended): Inspected {
  const lines = out
    .trimEnd()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  return { code, lines, errors, out };
}

const at = '2026-03-02T15:00:00.000Z';
const item = (path: string, title: string): string =>
  `<item><title>${title}</title><link>https://news.example.com/${path}</link><pubDate>Mon, 02 Mar 2026 14:30:00 GMT</pubDate>
   <description>The iPhone maker Apple Inc. (NASDAQ: AAPL) reported quarterly revenue of $95 billion and raised its dividend by 4%.</description></item>`;
const rss = (...items: string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example.com/</link>${items.join('')}</channel></rss>`;
const story = item('a', 'Apple reports record quarterly revenue and raises its dividend');

describe('npm run inspect', () => {
  test('a feed gives its rows as the single fetch serves them, and every other entry as a drop with a reason', async () => {
    const file = put('feed.xml', rss(item('b', 'Apple meldet Rekordumsatz und erhöht die Dividende für seine Aktionäre deutlich'), story));
    const { code, lines } = await inspect(file, '--at', at, '--symbols', symbolsFile);
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    const [line] = lines;
    expect(line).toMatchObject({ file, kind: 'feed' });
    expect(line!.rows!.length + line!.drops!.length).toBe(2);
    const article = Article.parse(line!.rows![0]);
    expect(article.enrichment.tickers).toEqual(['AAPL']);
    expect(article.story_id).toBe(article.original.uid);
    expect(article.original).toMatchObject({ url: 'https://news.example.com/a', time_published: '2026-03-02T14:30:00.000Z', created_at: at });
    for (const { uid, reason } of line!.drops!) {
      expect(uid).toMatch(/^[a-f0-9]{16}$/);
      expect(dropReasons).toContain(reason);
    }
  });

  test('the same command at the same instant prints the same, from gzip too', async () => {
    const [plain, packed] = [put('same.xml', rss(story)), put('same.xml.gz', gzipSync(rss(story)))];
    const options = ['--at', at, '--symbols', symbolsFile];
    const first = await inspect(plain, ...options);
    expect((await inspectAsCommand(plain, ...options)).out).toBe(first.out);
    // A file of which no address is known is its own outlet.
    expect(first.lines[0]!.rows![0]).toMatchObject({ original: { source: 'same.xml' } });
    expect((await inspect(packed, ...options)).lines[0]!.rows).toEqual(first.lines[0]!.rows);
  });

  test('an entry that a later file has in another form is an edit, and one that it takes back a withdrawal', async () => {
    const edited = item('a', 'Apple reports record quarterly revenue and cuts its dividend');
    const withdrawnHeadline = item('a', 'WITHDRAWN: Apple reports record quarterly revenue and raises its dividend');
    const files = [story, edited, withdrawnHeadline].map((entry, index) => put(`edited-${index}.xml`, rss(entry)));
    const { lines } = await inspect(...files, '--at', at, '--symbols', symbolsFile);
    const [first, second, third] = lines;
    const { uid } = Article.parse(first!.rows![0]).original;
    expect(Article.parse(second!.rows![0]).original).toMatchObject({ uid, title: 'Apple reports record quarterly revenue and cuts its dividend' });
    expect(Article.parse(second!.rows![0]).story_id).toBe(uid);
    expect(second!.revisions).toEqual([{ uid, withdrawn: null }]);
    expect(third).toMatchObject({ rows: [], drops: [], revisions: [{ uid, withdrawn: expect.stringContaining('its publisher withdrew it') }] });
  });

  test('an amended Form 4 corrects the row of its original, and a co-owner’s form is a trade without row', async () => {
    const owners = [ownerText('RIVERS BRYAN T', 'Director'), ownerText('RIVERS HOLDINGS LLC', '', undefined, '0000000012')] as const;
    const filed = (number: number, text: Form4Text): string => {
      const accession = `0000320193-25-00000${number}`;
      return put(`form4-${number}.txt`, submissionTextOf4(accession, form4Text({ cik: '0000320193', ...text }), { form: text.type ?? '4' }));
    };
    const held = { F1: 'Shares held by Rivers Holdings LLC, which Bryan T. Rivers controls.' };
    const { lines } = await inspect(
      filed(1, { owners: owners[0], rows: [{ shares: '7464', notes: ['F1'] }], footnotes: held }),
      filed(2, { owners: owners[1], rows: [{ shares: '7464', notes: ['F1'] }], footnotes: held }),
      filed(3, { type: '4/A', owners: owners[0], rows: [{ shares: '7463', notes: ['F1'] }], footnotes: held }),
      '--at',
      at,
      '--symbols',
      symbolsFile,
    );
    const { uid } = Article.parse(lines[0]!.rows![0]).original;
    expect(lines[1]).toMatchObject({ rows: [], drops: [], trades: [{ joint_with: uid }] });
    expect(lines[2]).toMatchObject({ rows: [{ original: { uid } }], revisions: [{ uid, withdrawn: null }] });
  });

  test('an article of an earlier file is known, unless --fresh is given', async () => {
    const [one, two] = [put('one.xml', rss(story)), put('two.xml', rss(story))];
    const options = ['--at', at, '--symbols', symbolsFile];
    const told = await inspect(one, two, ...options);
    expect(told.lines.map(({ rows, known }) => [rows!.length, known ?? 0])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const fresh = await inspect(one, two, ...options, '--fresh');
    expect(fresh.lines.map(({ rows }) => rows!.length)).toEqual([1, 1]);
  });

  test('another document is refused with a reason', async () => {
    const documents: Readonly<Record<string, Buffer>> = {
      empty: Buffer.alloc(0),
      binary: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255]),
      prose: Buffer.from('Dear reader, this is not a feed.'),
      json: Buffer.from('{"a": [1, 2'),
      html: Buffer.from('<!DOCTYPE html><html><head><title>A page</title></head><body>Text</body></html>'),
      'cut gzip': gzipSync(rss(story)).subarray(0, 60),
      'gzip bomb': gzipSync(Buffer.alloc(70_000_000)),
      'cut form': Buffer.from('<?xml version="1.0"?><ownershipDocument><documentType>4</documentType>'),
      deep: Buffer.from(`<rss>${'<a>'.repeat(50_000)}`),
      entities: Buffer.from('<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>'),
    };
    const files = Object.entries(documents).map(([name, content]) => put(`refused-${name}`, content));
    const { code, lines, errors } = await inspect(...files, '--symbols', symbolsFile);
    expect(code).toBe(1);
    expect(errors).toContain(`${files.length} of ${files.length} files were refused: ${files[0]} (`);
    expect(lines.map(({ file }) => file)).toEqual(files);
    for (const { file, error, detail, rows } of lines) {
      expect(error, file).toMatch(/^(malformed|unknown_format|bad_encoding|too_large|entity_expansion)$/);
      expect(detail, file).toBeTypeOf('string');
      expect(rows, file).toBeUndefined();
    }
  });

  test("EDGAR's error pages are named as refusals", async () => {
    const page = put('limit.html', '<!DOCTYPE html><html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head></html>');
    const denied = put('denied.xml', '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>');
    const { lines } = await inspect(page, denied, '--symbols', symbolsFile);
    expect(lines.map(({ kind, error }) => [kind, error])).toEqual([
      ['edgar_refusal', 'unavailable'],
      ['edgar_refusal', 'unavailable'],
    ]);
  });

  test('the newest list of a folder is the last by name that is a list', () => {
    const folder = scratchFolder(onTestFinished);
    for (const end of ['-2026-01-01.json.gz', '-2026-02-01.json', '-2026-03-01.json.part', '-2026-04-01.txt'])
      writeFileSync(join(folder, `company_tickers_exchange${end}`), '');
    expect(newestListIn(folder)).toBe(join(folder, 'company_tickers_exchange-2026-02-01.json'));
  });

  test('a symbol list that cannot be read is named', () => {
    expect(() => loadSymbols('/no/list')).toThrow('symbol list /no/list');
  });

  test('a file that cannot be opened changes the exit code, and every other file has its line', async () => {
    const { code, lines, errors } = await inspectAsCommand(join(dir, 'none'), dir, symbolsFile, '--symbols', symbolsFile);
    expect(code).toBe(1);
    expect(lines.map(({ error, kind }) => error ?? kind)).toEqual(['cannot_open', 'cannot_open', 'symbols']);
    expect(errors).toContain('2 of 3 files');
  });

  test.each([
    [[], 'name at least one file'],
    [['x', '--at', 'yesterday'], '--at yesterday'],
    [['x', '--url', 'ftp://x'], '--url ftp://x'],
    [['x', '--frehs'], '--frehs'],
  ])('%j is refused in words', (args, words) => {
    expect(() => readRequest(args)).toThrow(words);
  });
});

const folders = ['form4', '8k', '6k', 'rss', 'rss-torture', 'edgar', 'symbols', 'articles', 'macro', 'gdelt', 'nlp'];
const data = folders.map(documentsDir).filter((folder) => existsSync(folder));
const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .toSorted();

/** As many files as take some seconds, picked from all folders. */
const filesMax = 250;

describe('over documents of every folder', () => {
  test('each has one line: rows and drops, or why it is refused; none makes it fail', async () => {
    const all = data.flatMap(filesUnder);
    const step = Math.max(1, all.length / filesMax);
    const files = Array.from({ length: Math.min(all.length, filesMax) }, (_, index) => all[Math.floor(index * step)]!);
    const { code, lines } = await inspect(...files, '--at', '2026-11-01T00:00:00.000Z');
    expect(code).toBe(lines.some(({ error }) => error !== undefined) ? 1 : 0);
    expect(lines.map(({ file }) => file)).toEqual(files);
    expect(lines.filter(({ error }) => error === 'internal')).toEqual([]);
    for (const line of lines) {
      if (line.error !== undefined) continue;
      expect(kinds).toContain(line.kind);
      if (line.kind === 'calendar') {
        for (const occurrence of line.occurrences!) CalendarOccurrence.parse(occurrence);
        continue;
      }
      for (const row of line.rows!) Article.parse(row);
      for (const { reason } of line.drops!) expect(dropReasons).toContain(reason);
    }
  });

  test('the known kinds are found in their folders', async () => {
    const form4 = documentsDir('form4');
    const edgar = documentsDir('edgar');
    const expected: Readonly<Record<string, readonly string[]>> = {
      form4: filesUnder(form4).filter((path) => /\.(xml|txt|nc)$/.test(path) && readFileSync(path).includes('<ownershipDocument')),
      edgar_current: filesUnder(join(edgar, 'getcurrent')).filter((path) => !path.includes('start05100') && !path.includes('start5100')),
      edgar_refusal: filesUnder(join(edgar, 'errors')),
    };
    for (const [kind, files] of Object.entries(expected)) {
      const { lines } = await inspect(...files.slice(0, 20), '--symbols', symbolsFile);
      expect([...new Set(lines.map((line) => line.kind))]).toEqual([kind]);
    }
  });

  test('every filing on a page of the latest filings is either to be fetched or not collected, once', async () => {
    const edgar = documentsDir('edgar');
    const pages = filesUnder(join(edgar, 'getcurrent')).filter((path) => path.includes('form4-run'));
    const { lines } = await inspect(...pages, '--symbols', symbolsFile);
    for (const { filings, drops } of lines.filter(({ kind, error }) => kind === 'edgar_current' && error === undefined)) {
      for (const { form } of filings!) expect(['4', '4/A']).toContain(form);
      for (const drop of drops!) expect(drop).toMatchObject({ reason: 'not_collected', form: expect.not.stringMatching(/^4(\/A)?$/) as string });
    }
  });
});

describe('npm run inspect on 8-Ks and 6-Ks', () => {
  const group = { text: 'Three Months Ended December 31,', span: 2 };
  const exhibit = release(
    linesOf(
      'Exhibit 99.1',
      'Apple Reports First Quarter Results',
      'CUPERTINO, Calif., February 1, 2024 — Apple Inc. (NASDAQ: AAPL) today announced revenue of $119,575 million and net income of $33,916 million.',
      '(in millions)',
    ),
    table(['', group], ['', '2023', '2022'], ['Net sales', '119,575', '117,154'], ['Net income', '33,916', '29,998']),
  );
  const cover = release(
    linesOf(
      'UNITED STATES',
      'SECURITIES AND EXCHANGE COMMISSION',
      'FORM 8-K',
      'CURRENT REPORT',
      'Item 2.02 Results of Operations and Financial Condition',
      'On February 1, 2024, Apple Inc. issued a press release with its results for the first quarter of the year.',
    ),
  );
  const whole = submissionText({
    items: ['Results of Operations and Financial Condition'],
    documents: [
      { type: '8-K', filename: 'main.htm', text: cover },
      { type: 'EX-99.1', filename: 'ex991.htm', text: exhibit },
    ],
  });
  const inspectOne = async (name: string, content: string | Buffer, ...more: string[]) => {
    const { code, lines: told } = await inspect(put(name, content), '--at', at, '--symbols', symbolsFile, ...more);
    expect(code).toBe(told[0]!.error === undefined ? 0 : 1);
    return told[0]! as Line & {
      filing?: { items: string[]; primary_item: string };
      earnings?: { key_metrics: { value: string }[] } | null;
      note?: string;
    };
  };

  test('a whole submission gives its row as the single fetch serves it, with filing and earnings', async () => {
    const line = await inspectOne('whole.txt.gz', gzipSync(whole));
    expect(line).toMatchObject({ kind: 'filing', drops: [], filing: { items: ['2.02'], primary_item: '2.02' } });
    const article = Article.parse(line.rows![0]);
    expect(article.filing).toMatchObject({ items: ['2.02'], exhibit_url: expect.stringMatching(/ex991\.htm$/) });
    expect(article.earnings!.key_metrics.map(({ value }) => value)).toContain('119,575');
    expect(article.enrichment.tickers).toEqual(['AAPL']);
  });

  test('the main document alone gives its items, and says what it cannot know', async () => {
    for (const content of [cover, `<DOCUMENT>\n<TYPE>8-K\n<SEQUENCE>1\n<TEXT>\n${cover}\n</TEXT>\n</DOCUMENT>`]) {
      const line = await inspectOne('main.htm', content);
      expect(line).toMatchObject({ kind: 'filing', error: 'no_registrant', filing: { items: ['2.02'], primary_item: '2.02' } });
      expect(line.detail).toContain("lacks the submission's header");
    }
  });

  test.each([
    ['its facts state', '<ix:nonNumeric name="dei:EntityCentralIndexKey" contextRef="c">0000320193</ix:nonNumeric>'],
    ['its cover has the symbol of', '<table><tr><td>Trading Symbol(s)</td></tr><tr><td>AAPL</td></tr></table>'],
  ])('the main document alone is of the registrant whom %s', async (_, stated) => {
    const line = await inspectOne('stated.htm', cover.replace('FORM 8-K', `FORM 8-K ${stated}`));
    expect(Article.parse(line.rows![0]).enrichment.tickers).toEqual(['AAPL']);
    expect(line.note).toContain('only the main document');
  });

  test('a bare exhibit gives its earnings read, or why it has none', async () => {
    const tagged = `<html><body><document>\n<type>EX-99.1\n<sequence>2\n<text>\n${exhibit}`;
    for (const content of [exhibit, tagged]) {
      const line = await inspectOne('exhibit.htm', content);
      expect(line).toMatchObject({ kind: 'exhibit', rows: [], drops: [] });
      expect(line.earnings!.key_metrics.map(({ value }) => value)).toContain('119,575');
    }
    const empty = await inspectOne('words.htm', '<type>EX-99.2\n<text><html><body><p>Slides of a presentation to investors.</p></body></html>');
    expect(empty).toMatchObject({ kind: 'exhibit', earnings: null, earnings_refusal: 'no_statement' });
  });

  test('an 8-K of another kind, or one of nobody on the list, is a drop that still shows what was read', async () => {
    const other = submissionText({ form: '8-K12B', documents: [{ type: '8-K12B', text: cover }] });
    expect(await inspectOne('other.txt', other)).toMatchObject({ kind: 'filing', drops: [{ reason: 'not_collected' }] });
    const unlisted = submissionText({
      filers: [{ cik: '0000000077', name: 'NOBODY INC' }],
      items: ['Other Events'],
      documents: [{ type: '8-K', text: cover }],
    });
    expect(await inspectOne('unlisted.txt', unlisted)).toMatchObject({ drops: [{ reason: 'unlisted_issuer' }], filing: { items: ['8.01'] } });
  });
});
