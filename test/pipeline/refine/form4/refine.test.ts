import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { eventChangeOf } from '#pipeline/refine/form4/known-event.ts';
import { createKnownEvents } from '#pipeline/refine/form4/known-events.ts';
import { refineForm4 } from '#pipeline/refine/form4/refine.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { noMarketEffects } from '#schemas/item.ts';
import { FeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { documentsDir } from '#test/support/data.ts';
import { context, directoryOf, entry, form4, owner, trade } from './fixtures.ts';

const records = (changes: Partial<RawForm4> = {}, more: Parameters<typeof context>[0] = {}): FeedRecord[] =>
  refineForm4(form4(changes), context(more)).map((record) => FeedRecord.parse(record));
function row(changes: Partial<RawForm4> = {}, more: Parameters<typeof context>[0] = {}): FeedRow {
  const [record, ...others] = records(changes, more);
  if (record?.type !== 'row' || others.length > 0) throw new Error(JSON.stringify([record, ...others]));
  return record;
}
const drops = (changes: Partial<RawForm4>, more: Parameters<typeof context>[0] = {}) =>
  records(changes, more).map((record) => (record.type === 'drop' ? [record.reason, record.identity, record.detail] : record.type));

const purchase: Partial<RawForm4> = {
  owners: [owner({ name: 'CHAVARRIA CARLA C', title: 'CHIEF HR OFFICER' })],
  transactions: [trade('P', { shares: '3750', price: '26.48' }), trade('P', { shares: '1250.5', price: '26.40', transaction_date: '2025-03-17' })],
};

describe('rows', () => {
  test('an event is a whole row of the feed', () => {
    const identity = '0001617553-25-000024:P:direct';
    const uid = uidOf(identity);
    const [accepted_at, refined_at] = ['2025-03-18T20:14:44.000Z', '2025-03-19T00:15:02.000Z'];
    const roles = { is_officer: true, is_director: false, is_ten_percent_owner: false };
    /** Fields that the insider block and the trade have in common. */
    const common = {
      side: 'buy',
      transaction_code: 'P',
      shares: '5000.5',
      avg_price_usd: '26.46',
      total_value_usd: '132313.20',
      value_basis: 'stated',
      is_10b5_1: false,
      is_10b5_1_basis: 'checkbox',
      transaction_context: 'open_market',
      late_filing: false,
      filed_at: refined_at,
      accepted_at,
      accession_number: '0001617553-25-000024',
    } as const;
    expect(row(purchase)).toEqual({
      type: 'row',
      v: 1,
      uid,
      identity,
      source: 'sec_form4',
      kind: 'form4',
      instants: {
        published_at: accepted_at,
        seen_at: '2025-03-19T00:15:00.000Z',
        fetched_at: '2025-03-19T00:15:01.000Z',
        refined_at,
      },
      story_id: uid,
      key_entities: [
        { name: 'Acme Corp', type: 'company', description: 'Issuer, CIK 0001617553, ticker ACME' },
        { name: 'Chavarria Carla C', type: 'person', description: 'Reporting owner, CIK 0001859449, Chief HR Officer' },
      ],
      item: {
        original: {
          uid,
          title: 'Acme Corp (ACME): Chavarria Carla C, Chief HR Officer, bought 5,000.5 shares for $132,313',
          summary:
            'Chavarria Carla C, Chief HR Officer of Acme Corp (ACME), bought 5,000.5 directly held shares (Common Stock) between March 14, 2025 and March 17, 2025 in 2 trades at an average price of $26.46, for a total of $132,313.20. The purchase was not reported as made under a Rule 10b5-1 plan.',
          time_published: accepted_at,
          source: 'SEC Form 4',
          source_domain: 'sec.gov',
          url: 'https://www.sec.gov/Archives/edgar/data/1617553/000161755325000024/0001617553-25-000024-index.htm',
          authors: [],
          created_at: refined_at,
          updated_at: refined_at,
          source_type: 'sec_form4',
          ownership_form: 'direct',
          banner_image: null,
          topics: [
            { topic: 'insider trading', relevance: 1 },
            { topic: 'insider buying', relevance: 1 },
          ],
          tickers_sentiment: [{ ticker: 'ACME', relevance_score: '1.0', ticker_sentiment_label: 'Bullish' }],
        },
        enrichment: {
          relevance_score: 6,
          category: 'insider',
          tickers: ['ACME'],
          ai_trading_insights: {
            ticker_analysis: [
              {
                ticker: 'ACME',
                relevance_context: 'Issuer of the shares in the filing (CIK 0001617553).',
                impact_analysis: {
                  sentiment: 'positive',
                  confidence: 'medium',
                  reasoning:
                    'Open-market purchase of 5,000.5 shares ($132,313.20 at $26.46 a share). An insider bought the shares at the market price, which suggests that the insider expects them to rise. Read as positive with medium confidence.',
                  summary: 'Insider purchase of 5,000.5 shares of ACME worth $132,313 (Chief HR Officer).',
                  price_impact_prediction: 'Possibly higher for ACME: a small move over the coming weeks.',
                },
              },
            ],
            news_trading_value: {
              actionability_score: 'medium',
              information_novelty: 9,
              timing_relevance: expect.any(String) as string,
              market_sentiment_alignment: '',
              estimated_read_time: '1 min',
            },
            ...noMarketEffects,
          },
          news_context_enhancement: null,
        },
        insider: {
          ...common,
          ...roles,
          is_joint_duplicate: false,
          insider_name: 'Chavarria Carla C',
          insider_title: 'Chief HR Officer',
          transaction_date: '2025-03-17',
          tranche_count: 2,
        },
        filing: null,
        score_version: 'form4-7',
        search_match: null,
        story_id: null,
        sources_count: null,
        sources: null,
      },
      trade: {
        ...common,
        issuer_cik: '0001617553',
        issuer_name: 'Acme Corp',
        ticker: 'ACME',
        form: '4',
        owners: [{ cik: '0001859449', name: 'Chavarria Carla C', title: 'Chief HR Officer', ...roles }],
        ownership_form: 'direct',
        security_title: 'Common Stock',
        first_date: '2025-03-14',
        last_date: '2025-03-17',
        shares_after: null,
        stake_change_pct: null,
        tranches: [
          { transaction_date: '2025-03-14', shares: '3750', price_usd: '26.48' },
          { transaction_date: '2025-03-17', shares: '1250.5', price_usd: '26.40' },
        ],
        label: null,
      },
    } satisfies FeedRow);
  });

  test('a filing with several events makes a row of each, and the same filing always the same rows', () => {
    const changes = { transactions: [trade('P'), trade('S'), trade('S', { ownership_form: 'indirect' })] };
    expect(records(changes).map((record) => record.type === 'row' && record.identity)).toEqual(
      ['P:direct', 'S:direct', 'S:indirect'].map((event) => `0001617553-25-000024:${event}`),
    );
    expect(records(changes)).toEqual(records(changes));
  });

  test('what the log already holds is left out, and is not a drop', () => {
    const changes = { transactions: [trade('P'), trade('S')] };
    const claimUid = (identity: string): string | null => (identity.endsWith('P:direct') ? null : uidOf(identity));
    expect(records(changes, { claimUid }).map((record) => record.type === 'row' && record.identity)).toEqual(['0001617553-25-000024:S:direct']);
    expect(records(changes, { claimUid: () => null })).toEqual([]);
    expect(records({ transactions: [] }, { claimUid: () => null })).toEqual([]);
  });

  test('the time published is acceptance, else the day of filing, else when it was here', () => {
    expect(row({ accepted_at: null }).item.original.time_published).toBe('2025-03-18T04:00:00.000Z');
    expect(row({ accepted_at: null }).instants.published_at).toBeNull();
    expect(row({ accepted_at: null, filed_on: null }).item.original.time_published).toBe('2025-03-19T00:15:01.000Z');
  });

  test('the first owner is shown, the others are named', () => {
    const owners = [
      owner({ name: 'BEACH POINT CAPITAL LP', is_officer: false, title: '', is_ten_percent_owner: true, cik: '0000000005' }),
      owner({ name: 'Doe John' }),
      owner({ name: 'ACME TRUST INC.' }),
    ];
    const joint = row({ owners });
    expect(joint.item.original.summary).toContain(' The form was filed jointly with Doe John and Acme Trust Inc.');
    expect(joint.item.original.summary).not.toContain('Inc..');
    expect(joint.item.original.title).toBe('Acme Corp (ACME): Beach Point Capital LP, 10% owner, bought 1,000 shares for $10,000');
    expect(joint.item.insider).toMatchObject({ insider_name: 'Beach Point Capital LP', insider_title: '', is_ten_percent_owner: true });
    expect(joint.key_entities.map(({ type }) => type)).toEqual(['company', 'organization', 'person', 'organization']);
  });

  test('sentences fit what was done', () => {
    const late = row({ accepted_at: '2025-04-01T15:00:00.000Z', aff10b5_one: true, transactions: [trade('S', { shares: '1', price: '12.345' })] });
    expect(late.item.original.title).toBe('Acme Corp (ACME): Doe Jane Q, Chief Executive Officer, sold 1 share for $12.35 under a 10b5-1 plan');
    expect(late.item.original.summary).toBe(
      'Doe Jane Q, Chief Executive Officer of Acme Corp (ACME), sold 1 directly held share (Common Stock) on March 14, 2025 at a price of $12.345, for a total of $12.35. The sale was made under a Rule 10b5-1 trading plan. The filing was accepted on April 1, 2025, after the two-business-day deadline.',
    );
    const returned = row({
      owners: [owner({ title: '', is_officer: false })],
      aff10b5_one: null,
      transactions: [trade('D', { price: '0', ownership_form: 'indirect', security_title: 'Class A Common Stock, par value $0.0001 per share' })],
    });
    expect(returned.item.original.title).toBe('Acme Corp (ACME): Doe Jane Q disposed of 1,000 shares to the issuer');
    expect(returned.item.original.summary).toBe(
      'Doe Jane Q, an insider of Acme Corp (ACME), disposed of 1,000 indirectly held shares (Class A Common Stock) to the issuer on March 14, 2025 at a stated price of zero. The form does not say whether a Rule 10b5-1 plan applied.',
    );
    const unpriced = row({ transactions: [trade('P', { price: null }), trade('P', { shares: '500' })] });
    expect(unpriced.item.original.summary).toContain('in 2 trades at an average price of $10.00, for a total of $5,000.00 (priced: 500 shares).');
    const notes = row({ transactions: [trade('P', { security_title: '6.100% Notes due 2032', shares: '500000', price: '0.985' })] }).item;
    expect(notes.original.title).toBe(
      'Acme Corp (ACME): Doe Jane Q, Chief Executive Officer, bought 500,000 of the 6.100% Notes due 2032 for $492,500',
    );
    expect(notes.original.summary).toContain('bought 500,000 of the 6.100% Notes due 2032, directly held, on March 14, 2025 at a price of $0.985,');
    const swap = row({ transactions: [trade('P', { equity_swap: true })] }).item;
    expect(swap.original.title).toMatch(/for \$10,000 through an equity swap$/);
    expect(swap.insider).toMatchObject({ transaction_context: 'private_purchase', value_basis: 'stated' });
    const mistyped = row({ transactions: [trade('P', { price: '2250000' })] }).item;
    expect(mistyped.original.title).toMatch(/bought 1,000 shares$/);
    expect(mistyped.original.summary).toContain('; the filed price cannot be the price of one share and is left out.');
    expect(mistyped.insider).toMatchObject({ avg_price_usd: null, total_value_usd: null, value_basis: 'implausible' });
    expect(row({ transactions: [trade('P', { price: null })] }).item.original.summary).toContain(
      'on March 14, 2025; the price field has no price in dollars.',
    );
  });

  test("a total in the price field is recognised by the prices of the issuer's other filings of the month", () => {
    const knownEvents = createKnownEvents();
    const first = records({}, { knownEvents })[0]!;
    knownEvents.apply(eventChangeOf(first)!);
    const later = (transaction_date: string) =>
      row(
        {
          accession: '0001617553-25-000025',
          identity: '0001617553-25-000025',
          transactions: [trade('S', { transaction_date, shares: '300', price: '3000' })],
        },
        { knownEvents },
      );
    expect(later('2025-03-17')).toMatchObject({
      item: { insider: { total_value_usd: null, value_basis: 'implausible' } },
      trade: { total_value_usd: null, tranches: [{ price_usd: null }] },
    });
    expect(later('2025-01-17').item.insider).toMatchObject({ total_value_usd: '900000.00', value_basis: 'stated' });
  });

  test('a name that the form shouts is written as the directory has it', () => {
    const directory = directoryOf(entry('ACME', { name: 'AcmeSoft, Inc.' }));
    expect(row({}, { directory }).item.original.title).toContain('AcmeSoft, Inc. (ACME)');
    expect(row({ issuer: { ...form4().issuer, name: 'Acme of Utah' } }, { directory }).item.original.title).toContain('Acme of Utah (ACME)');
  });
});

describe('drops', () => {
  const accession = '0001617553-25-000024';
  test.each<[string, Partial<RawForm4>, string, string]>([
    ['a form without an open-market trade', { transactions: [trade('A'), trade('M'), trade('A')] }, 'no_open_market_trade', 'codes A, M'],
    ['a form without transactions', { transactions: [] }, 'no_open_market_trade', 'no transactions'],
    [
      'an issuer without a symbol',
      { issuer: { cik: '0000000077', name: 'Private Fund', symbol: 'NONE' } },
      'unlisted_issuer',
      'Private Fund, CIK 0000000077, symbol NONE',
    ],
  ])('%s is one drop with its reason', (_, changes, reason, detail) => {
    expect(drops(changes)).toEqual([[reason, accession, detail]]);
  });
});

describe('filings', () => {
  const [folder, symbols] = [documentsDir('form4'), documentsDir('symbols')];
  test('a trade that cannot be is dropped beside one that is right, under its own name', () => {
    const transactions = [
      trade('S'),
      trade('P', { ownership_form: 'indirect', transaction_date: '2205-06-14' }),
      trade('P', { ownership_form: 'indirect' }),
    ];
    const made = records({ transactions });
    expect(made.map((record) => [record.type, 'identity' in record && record.identity])).toEqual([
      ['row', '0001617553-25-000024:S:direct'],
      ['drop', '0001617553-25-000024:P:indirect'],
    ]);
    expect(made[1]).toMatchObject({ reason: 'invalid_filing', detail: 'P: traded on 2205-06-14, filed on 2025-03-18' });
  });

  test('every one becomes valid rows or one drop, in the same words each time', () => {
    const list = readTickerList(gunzipSync(readFileSync(`${symbols}/company_tickers_exchange.2025-09.json.gz`)));
    if (!list.ok) throw new Error(list.detail);
    const directory = createDirectory(list.entries);
    const counts: Record<string, number> = {};
    for (const file of (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /\.(?:txt|xml|nc)$/.test(name))) {
      const accession = /\d{10}-\d\d-\d{6}/.exec(file)?.[0] ?? '0000000000-00-000000';
      const raw = readForm4(splitSubmission(readFileSync(`${folder}/${file}`)), {
        accession,
        seenAt: '2026-06-01T00:00:00.000Z',
        fetchedAt: '2026-06-01T00:00:00.000Z',
        acceptedAt: null,
        filedOn: null,
      });
      if (!raw.ok) continue;
      const made = refineForm4(raw.filing, context({ directory })).map((record) => FeedRecord.parse(record));
      expect(made.length).toBeGreaterThan(0);
      expect(made.length === 1 || made.every(({ type }) => type === 'row')).toBe(true);
      for (const record of made) {
        const kind = record.type === 'drop' ? record.reason : record.type;
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (record.type !== 'row') continue;
        const { title, summary } = record.item.original;
        expect(`${title} ${summary}`).not.toMatch(/undefined|null|NaN|  |\.\.|,,| ,/);
        const isTiny = Number(record.trade?.total_value_usd ?? 0) > 0 && Number(record.trade?.total_value_usd) < 5_000;
        expect(record.item.enrichment.relevance_score < 4).toBe(isTiny);
      }
    }
    expect(counts).toMatchObject({ row: expect.any(Number), no_open_market_trade: expect.any(Number), unlisted_issuer: expect.any(Number) });
    expect(counts.invalid_filing).toBeUndefined();
  });
});
