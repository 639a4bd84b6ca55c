import { describe, expect, test } from 'vitest';
import type { FiledDocument } from '#pipeline/ingest/sec/documents/documents.ts';
import { exhibits99, releaseCandidates } from '#pipeline/ingest/sec/filing/exhibit.ts';
import { classify6k } from '#pipeline/ingest/sec/filing/form6k.ts';
import { lines, release, table } from '#test/support/release.ts';

const document = (type: string, source: string | null, sequence = 2): FiledDocument => ({
  type,
  sequence,
  filename: '',
  source,
  skipped: source === null ? 'not_text' : null,
});
const cover = document(
  '6-K',
  release(
    lines(
      'FORM 6-K',
      'Report of Foreign Private Issuer',
      'Indicate by check mark whether the registrant files annual reports under cover of Form 20-F or Form 40-F.',
      'Yes No X',
    ),
  ),
  1,
);
const padding = 'The company makes and sells things in many countries and has done so for a long time. '.repeat(4);

test('the exhibit is the first EX-99 by number, whatever its spelling', () => {
  const documents = [
    cover,
    document('EX-99.2', 'b'),
    document('EX-99.01', 'a'),
    document('EX-99.10', 'c'),
    document('EX-99.1', null),
    document('EX-10.1', 'x'),
  ];
  expect(exhibits99(documents).map(({ type }) => type)).toEqual(['EX-99.01', 'EX-99.2', 'EX-99.10']);
  expect(releaseCandidates(documents).map(({ type }) => type)).toEqual(['EX-99.01', 'EX-99.2', 'EX-99.10', '6-K']);
});

describe('a 6-K', () => {
  const group = { text: 'Three Months Ended June 30,', span: 2 };
  const results = release(
    lines('Example Ltd Reports Second Quarter 2010 Results', padding, '(in thousands)'),
    table(['', group], ['', '2010', '2009'], ['Revenues', '100', '90'], ['Net income', '10', '9']),
  );

  test('of several releases has them all, likeliest first', () => {
    const found = classify6k([cover, document('EX-99.2', results), document('EX-99.1', results)]);
    expect(found.kind === 'earnings' && [...found.releases].map((one) => one.document.type)).toEqual(['EX-99.1', 'EX-99.2']);
  });

  test.each([
    ['call_notice', 'Example Ltd to Announce Second Quarter 2010 Results on August 3 and to Host a Conference Call'],
    ['meeting', 'Example Ltd Announces Results of Annual General Meeting'],
    ['reporting_format', 'Example Ltd to Enhance Disclosure With New Reporting Format'],
    ['trading_update', 'Example Ltd Trading Update for the Third Quarter'],
    ['dividend', 'Example Ltd Declares Quarterly Dividend'],
    ['appointment', 'Example Ltd Names New Head of Sales'],
  ])('that only looks like one is left out with its reason: %s', (reason, words) => {
    expect(classify6k([cover, document('EX-99.1', release(lines(words, padding)))])).toEqual({ kind: 'other', reason });
  });

  const agm = 'Example Ltd Announces Results of Annual General Meeting';
  test.each([
    ['meeting', agm, 'The meeting approved accounts with revenue of $80.1 million and net income of $5.2 million.'],
    ['dividend', 'Example Ltd Annual Report 2025', 'Net income was $5.2 million. The board proposes a $0.10 per share dividend.'],
  ])('that tells amounts beside its news is left out as %s: %s', (reason, title, words) => {
    expect(classify6k([cover, document('EX-99.1', release(lines(title, words, padding)))])).toEqual({ kind: 'other', reason });
  });

  test('with results in sentences is one, also where a meeting decides on the dividend', () => {
    const words = 'Revenue was $80.1 million and net income was $5.2 million, or $0.51 per share. The annual general meeting is on May 4.';
    expect(classify6k([cover, document('EX-99.1', release(lines('Example Ltd Annual Results. '.repeat(8), words, padding)))]).kind).toBe('earnings');
  });

  test('without words is left out as such', () => {
    expect(classify6k([document('6-K', '<html></html>', 1)])).toEqual({ kind: 'other', reason: 'no_text' });
  });
});
