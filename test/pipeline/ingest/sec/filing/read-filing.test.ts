import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { splitSubmission, type Submission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readFiling } from '#pipeline/ingest/sec/filing/read-filing.ts';
import type { ListedFiling } from '#pipeline/ingest/sec/listed-filing.ts';
import { items as itemMeanings } from '#schemas/filing.ts';
import { RawFiling } from '#schemas/raw.ts';
import { documentsDir } from '#test/support/data.ts';
import { lines, release, table } from '#test/support/release.ts';
import { submissionText, type SyntheticFiling } from '#test/support/submission.ts';

const at = '2026-01-02T03:04:05.000Z';
const listingOf = (accession: string): ListedFiling => ({
  accession,
  cik: '0000000001',
  seenAt: at,
  fetchedAt: at,
  acceptedAt: null,
  filedOn: null,
});
const read = (filing: SyntheticFiling, listing: Partial<ListedFiling> = {}): RawFiling => {
  const result = readFiling(splitSubmission(submissionText(filing)), {
    ...listingOf(filing.accession ?? '0000320193-24-000005'),
    ...listing,
  });
  if (!result.ok) throw new Error(result.detail);
  return RawFiling.parse(result.filing);
};

const cover = (...body: readonly string[]): string =>
  release(
    lines('UNITED STATES', 'FORM 8-K', 'CURRENT REPORT', 'Indicate by check mark whether the registrant is an emerging growth company.', ...body),
  );
const group = { text: 'Three Months Ended December 31,', span: 2 };
const earningsRelease = release(
  lines(
    'Exhibit 99.1',
    'FOR IMMEDIATE RELEASE',
    'Contact: Jane Doe, Investor Relations, (408) 555-0100',
    'Example Corp Reports First Quarter Results',
    'CUPERTINO, Calif., February 1, 2024 — Example Corp (NASDAQ: EXMP) today announced revenue of $119.6 billion, up 2 percent, and net income of $33.9 billion.',
    'Demand for the new product was strong in every region where the company sells it.',
    'This release contains forward-looking statements that involve risks and uncertainties.',
    'About Example Corp',
    'Example Corp is a maker of many things that people use every day in many places.',
    '(in millions)',
  ),
  table(['', group], ['', '2023', '2022'], ['Net sales', '119,575', '117,154'], ['Net income', '33,916', '29,998']),
);

test('when the company will report is read from any of its documents', () => {
  const said = 'The Company will report its first quarter results after the market closes on Thursday, January 30, 2031.';
  const filing: SyntheticFiling = {
    items: ['Other Events'],
    documents: [
      { type: '8-K', filename: 'main.htm', text: cover('Item 8.01 Other Events', 'A release is attached as Exhibit 99.1.') },
      {
        type: 'EX-99.1',
        filename: 'a.htm',
        text: release(lines('Example Corp Sets Date', `${said} A conference call follows on January 31, 2031.`)),
      },
    ],
  };
  expect(read({ ...filing, filedOn: '2031-01-02' }).report_time).toEqual({ date: '2031-01-30', session: 'after_close', text: said });
  expect(read({ ...filing, filedOn: '2031-01-30' })).not.toHaveProperty('report_time');
});

