/** An API for the tests of both clients, whose feed has an answer to every operation, and sample parameters for each. */
import { coverage } from '#api/coverage.ts';
import type { Api } from '#api/main.ts';
import { storeCoverage } from '#clickhouse/coverage.ts';
import { CoverageReport } from '#schemas/coverage.ts';
import { uidOf } from '#schemas/identity.ts';
import { packText } from '#schemas/source-text.ts';
import { call, startApiOn, startGround, type Ground } from '#test/support/api.ts';
import { rowRecord, withOriginal } from '#test/support/records.ts';
import { storeSampleSnapshots } from '#test/support/radar-sample.ts';
import { earningsAnalysis, earningsRow, insiderTrade, ownerOf, tradeRow } from '#test/support/trades.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import { mixedFeed } from '../feed/records.ts';

const now = Date.now();
const dayAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString();

/** Sales, and a cluster of purchases by three insiders. */
const trades = Array.from({ length: 9 }, (_, index) => {
  const date = dayAgo(9 - index).slice(0, 10);
  return insiderTrade({
    accession_number: `0001234567-26-${String(900 + index).padStart(6, '0')}`,
    transaction_code: index < 6 ? 'P' : 'S',
    owners: [ownerOf({ cik: `000100000${index % 3}`, name: `Owner ${index % 3}` })],
    last_date: date,
    shares: `${100 + index}.125`,
    tranches: [{ transaction_date: date, shares: `${100 + index}.125`, price_usd: '10' }],
    accepted_at: `${date}T22:11:03.120Z`,
    filed_at: `${date}T22:16:03.120Z`,
  });
});
const records = mixedFeed(now, 60, 3_600_000);
const withRead = {
  ...earningsRow('8-K with a read', earningsAnalysis(), { publishedAt: dayAgo(1) }),
  source_text: packText('Revenue of $1,040 million')!,
};

/** Stories of the day before, with two publishers each. */
const stories = Array.from({ length: 8 }, (_, index) => {
  const storyId = uidOf(`story ${index} at a.example`);
  return ['a.example', 'b.example', 'c.example'].map((domain, at) => {
    const publishedAt = dayAgo(1 + index / 100 - at / 1_000);
    const row = rowRecord(`story ${index} at ${domain}`, { publishedAt, storyId, tickers: ['ACME'], relevance: 7 });
    const summary = `Acme agreed to buy plant ${index} for $${index + 2}.1 billion in cash.`;
    return withOriginal(row, { summary, source: domain, source_domain: domain });
  });
});

export interface ClientGround {
  readonly ground: Ground;
  readonly api: Api;
  readonly key: string;
  /** The uid of a row that has a read and a source text. */
  readonly uid: string;
  readonly stop: () => Promise<void>;
}

/** Values of the required parameters, by name. Add here what a new operation requires. */
export const sampleOf = (uid: string): Readonly<Record<string, unknown>> => ({
  uid,
  ticker: 'ACME',
  tickers: ['ACME'],
  q: 'title',
  slug: 'technology',
  story_id: stories[0]![0]!.uid,
});

export async function startClientGround(env: Readonly<Record<string, string>> = {}): Promise<ClientGround> {
  const ground = await startGround();
  await ground.putSymbols([symbolEntry('ACME', { cik: '0000320193', sector: 'Technology' }), symbolEntry('QUIET')]);
  await ground.append([...records, ...trades.map((trade) => tradeRow(trade)), ...stories.flat(), withRead]);
  await storeCoverage(ground.store, CoverageReport.parse(coverage.output.example));
  await storeSampleSnapshots(ground.store);
  const { key } = await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 });
  const api = await startApiOn(ground, env);
  await until('the key and the symbols', async () => (await call(`${api.url}/api/symbols/ACME/`, { key })).status === 200);
  return {
    ground,
    api,
    key,
    uid: withRead.uid,
    stop: async () => {
      await api.stop();
      await ground.stop();
    },
  };
}
