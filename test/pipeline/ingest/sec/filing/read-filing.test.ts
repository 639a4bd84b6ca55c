import { describe, expect, test } from 'vitest';
import { splitSubmission, type Submission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readFiling } from '#pipeline/ingest/sec/filing/read-filing.ts';
import { lines, release, table } from '#test/support/release.ts';
import { submissionText, type SyntheticFiling } from '#test/support/submission.ts';
import { earningsRelease, exhibit, listingOf, main8k, pointer, read, results } from './filing-ground.ts';

test('an earnings release without a headline belongs to the company that the cover names, where no header does', () => {
  const words = lines(
    'Example reported revenue of $12.5 million for the third quarter of 2025, compared to $10.1 million in the third quarter of 2024.',
    'Net income was $1.2 million, or $0.05 per diluted share, compared to net income of $0.9 million, or $0.04 per diluted share, in the third quarter of 2024.',
    'Acme reported revenue of $3.1 million.',
  );
  const main = main8k('EXAMPLE CORP', '(Exact name of registrant as specified in its charter)', `Item 2.02 ${results}`, pointer);
  const whole = splitSubmission(submissionText({ items: [results], documents: [main, exhibit(release(words))] }));
  const result = readFiling({ ...whole, header: { ...whole.header, filers: [] } }, listingOf('0000320193-24-000005'));
  const earnings = result.ok ? result.filing.earnings : null;
  expect(earnings?.kind === 'read' && earnings.analysis).toMatchObject({ company: 'EXAMPLE CORP', headline: '' });
  expect(earnings?.kind === 'read' && earnings.analysis.key_metrics.map(({ value }) => value)).toContain('$12.5 million');
});

test('when the company will report is read from any of its documents', () => {
  const said = 'The Company will report its first quarter results after the market closes on Thursday, January 30, 2031.';
  const filing: SyntheticFiling = {
    items: ['Other Events'],
    documents: [
      main8k('Item 8.01 Other Events', pointer),
      exhibit(release(lines('Example Corp Sets Date', `${said} A conference call follows on January 31, 2031.`))),
    ],
  };
  expect(read({ ...filing, filedOn: '2031-01-02' }).report_time).toEqual({ date: '2031-01-30', session: 'after_close', text: said });
  expect(read({ ...filing, filedOn: '2031-01-30' })).not.toHaveProperty('report_time');
});

describe('an 8-K', () => {
  const filing: SyntheticFiling = {
    items: [results, 'Financial Statements and Exhibits'],
    documents: [main8k('Item 2.02 Results of Operations', pointer), exhibit(earningsRelease, 'EX-99.1', 'a ex991.htm')],
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
    const main = main8k('Explanatory note', 'This amendment amends the report filed on January 30, 2024.', 'Item 2.02 Results of Operations');
    const amended = { ...filing, form: '8-K/A', documents: [{ ...main, type: '8-K/A' }, filing.documents[1]!] };
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
    const main = main8k('Item 2.02 Results', pointer, 'Item 4.02 Non-Reliance', body);
    const items = [...filing.items!, 'Non-Reliance on Previously Issued Financial Statements'];
    expect(read({ ...filing, items, documents: [main, filing.documents[1]!] })).toMatchObject({
      primary_item: '2.02',
      told_item: '4.02',
      headline: '',
      lead: body,
      earnings: { kind: 'read', analysis: { headline: 'Example Corp Reports First Quarter Results' } },
    });
    const restated = exhibit(earningsRelease.replace('Reports First Quarter Results', 'Restates Results of 2022'));
    expect(read({ ...filing, items, documents: [main, restated] }).headline).toBe('Example Corp Restates Results of 2022');
  });

  test('with results but no release that can be read says why there is no read', () => {
    const { earnings } = read({ ...filing, documents: filing.documents.slice(0, 1) });
    expect(earnings).toEqual({ kind: 'refused', reason: 'no_statement' });
  });

  test('without a release speaks with the words under its items, without cover, pointers and signatures', () => {
    const { lead, headline, document } = read({
      items: ['Departure of Directors or Certain Officers'],
      documents: [
        main8k(
          'Item 5.02 Departure of Directors or Certain Officers.',
          '(b) On January 30, 2024, John Roe, Chief Financial Officer, told the company that he will retire in June. A copy of his letter is attached hereto as Exhibit 99.9.',
          'SIGNATURES',
          'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed.',
        ),
      ],
    });
    expect(headline).toBe('');
    expect(lead).toBe('On January 30, 2024, John Roe, Chief Financial Officer, told the company that he will retire in June.');
    expect(document).toMatchObject({ is_exhibit: false });
  });

  test('of before August 2004 keeps its own numbers and is about the item that they became', () => {
    const old = read({ items: ['Other events', results], filedOn: '2004-07-14', documents: filing.documents });
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

describe('a document that is no 8-K or 6-K', () => {
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
