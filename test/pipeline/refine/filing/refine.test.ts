import { describe, expect, test } from 'vitest';
import { refineFiling, type FilingContext } from '#pipeline/refine/filing/refine.ts';
import { FeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawFiling } from '#schemas/raw.ts';
import { entry } from '../form4/fixtures.ts';
import { analysis, cik, context, directoryOf, filing, metric } from './fixtures.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';

function row(changes: Partial<RawFiling> = {}, more: Partial<FilingContext> = {}): FeedRow {
  const record = FeedRecord.parse(refineFiling(filing(changes), context(more)));
  if (record.type !== 'row') throw new Error(JSON.stringify(record));
  return record;
}
const dropped = (changes: Partial<RawFiling>, more: Partial<FilingContext> = {}) => {
  const record = refineFiling(filing(changes), context(more));
  return record?.type === 'drop' ? [record.reason, record.detail] : record;
};
const impactOf = (record: FeedRow) => record.item.enrichment.ai_trading_insights.ticker_analysis[0]!.impact_analysis;

describe('an 8-K', () => {
  test('is a row with its filing block, under its main item, at the time EDGAR accepted it', () => {
    const { item, uid, identity, kind, story_id } = row();
    expect({ uid, identity, kind, story_id }).toEqual({
      uid: uidOf('0001617553-25-000031'),
      identity: '0001617553-25-000031',
      kind: 'filing',
      story_id: uidOf('0001617553-25-000031'),
    });
    expect(item.original).toMatchObject({
      source: 'SEC EDGAR 8-K',
      source_type: 'sec_form8k',
      source_domain: 'sec.gov',
      time_published: '2025-04-22T20:05:00.000Z',
      created_at: '2025-04-22T20:10:02.000Z',
      title: 'Acme Reports First Quarter Results (ACME)',
    });
    expect(item.enrichment).toMatchObject({ category: 'earnings', tickers: ['ACME'], relevance_score: 9 });
    expect(item.filing).toEqual({
      items: ['2.02', '9.01'],
      primary_item: '2.02',
      accession_number: '0001617553-25-000031',
      filed_at: '2025-04-22T20:05:00.000Z',
      event_date: '2025-04-22',
      exhibit_url: 'https://www.sec.gov/Archives/edgar/data/1617553/000161755325000031/ex991.htm',
    });
    expect(item.insider).toBeNull();
  });

  test('is summed up in fixed sentences, its printed figures and at most three sentences of its own', () => {
    expect(row().item.original.summary).toBe(
      'Acme Corp (ACME) filed Form 8-K with the SEC on April 22, 2025: results of operations (item 2.02). Q1 FY2025: Revenue $1.2 billion, against $1 billion a year before (+20.0%); Diluted EPS $0.50, against -$0.10 a year before. Acme Corp (NYSE: ACME) today announced results for the first quarter. Revenue grew by a fifth as demand held up. Costs fell in every part of the business.',
    );
  });

  test.each([
    ['1.01', 'corporate_actions'],
    ['2.01', 'mergers_acquisitions'],
    ['2.02', 'earnings'],
    ['8.01', 'corporate_actions'],
  ] as const)('with main item %s is filed under %s', (item, category) => {
    expect(row({ items: [item], primary_item: item, earnings: null }).item.enrichment.category).toBe(category);
  });

  test('without a headline is titled by what its item means', () => {
    const { title } = row({ headline: '', lead: '', items: ['5.02'], primary_item: '5.02', earnings: null }).item.original;
    expect(title).toBe('Acme Corp (ACME) announces a change among directors or officers');
  });

  test('is titled by the item that its lead is about, which keeps its category and primary item', () => {
    const { item } = row({ headline: '', lead: 'Nothing here.', items: ['2.02', '4.02'], told_item: '4.02' });
    expect(item.original.title).toBe('Acme Corp (ACME) says that earlier statements can no longer be relied on');
    expect(item.enrichment.category).toBe('earnings');
    expect(item.filing?.primary_item).toBe('2.02');
    expect(item.original.summary).toContain('non-reliance on earlier statements (item 4.02)');
  });

  test('without a headline is titled by what its text tells, as is one whose headline is a line of the cover or a piece', () => {
    const lead =
      'On May 3, 2025, Jane Doe notified Acme Corp of her decision to retire as a director.\nNothing else happened at all in the whole quarter.';
    for (const headline of ['', 'Date of Report: May 3, 2025', 'And Example Announce Combination'])
      expect(row({ headline, lead, items: ['5.02'], primary_item: '5.02', earnings: null }).item.original.title).toBe(
        'Acme Corp (ACME): Jane Doe notified the company of her decision to retire as a director',
      );
  });

  test('whose headline does not name the company is titled with its name; capitals are written as words', () => {
    expect(row({ headline: 'FIRST QUARTER RESULTS OF THE YEAR' }).item.original.title).toBe('Acme Corp (ACME): First Quarter Results of the Year');
    expect(row({ headline: 'AcmeMobile Reports Results' }).item.original.title).toBe('AcmeMobile Reports Results (ACME)');
    // A part of another word is not the name.
    expect(row({ headline: 'Pacmegroup Names New Chief Financial Officer' }).item.original.title).toMatch(/^Acme Corp \(ACME\): /);
  });

  test('scores by item, and by what its release is about', () => {
    const scoreOf = (primary_item: '8.01' | '1.01' | '5.07', headline: string, form: '8-K' | '8-K/A' = '8-K') =>
      row({ form, items: [primary_item], primary_item, headline, earnings: null }).item.enrichment.relevance_score;
    expect(scoreOf('5.07', '')).toBe(4);
    expect(scoreOf('8.01', 'Acme Agrees to Acquire Example')).toBe(10);
    expect(scoreOf('8.01', 'Acme Agrees to Acquire Example', '8-K/A')).toBe(9);
    expect(scoreOf('1.01', 'Acme to Acquire Example for $22 Million')).toBe(7);
    expect(scoreOf('8.01', 'Acme Declares Quarterly Dividend')).toBe(5);
    expect(scoreOf('1.01', 'Acme Amends Credit Agreement')).toBe(5);
    expect(scoreOf('8.01', 'Acme to Present at an Investor Conference')).toBe(4);
  });

  test('of a deal names its registrants, then the other listed company', () => {
    const directory = directoryOf(entry('ACME'), entry('OAKT', { name: 'Oaktown Tools, Inc.', cik: '0000000009' }));
    const deal = {
      headline: 'Acme to Acquire Oaktown Tools for $450 Million, a Premium of 40%',
      items: ['1.01'],
      primary_item: '1.01' as const,
      earnings: null,
    };
    const { item, key_entities, filers } = row(deal, { directory });
    expect(filers).toEqual(['ACME']);
    expect(item.enrichment).toMatchObject({ tickers: ['ACME', 'OAKT'], relevance_score: 8 });
    expect(item.enrichment.ai_trading_insights.ticker_analysis[1]).toMatchObject({
      relevance_context: 'Named in the headline by name (“Oaktown Tools”): Oaktown Tools, Inc.',
      impact_analysis: { sentiment: 'positive' },
    });
    expect(key_entities.map(({ name }) => name)).toEqual(['Acme Corp']);
  });

  test('with an alarm item is about that under any headline, but a completed merger is not about the end of a listing', () => {
    const headline = 'Acme to Restate Financial Statements for 2024';
    const restated = row({ headline, items: ['4.02', '8.01'], primary_item: '8.01', earnings: null });
    expect(restated.item.enrichment.relevance_score).toBe(9);
    expect(impactOf(restated)).toMatchObject({ sentiment: 'negative', confidence: 'medium' });
    const merged = row({ headline: 'Acme Completes Merger', items: ['2.01', '3.01'], primary_item: '2.01', earnings: null });
    expect(impactOf(merged).sentiment).not.toBe('negative');
  });

  test('was filed on the day of its acceptance, also where EDGAR gives it the date of a day to come', () => {
    const { original } = row({ accepted_at: '2025-04-25T22:05:00.000Z', filed_on: '2025-04-28' }).item;
    expect(original).toMatchObject({ time_published: '2025-04-25T22:05:00.000Z', summary: expect.stringContaining(' on April 25, 2025:') });
  });

  test('names the filing that it amends', () => {
    const { item } = row({ form: '8-K/A', amends: { filed_on: '2025-03-03' } });
    expect(item.filing?.amends).toEqual({ filed_on: '2025-03-03' });
    expect(item.original.summary).toContain(' It amends the filing of March 3, 2025. ');
  });

  test('whose headline writes the name with an apostrophe is titled with it once', () => {
    const kohls = row({
      filers: [{ cik, name: 'KOHLS CORP' }],
      headline: 'Kohl’s Suspends Dividend',
      items: ['8.01'],
      primary_item: '8.01',
      earnings: null,
    });
    expect(kohls.item.original.title).toBe('Kohl’s Suspends Dividend (ACME)');
  });

  test('filed by several registrants names every listed one, the first first', () => {
    const directory = directoryOf(entry('PART', { cik: '0000000007' }), entry('ACME'));
    const filers = [
      { cik, name: 'ACME CORP' },
      { cik: '0000000008', name: 'UNLISTED SUB' },
      { cik: '0000000007', name: 'PART CORP' },
    ];
    const several = row({ filers }, { directory });
    expect(several.item.enrichment.tickers).toEqual(['ACME', 'PART']);
    expect(several.item.enrichment.ai_trading_insights.ticker_analysis).toHaveLength(2);
    expect(several.key_entities.map(({ name }) => name)).toEqual(['Acme Corp', 'Unlisted Sub', 'Part Corp']);
  });

  test('is about the share class that its cover names first, never a preferred share where there is a common one', () => {
    const directory = directoryOf(entry('ACMA'), entry('ACMB'), entry('ACMA-PB'));
    expect(row({ symbols: ['ACMB', 'ACMA'] }, { directory }).item.enrichment.tickers).toEqual(['ACMB']);
    expect(row({ symbols: ['ACMA-PB', 'ACMA'] }, { directory }).item.enrichment.tickers).toEqual(['ACMA']);
    expect(row({ symbols: [] }, { directory }).item.enrichment.tickers).toEqual(['ACMA']);
  });

  test('is dropped where no item is surfaced or no registrant is listed, with the reason', () => {
    expect(dropped({ items: ['4.01', '9.01'], primary_item: null })).toEqual(['no_surfaced_item', 'items 4.01, 9.01']);
    const only = (...items: FilingContext['settings']['surfacedItems']) => ({
      settings: { majorTickers: { kind: 'all' as const }, surfacedItems: items },
    });
    const both = { items: ['2.02', '7.01', '9.01'], primary_item: '2.02' as const };
    expect(row(both, only('7.01')).item.filing).toMatchObject({ primary_item: '7.01', items: both.items });
    expect(row({ items: ['12', '9'], primary_item: '2.02' }, only('7.01', '8.01')).item.filing?.primary_item).toBe('7.01');
    expect(dropped(both, only('5.02'))).toEqual(['no_surfaced_item', 'items 2.02, 7.01, 9.01']);
    expect(dropped({}, { directory: directoryOf() })).toEqual(['unlisted_issuer', 'ACME CORP, CIK 0001617553']);
  });

  test('that the log holds already is not a record; replayed from the past it says so', () => {
    expect(refineFiling(filing(), context({ claimUid: () => null }))).toBeNull();
    expect(row({ is_history: true }).is_history).toBe(true);
  });
});

