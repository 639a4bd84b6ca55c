import { describe, expect, test } from 'vitest';
import { contextOf, documentIdentity, replayable, rescore, sourceOf, type LoggedRecord } from '#ops/scripts/replay/rescore.ts';
import { decide } from '#pipeline/refine/decide.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { filing } from '#test/pipeline/refine/filing/fixtures.ts';
import { contextOf as refineContext, rawArticle } from '#test/pipeline/refine/fixtures.ts';
import { entry, form4, trade } from '#test/pipeline/refine/form4/fixtures.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';

const directory = createDirectory([entry('ACME', { rank: 3 }), { ...entry('NVDA'), name: 'NVIDIA CORP', cik: null }]);
const surroundings = {
  directory,
  settings: { blockedDomains: new Set<string>(), relevanceFloor: 1, majorTickers: { kind: 'all' as const }, surfacedItems },
};
const logged = (raw: RawMessage): LoggedRecord[] => decide(raw, refineContext({ ...surroundings })) as LoggedRecord[];
const again = (record: LoggedRecord, raw: RawMessage) => rescore(record, raw, 'document', contextOf(record, surroundings));

describe('a record whose document is kept', () => {
  const lead = 'Nvidia reported revenue of $35.1 billion, above estimates of $33.2 billion. Its shares rose 4% in late trading on Monday.';
  test.each([
    ['an article', rawArticle('Nvidia beats estimates as revenue doubles', { summary: lead }), 1],
    ['an article that was dropped', rawArticle('Local bakery opens second shop'), 1],
    ['a Form 4 of several events', form4({ transactions: [trade('P'), trade('S', { ownership_form: 'indirect' })] }), 2],
    ['a Form 4 without a trade', form4({ transactions: [trade('M')] }), 1],
    ['an 8-K', filing(), 1],
    ['an 8-K without an item that is surfaced', filing({ items: ['9.01'], primary_item: null, earnings: null }), 1],
  ] satisfies [string, RawMessage, number][])('stands as it stood: %s', (_, raw, count) => {
    const records = logged(raw);
    expect(records).toHaveLength(count);
    for (const record of records) {
      expect(replayable(record)).toBe(record);
      expect(documentIdentity(record)).toBe(raw.identity);
      expect(sourceOf(record, raw)).toEqual({ raw, basis: 'document' });
      const { before, after } = again(record, raw);
      expect(after).toEqual(before);
    }
  });

  test('shows what another directory makes of it', () => {
    const raw = rawArticle('Nvidia beats estimates as revenue doubles', { summary: lead });
    const [record] = logged(raw);
    const { after } = rescore(record!, raw, 'document', contextOf(record!, { ...surroundings, directory: createDirectory([]) }));
    expect(after).toEqual({ kind: 'drop', reason: 'no_verified_ticker' });
  });

  test('is scored from what its row keeps once the document is gone: headline and our own extract of the lead', () => {
    const raw = rawArticle('Nvidia beats estimates as revenue doubles', { summary: lead });
    const [record] = logged(raw) as [LoggedRecord & { type: 'row' }];
    const written = { ...record, item: { ...record.item, original: { ...record.item.original, summary: "A model's words." } }, extract: lead };
    expect(sourceOf(written, null)).toMatchObject({ basis: 'row', raw: { title: record.item.original.title, summary: lead, body: null } });
    const source = sourceOf(record, null);
    if (typeof source === 'string') throw new Error(source);
    const { before, after } = rescore(record, source.raw, source.basis, contextOf(record, surroundings));
    expect(after).toEqual(before);
  });
});

describe('what cannot be replayed says why', () => {
  const [row] = logged(filing()) as [LoggedRecord];
  const revision = { type: 'revision' } as FeedRecord;
  test.each([
    ['a copy', dropRecord('a', { reason: 'near_duplicate' }), 'near_duplicate'],
    ['a superseded form', dropRecord('a', { kind: 'form4', reason: 'superseded' }), 'amendment'],
    ['an amendment without a trade', dropRecord('a', { kind: 'form4', reason: 'amendment_without_trade' }), 'amendment'],
    ['a document that could not be read', dropRecord('a', { kind: 'refusal', reason: 'malformed' }), 'refused'],
    ['a correction', revision, 'amendment'],
    ['a trade of the past', { type: 'trade' } as FeedRecord, 'trade'],
    ['a lost record', { type: 'gap', v: 1 }, 'gap'],
  ] satisfies [string, FeedRecord, string][])('%s', (_, record, reason) => {
    expect(replayable(record)).toBe(reason);
  });

  test('what RAW no longer holds, or holds as something else', () => {
    expect(sourceOf(dropRecord('a'), null)).toBe('drop_not_kept');
    expect(sourceOf(row, null)).toBe('filing_not_kept');
    expect(sourceOf(rowRecord('a'), 'unreadable')).toBe('unreadable');
    expect(sourceOf(row, form4({ form: '4/A' }))).toBe('amendment');
  });
});
