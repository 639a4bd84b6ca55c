/** Real listings next to the made-up companies: they have their entries, and no made-up document is about them. */
import { describe, expect, test } from 'vitest';
import { articleAt } from '#ops/lab/upstream/generate/article.ts';
import { unlistedCompanies } from '#ops/lab/upstream/generate/companies.ts';
import { articlesOf } from '#ops/lab/upstream/generate/history.ts';
import { symbolsOn, generatedSymbols, symbolsByExchange } from '#ops/lab/upstream/generate/listings.ts';
import { realListings } from '#ops/lab/upstream/generate/real-listings.ts';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { companyKey } from '#pipeline/ingest/symbols/lists/security-name.ts';
import { mentionsIn, hasCryptoWord } from '#pipeline/refine/tickers/find/find.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';
import { ask } from '../client.ts';

const real = realListings();
const realTickers = new Set(real.map(({ ticker }) => ticker));
/** Every company that the made-up world lists on some day: its listings repeat within this many days. */
const madeUp = [...new Map(Array.from({ length: 410 }, (_, day) => symbolsOn(day).map((row) => [row.ticker, row] as const)).flat()).values()];

describe('the real listings', () => {
  test('stand in the list that the world serves, behind its own companies', async () => {
    const upstream = await startUpstream();
    try {
      const list = readTickerList((await ask(`${upstream.url}/files/company_tickers_exchange.json`)).body);
      if (!list.ok) throw new Error(list.detail);
      const names = new Map(list.entries.map(({ symbol, name }) => [symbol, name]));
      expect(names.get('AAPL')).toBe('Apple Inc.');
      expect(names.get('NVDA')).toBe('NVIDIA CORP');
      expect(names.get('BRK-B')).toBe('BERKSHIRE HATHAWAY INC');
      expect(list.entries[0]!.symbol).toBe(generatedSymbols[0]!.ticker);
    } finally {
      await upstream.stop();
    }
  });

  test('share no ticker, CIK or name with a made-up company', () => {
    const [ciks, names] = [new Set(real.map(({ cik }) => cik)), new Set(real.map(({ name }) => companyKey(name)))];
    expect(madeUp.length).toBeGreaterThan(600);
    expect(madeUp.filter(({ ticker }) => realTickers.has(ticker))).toEqual([]);
    expect([...madeUp, ...unlistedCompanies].filter(({ cik, name }) => ciks.has(cik) || names.has(companyKey(name)))).toEqual([]);
  });

  test('are named by no article of the made-up world, as the service reads it', () => {
    const list = readTickerList(Buffer.from(symbolsByExchange([...madeUp, ...real])));
    if (!list.ok) throw new Error(list.detail);
    const directory = createDirectory(list.entries);
    const now = [1, 11].flatMap((seed) => Array.from({ length: 1_000 }, (_, index) => articleAt(seed, index)));
    const past = articlesOf(1, { days: 7, endAt: Date.UTC(2026, 10, 26) }).map(({ article }) => article);
    const named = [...now, ...past].flatMap(({ title, lead }) =>
      (['title', 'lead'] as const).flatMap((place) => {
        const words = wordsOf(place === 'title' ? title : lead);
        return mentionsIn({ words, place }, directory, hasCryptoWord(words))
          .found()
          .map(({ entry, text }) => `${entry.symbol}: ${text}`);
      }),
    );
    expect(named.length).toBeGreaterThan(1_400);
    expect([...new Set(named)].filter((mention) => realTickers.has(mention.split(':')[0]!))).toEqual([]);
  });
});