describe('the earnings read', () => {
  test('is on rows of major tickers, under the ticker of the filing', () => {
    expect(row().earnings).toMatchObject({ ticker: 'ACME', company: 'Acme Corp', numbers_verified_from_document: true });
    expect(row()).not.toHaveProperty('earnings_refusal');
  });

  test('is left out of any other, with the reason', () => {
    const refusalOf = (majorTickers: FilingContext['settings']['majorTickers'], changes: Partial<RawFiling> = {}) => {
      const { earnings, earnings_refusal } = row(changes, { settings: { majorTickers, surfacedItems } });
      return earnings === undefined ? earnings_refusal : 'read';
    };
    expect(refusalOf({ kind: 'top', count: 4 })).toBe('read');
    expect(refusalOf({ kind: 'top', count: 3 })).toBe('not_major');
    expect(refusalOf({ kind: 'list', tickers: ['ACME'] })).toBe('read');
    expect(refusalOf({ kind: 'list', tickers: ['OTHER'] })).toBe('not_major');
    expect(refusalOf({ kind: 'all' }, { earnings: { kind: 'refused', reason: 'no_period' } })).toBe('no_period');
    expect(refusalOf({ kind: 'all' }, { earnings: null, items: ['8.01'], primary_item: '8.01' })).toBeUndefined();
  });

  test('decides the sentiment: figures and guidance, named in the reasoning', () => {
    const read = (changes: Parameters<typeof analysis>[0]) => impactOf(row({ earnings: { kind: 'read', analysis: analysis(changes) } }));
    const unstated = { revenue: null, gross_margin: null, operating_expenses: null, tax_rate: null, eps: null, other: [] };
    const guidance = (state: 'raised' | 'lowered') => ({ ...unstated, period: '', state, evidence: [{ start: 0, end: 1 }] });
    expect(read({})).toMatchObject({ sentiment: 'positive', confidence: 'medium' });
    expect(read({}).reasoning).toContain('Revenue was $1.2 billion, against $1 billion a year before (+20.0%)');
    expect(read({ guidance: guidance('raised') })).toMatchObject({ sentiment: 'positive', confidence: 'high' });
    expect(read({ guidance: guidance('lowered') })).toMatchObject({ sentiment: 'positive', confidence: 'low' });
    expect(read({ verdict: 'weak', guidance: guidance('lowered') })).toMatchObject({ sentiment: 'negative', confidence: 'high' });
    expect(read({ verdict: 'mixed' }).sentiment).toBe('neutral');
    expect(read({ verdict: 'mixed', verdict_reason: 'Revenue up 9.0% on the year, Diluted EPS down to a loss' }).sentiment).toBe('negative');
  });

  test('does not decide it beside statements that can no longer be relied on', () => {
    const restated = row({ headline: '', lead: 'Nothing here.', items: ['2.02', '4.02'], told_item: '4.02' });
    expect(restated.earnings?.verdict).toBe('strong');
    expect(impactOf(restated)).toMatchObject({ sentiment: 'negative', confidence: 'medium' });
  });

  test('is replaced by sentences with figures of results, where there is none', () => {
    const lead = 'On Monday Acme published its preliminary results. Revenue was $40 million, and the net loss was $2 million.';
    const { summary } = row({ headline: '', lead, earnings: { kind: 'refused', reason: 'no_figures' } }).item.original;
    expect(summary).toMatch(/\. Revenue was \$40 million, and the net loss was \$2 million\.$/);
    expect(summary).not.toContain('On Monday');
  });

  test('the summary holds the sentence that the title tells, wherever it stands', () => {
    const lead =
      'On May 3, 2026, the Board approved the 2027 Annual Incentive Plan for officers.\nOn May 4, 2026, Dana Oak, Chief Executive Officer, informed the Board of her decision to retire.';
    const { title, summary } = row({ headline: '', lead, items: ['5.02'], primary_item: '5.02', earnings: null }).item.original;
    expect(title).toContain('decision to retire');
    expect(summary).toContain('decision to retire');
  });

  test('gives no amount whose scale is not stated', () => {
    const unscaled = analysis({ key_metrics: [metric('Revenue', '1,200', { scale: null })] });
    expect(row({ earnings: { kind: 'read', analysis: unscaled } }).item.original.summary).not.toContain('1,200');
  });
});

describe('a 6-K', () => {
  const release: Partial<RawFiling> = { form: '6-K', source: 'sec_form6k', items: [], primary_item: null, form6k: 'earnings' };

  test('with an earnings release is a row under earnings, without a filing block', () => {
    const { item } = row(release);
    expect(item.original).toMatchObject({ source: 'SEC EDGAR 6-K', source_type: 'sec_form6k' });
    expect(item.enrichment).toMatchObject({ category: 'earnings', relevance_score: 9 });
    // The filing block is of 8-K rows; the address of a 6-K contains its accession number.
    expect(item.filing).toBeNull();
    expect(item.original.url).toContain('0001617553-25-000031');
  });

  test('of any other kind is dropped with its reason first', () => {
    expect(dropped({ ...release, form6k: 'call_notice', earnings: null })).toEqual([
      'not_earnings',
      'call_notice: Acme Reports First Quarter Results',
    ]);
  });
});