describe('an 8-K', () => {
  const filing: SyntheticFiling = {
    items: ['Results of Operations and Financial Condition', 'Financial Statements and Exhibits'],
    documents: [
      { type: '8-K', filename: 'main.htm', text: cover('Item 2.02 Results of Operations', 'A release is attached as Exhibit 99.1.') },
      { type: 'EX-99.1', filename: 'a ex991.htm', text: earningsRelease },
    ],
  };

  test('says its items, event and acceptance as the header has them', () => {
    expect(read(filing)).toMatchObject({
      form: '8-K',
      items: ['2.02', '9.01'],
      primary_item: '2.02',
      event_date: '2024-02-01',
      accepted_at: '2024-02-01T21:30:44.000Z',
      filed_on: '2024-02-01',
      url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019324000005/0000320193-24-000005-index.htm',
    });
  });

  test('says which filing it amends', () => {
    const main = cover('Explanatory note', 'This amendment amends the report filed on January 30, 2024.', 'Item 2.02 Results of Operations');
    const amended = { ...filing, form: '8-K/A', documents: [{ type: '8-K/A', filename: 'main.htm', text: main }, filing.documents[1]!] };
    expect(read(amended)).toMatchObject({ form: '8-K/A', amends: { filed_on: '2024-01-30' } });
    expect(read(filing)).not.toHaveProperty('amends');
  });

  test('speaks with the headline and lead of its release, without dateline, cautions and the company about itself', () => {
    const { headline, lead, document } = read(filing);
    expect(headline).toBe('Example Corp Reports First Quarter Results');
    expect(lead).toMatch(/^Example Corp \(NASDAQ: EXMP\) today announced revenue/);
    expect(lead).toContain('Demand for the new product');
    expect(lead).not.toMatch(/forward-looking|is a maker|FOR IMMEDIATE/);
    expect(document).toEqual({
      type: 'EX-99.1',
      url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019324000005/a%20ex991.htm',
      is_exhibit: true,
    });
  });

  test('that takes back earlier statements speaks of that, and not with the headline of its release', () => {
    const body =
      'On February 1, 2024, the audit committee of Example Corp concluded that the statements of the year 2022 should no longer be relied upon.';
    const main = {
      type: '8-K',
      filename: 'main.htm',
      text: cover('Item 2.02 Results', 'A release is attached as Exhibit 99.1.', 'Item 4.02 Non-Reliance', body),
    };
    const [, exhibit] = filing.documents;
    const items = [...filing.items!, 'Non-Reliance on Previously Issued Financial Statements'];
    expect(read({ ...filing, items, documents: [main, exhibit!] })).toMatchObject({
      primary_item: '2.02',
      told_item: '4.02',
      headline: '',
      lead: body,
      earnings: { kind: 'read', analysis: { headline: 'Example Corp Reports First Quarter Results' } },
    });
    const restated = { ...exhibit!, text: earningsRelease.replace('Reports First Quarter Results', 'Restates Results of 2022') };
    expect(read({ ...filing, items, documents: [main, restated] }).headline).toBe('Example Corp Restates Results of 2022');
  });

  test('carries what its earnings release is read to say', () => {
    const { earnings } = read(filing);
    expect(earnings).toMatchObject({ kind: 'read', analysis: { ticker: '', fiscal_period: 'Q1 FY2024', period_end: '2023-12-31' } });
  });

  test('with results but no release that can be read says why there is no read', () => {
    const { earnings } = read({ ...filing, documents: filing.documents.slice(0, 1) });
    expect(earnings).toEqual({ kind: 'refused', reason: 'no_statement' });
  });

  test('without a release speaks with the words under its items, without cover, pointers and signatures', () => {
    const { lead, headline, document } = read({
      items: ['Departure of Directors or Certain Officers'],
      documents: [
        {
          type: '8-K',
          filename: 'main.htm',
          text: cover(
            'Item 5.02 Departure of Directors or Certain Officers.',
            '(b) On January 30, 2024, John Roe, Chief Financial Officer, told the company that he will retire in June. A copy of his letter is attached hereto as Exhibit 99.9.',
            'SIGNATURES',
            'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed.',
          ),
        },
      ],
    });
    expect(headline).toBe('');
    expect(lead).toBe('On January 30, 2024, John Roe, Chief Financial Officer, told the company that he will retire in June.');
    expect(document).toMatchObject({ is_exhibit: false });
  });

  test('of before August 2004 keeps its own numbers and is about the item that they became', () => {
    const old = read({
      items: ['Other events', 'Results of Operations and Financial Condition'],
      filedOn: '2004-07-14',
      documents: filing.documents,
    });
    expect(old).toMatchObject({ items: ['5', '12'], primary_item: '2.02' });
    expect(old.earnings).not.toBeNull();
  });

  test('names the trading symbols of its cover page in order', () => {
    const securities = table(
      ['Title of each class', 'Trading Symbol(s)', 'Name of each exchange on which registered'],
      ['Class A Common Stock', 'EXMA', 'Nasdaq'],
      ['Class B Common Stock', 'EXMP.B', 'NYSE'],
    );
    const text = release(lines('FORM 8-K'), securities, lines('Indicate by check mark whether the registrant is growing.', 'Item 8.01 Other Events'));
    expect(read({ items: ['Other Events'], documents: [{ type: '8-K', text }] }).symbols).toEqual(['EXMA', 'EXMP.B']);
  });

  test('filed by several registrants names them all, and its folder by the first', () => {
    const filers = [
      { cik: '0000092122', name: 'SOUTHERN CO' },
      { cik: '0000041091', name: 'GEORGIA POWER CO' },
    ];
    const several = read({ ...filing, filers });
    expect(several.filers).toEqual(filers);
    expect(several.url).toContain('/data/92122/');
  });
});

describe('what is not an 8-K or 6-K', () => {
  const submission = splitSubmission(submissionText({ documents: [{ type: '8-K', text: 'x' }] }));
  const refusal = (changed: Submission, accession = '0000320193-24-000005') => {
    const result = readFiling(changed, listingOf(accession));
    return result.ok ? null : result.reason;
  };

  test('is refused: another form, another filing, a page, a document cut short', () => {
    expect(refusal({ ...submission, header: { ...submission.header, form: '8-K12B' } })).toBe('not_collected');
    expect(refusal(submission, '0000320193-24-000006')).toBe('malformed');
    expect(refusal(splitSubmission(Buffer.from('<html><body>Request rate threshold exceeded</body></html>')))).toBe('unknown_format');
    expect(refusal({ ...submission, isTruncated: true })).toBe('malformed');
  });
});

const open = (path: string): Submission => {
  const bytes = readFileSync(path);
  return splitSubmission(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
};
const filesOf = (dir: string): string[] => readdirSync(dir).map((name) => join(dir, name));

describe('filings', () => {
  const dir8k = documentsDir('8k');
  const known = new Map<string, readonly string[]>(
    (JSON.parse(readFileSync(join(dir8k, 'manifest.json'), 'utf8')) as { file: string; items?: unknown }[]).flatMap(({ file, items }) =>
      Array.isArray(items) ? [[join(dir8k, file), items as string[]]] : [],
    ),
  );

  test('8-K: every submission is read, and its items are those of its header', () => {
    const wrong: string[] = [];
    for (const file of filesOf(documentsDir('8k/full'))) {
      const submission = open(file);
      const result = readFiling(submission, listingOf(submission.header.accession ?? ''));
      if (!result.ok) {
        wrong.push(`${file}: ${result.detail}`);
        continue;
      }
      const { items, filed_on } = RawFiling.parse(result.filing);
      const stated = (known.get(file) ?? []).filter((line) => line.trim() !== '').length;
      const isOld = (filed_on ?? '') < '2004-08-23';
      const areOfOneNumbering = items.every((item) => itemMeanings.some((meaning) => (isOld ? meaning.old : meaning.number) === item));
      if (!areOfOneNumbering || items.length === 0 || items.length < stated) wrong.push(`${file}: ${items.join(',')} for ${stated} lines`);
    }
    expect(wrong).toEqual([]);
  });

  test('8-K: every main document alone can be read, in words of its own', () => {
    const empty: string[] = [];
    for (const file of filesOf(documentsDir('8k/main'))) {
      const bare = open(file);
      const result = readFiling({ ...bare, kind: 'submission', header: { ...bare.header, form: '8-K' } }, listingOf('0000000001-20-000001'));
      if (!result.ok) empty.push(`${file}: ${result.detail}`);
      else if (RawFiling.parse(result.filing).primary_item !== null && result.filing.lead === '') empty.push(file);
    }
    expect(empty).toEqual([]);
  });

  test('6-K: every submission is read; each release has a headline, and each other one a reason', () => {
    const wrong: string[] = [];
    for (const file of filesOf(documentsDir('6k/full'))) {
      const submission = open(file);
      const result = readFiling(submission, listingOf(submission.header.accession ?? ''));
      if (!result.ok) {
        wrong.push(`${file}: ${result.detail}`);
        continue;
      }
      const filing = RawFiling.parse(result.filing);
      if (filing.form6k === null || filing.items.length > 0) wrong.push(file);
      if (filing.form6k === 'earnings' && (filing.headline === '' || filing.lead === '' || filing.earnings === null)) wrong.push(file);
      if (filing.form6k !== 'earnings' && filing.earnings !== null) wrong.push(file);
    }
    expect(wrong).toEqual([]);
  });
});

test('a release inside the main document is headed by its own headline, not by the cover or the signature', () => {
  const main = cover(
    'Item 2.02 Results of Operations and Financial Condition',
    'The earnings release is attached hereto as Exhibit 99.1 and incorporated herein by reference.',
    'SIGNATURES',
    'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf.',
  );
  const filing = read({
    items: ['Results of Operations and Financial Condition'],
    documents: [{ type: '8-K', filename: 'main.htm', text: main + earningsRelease }],
  });
  expect(filing.headline).toBe('Example Corp Reports First Quarter Results');
  expect(filing.earnings).toMatchObject({ kind: 'read', analysis: { headline: 'Example Corp Reports First Quarter Results' } });
});

test('a release that announces nothing today has the whole of its headline, over its lines', () => {
  const statement = release(
    lines(
      'Exhibit 99.1',
      'Example profits up over 30% delivering a fifth successive',
      'year of double digit growth',
      'London, 1st February 2024',
      'This statement provides a summary of the unaudited business and financial trends for the quarter ended December 31, 2023.',
      '(in millions)',
    ),
    table(['', group], ['', '2023', '2022'], ['Net sales', '119,575', '117,154'], ['Net income', '33,916', '29,998']),
  );
  const filing = read({
    items: ['Results of Operations and Financial Condition'],
    documents: [
      { type: '8-K', filename: 'main.htm', text: cover('Item 2.02 Results of Operations and Financial Condition') },
      { type: 'EX-99.1', filename: 'ex991.htm', text: statement },
    ],
  });
  expect(filing.headline).toBe('Example profits up over 30% delivering a fifth successive year of double digit growth');
});

test('a release in prose is read from its sentences, unless the next exhibit has the tables', () => {
  const letter = release(
    lines(
      'Example Corp Reports First Quarter Results',
      'CUPERTINO, Calif., February 1, 2024 — Example Corp today reported results for the quarter ended December 31, 2023.',
      'Revenue was $119.6 million, compared with $117.2 million in the same quarter of 2022. Net loss was $33.9 million.',
    ),
  );
  const [cover8k, exhibit] = [
    { type: '8-K', filename: 'main.htm', text: cover('Item 2.02 Results', 'A release is attached as Exhibit 99.1.') },
    { type: 'EX-99.1', filename: 'letter.htm', text: letter },
  ];
  const items = ['Results of Operations and Financial Condition'];
  const valuesOf = ({ earnings }: RawFiling) =>
    earnings?.kind === 'read'
      ? earnings.analysis.key_metrics.map(({ value, prior_year, numeric, scale }) => [value, prior_year, numeric, scale])
      : earnings;
  expect(valuesOf(read({ items, documents: [cover8k, exhibit] }))).toEqual([
    ['$119.6 million', '$117.2 million', 119.6, 'millions'],
    ['$33.9 million', null, -33.9, 'millions'],
  ]);
  const tables = { type: 'EX-99.2', filename: 'tables.htm', text: earningsRelease };
  expect(valuesOf(read({ items, documents: [cover8k, exhibit, tables] }))).toEqual([
    ['119,575', '117,154', 119_575, 'millions'],
    ['33,916', '29,998', 33_916, 'millions'],
  ]);
});

test('a release without a dateline has its whole headline', () => {
  const text = release(
    lines('FORM 6-K', 'Form 20-F X Form 40-F', 'Acme profits up over 30%, a fifth successive', 'year of growth', 'London, 4 February 2010'),
    lines(
      'This statement sums up the trends of the year to 31 December 2009, as the board of the company sees them.',
      'Profit before tax is up 32% and revenue is up 21%.',
    ),
    table(['', group], ['', '2023', '2022'], ['Revenue', '119', '117'], ['Profit before tax', '33', '29'], ['Net profit', '30', '28']),
  );
  const { headline, form6k } = read({ items: [], form: '6-K', documents: [{ type: '6-K', filename: 'main.htm', text }] });
  expect([form6k, headline]).toEqual(['earnings', 'Acme profits up over 30%, a fifth successive year of growth']);
});

test('a cover that gives figures under its item has no headline, and a footnote under them is none', () => {
  const held = 'On April 25, 2022, Example Corp held a call on its net income of $33.9 million and its revenue of $119.6 million, up 2%.';
  const text = cover(
    'Item 2.02 Results of Operations and Financial Condition',
    held,
    'Excludes the impact of noncontrolling interests',
    'Net income for the quarter ended December 31, 2023 was $33.9 million and revenue was $119.6 million, as the call told.',
  ).replace('</body>', `${table(['', group], ['', '2023', '2022'], ['Net sales', '119', '117'], ['Net income', '33', '29'])}</body>`);
  const { headline, lead } = read({
    items: ['Results of Operations and Financial Condition'],
    documents: [{ type: '8-K', filename: 'main.htm', text }],
  });
  expect(headline).toBe('');
  expect(lead).toContain(held);
});

test('a sentence that begins a line with "Pro forma" makes a release no pro forma statement', () => {
  const text = [
    'Example Corp Completes Acquisition of Another Corp',
    '',
    'CUPERTINO, Calif., Feb. 1 /PRNewswire/ -- Example Corp (Nasdaq: EXMP) today announced that it has acquired Another Corp.',
    '',
    'The company also gives figures of another kind, which leave out the cost of its merger.',
    'Pro forma net income of the quarter was $167,000, or $0.01 per share, after $201,000 in',
    'the year before.',
    '',
  ].join('\n');
  const { headline } = read({
    items: ['Other Events'],
    documents: [
      { type: '8-K', filename: 'main.htm', text: cover('Item 8.01 Other Events', 'A release is attached as Exhibit 99.1.') },
      { type: 'EX-99.1', filename: 'release.txt', text },
    ],
  });
  expect(headline).toBe('Example Corp Completes Acquisition of Another Corp');
});
