/** Checks that a symbol means the same at every endpoint of a running API, in every spelling. */
import { describe, expect, test } from 'vitest';
import { changeWatchlist } from '#ops/accounts/accounts.ts';
import { insiderTrade, ownerOf, tradeRow } from '#test/support/trades.ts';
import { call } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { family, spellings } from '#test/support/symbol-spellings.ts';
import { hoursAgo, sharedToolGround } from '#test/support/tool-ground.ts';
import { until } from '#test/support/until.ts';
import { walkPages } from '../walk-pages.ts';

interface Named {
  readonly original: { readonly uid: string };
  readonly ticker: string;
  readonly symbol: string;
  readonly matched_tickers: readonly string[];
  readonly enrichment: { readonly tickers: readonly string[] };
}
interface Page {
  readonly results: readonly Named[];
  readonly symbol_note: string | null;
  readonly next_cursor: string | null;
}

const owners = ['BRK.B', 'NVDA', 'BTC-USD', 'BRMW-A', 'BRMW-B'];
const companyOf = (symbol: string): readonly string[] => (symbol === 'BRMW-A' ? ['BRMW-A', 'BRMW-B'] : [symbol]);
const rows = owners.map((ticker, at) =>
  rowRecord(`door ${ticker}`, { publishedAt: hoursAgo(1 + at / 10), tickers: [ticker], category: 'macro_economy' }),
);
const both = rowRecord('door of two', { publishedAt: hoursAgo(0.5), tickers: ['NVDA', 'BTC-USD'], category: 'macro_economy' });
const day = hoursAgo(100).slice(0, 10);
const filings = owners.flatMap((ticker, at) =>
  [1, 2, 3].map((owner) => {
    const trade = insiderTrade({ ticker, issuer_cik: String(9_100 + at).padStart(10, '0'), transaction_code: 'P', last_date: day, owners: [ownerOf({ cik: String(1_000_000 + owner).padStart(10, '0'), name: `Owner ${owner}` })], accession_number: `0000009100-26-00${at}00${owner}` }); // prettier-ignore
    return tradeRow(trade, { publishedAt: hoursAgo(50), refinedAt: hoursAgo(50) });
  }),
);

const tooling = await sharedToolGround(owners.filter((ticker) => ticker !== 'NVDA'));
await tooling.ground.putSymbols(family);
await tooling.ground.append([...rows, both, ...filings]);
const client = await tooling.client(tooling.accounts.pro.key);
const get = async <T = Page>(path: string) => {
  const { status, body } = await call<T>(`${tooling.api.url}${path}`, { key: tooling.accounts.pro.key });
  return { status, body };
};
const tickersOf = ({ results }: Page): string[] => [...new Set(results.flatMap(({ enrichment }) => enrichment.tickers))].sort();
const word = encodeURIComponent;

await until('the rows', async () => (await get('/api/news/macro/?page_size=50')).body.results.length > rows.length);
await until(
  'the rows in the store',
  async () => (await get('/api/news/search/?q=door&category=macro_economy&page_size=50')).body.results.length > rows.length,
);
await until('the symbols', async () => (await get('/api/symbols/BRMW-B/')).status === 200);

const feedDoor = (path: string, parameter: string) => async (text: string) =>
  tickersOf((await get(`${path}${path.includes('?') ? '&' : '?'}page_size=50&${parameter}=${word(text)}`)).body);
const symbolDoor = (rest: string) => async (text: string) => {
  const { body } = await get<{ symbol?: string; ticker?: string }>(`/api/symbols/${word(text)}/${rest}`);
  return [body.symbol ?? body.ticker];
};
const toolDoor =
  (name: string, argument: string, others: object = {}) =>
  async (text: string) => {
    const { structuredContent } = await client.callTool({ name, arguments: { ...others, [argument]: text } });
    const { results } = structuredContent as { results: readonly { tickers?: { ticker: string }[]; symbol?: string }[] };
    return [...new Set(results.flatMap(({ tickers, symbol }) => tickers?.map(({ ticker }) => ticker) ?? symbol ?? []))].sort();
  };
const withOther = (found: readonly (string | undefined)[], symbol: string): void => {
  // The row that names two companies matches both.
  const more = ['NVDA', 'BTC-USD'].includes(symbol) ? ['NVDA', 'BTC-USD'] : [];
  expect(found).toEqual([...new Set([...companyOf(symbol), ...more])].sort());
};
const one = (found: readonly (string | undefined)[], symbol: string): void => expect(found).toEqual([symbol]);
const company = (found: readonly (string | undefined)[], symbol: string): void => expect(found).toEqual(companyOf(symbol));

type Door = readonly [
  string,
  (text: string) => Promise<readonly (string | undefined)[]>,
  (found: readonly (string | undefined)[], symbol: string) => void,
];
const doors: readonly Door[] = [
  ['feed, symbol', feedDoor('/api/news/?category=macro_economy', 'symbol'), withOther],
  ['feed, tickers', feedDoor('/api/news/?category=macro_economy', 'tickers'), withOther],
  ['feed, delta', feedDoor('/api/news/?sort=ingested&category=macro_economy', 'symbol'), withOther],
  ['macro', feedDoor('/api/news/macro/', 'symbol'), withOther],
  ['insider', feedDoor('/api/news/insider/', 'symbol'), company],
  ['search', feedDoor('/api/news/search/?q=door&category=macro_economy', 'symbol'), withOther],
  ['clusters', async (text) => [...new Set((await get(`/api/news/insider/clusters/?symbol=${word(text)}`)).body.results.map(({ ticker }) => ticker))].sort(), company],
  ...['ticker', 'tickers'].map((name): Door => [`Radar, ${name}`, async (text) => (await get(`/api/signals/snapshot/?${name}=${word(text)}`)).body.results.map(({ ticker }) => ticker).sort(), company]),
  ['brief', async (text) => (await get<{ tickers: string[] }>(`/api/news/brief/?tickers=${word(text)}`)).body.tickers, one],
  ['symbol', symbolDoor(''), one],
  ...['peers', 'sentiment-summary', 'insider-summary', 'insider-trades', 'earnings'].map((rest): Door => [rest, symbolDoor(`${rest}/`), one]),
  ['symbols, search', async (text) => (await get(`/api/symbols/?search=${word(text)}&limit=1`)).body.results.map(({ symbol }) => symbol), one],
  ['svc_tickers', toolDoor('svc_tickers', 'ticker'), one],
  ['svc_alerts_subscribe', async (text) => {
    const { structuredContent } = await client.callTool({ name: 'svc_alerts_subscribe', arguments: { ticker: text } });
    return (structuredContent as { results: readonly { ticker: string }[] }).results.map(({ ticker }) => ticker);
  }, one],
  ['svc_ticker_news', toolDoor('svc_ticker_news', 'symbol', { category: ['macro_economy'] }), withOther],
]; // prettier-ignore

/** One spelling of each kind; the first endpoint is requested with all spellings. */
const few = ['BTC/USD', 'BRMW'];
describe.each(doors)('%s', (name, ask, check) => {
  test.each(name === doors[0]![0] ? spellings : spellings.filter(([text]) => few.includes(text)))('%s is %s', async (text, symbol) =>
    check(await ask(text), symbol),
  );
});

describe('several symbols', () => {
  const uids = [both, rows[1]!, rows[2]!].map(({ uid }) => uid);
  const path = '/api/news/?category=macro_economy&sort=published';

  test.each(['symbol=NVDA,btc', 'symbol=NVDA&symbol=BTCUSD', 'tickers=nvda,bitcoin,&ticker=', 'symbol=watchlist'])('%s: rows of any of the symbols, each once', async (query) => {
    const { body } = await get(`${path}&${query}`);
    expect([body.results.map(({ original }) => original.uid), body.symbol_note]).toEqual([uids, null]);
    const pages = await walkPages((cursor) => get(`${path}&${query}&page_size=1${cursor}`));
    expect(pages.flatMap((page) => page.body.results.map(({ original }) => original.uid))).toEqual(uids);
    const stories = await get(`${path}&${query}&collapse=story`);
    expect(stories.body.results.map(({ original }) => original.uid)).toEqual(uids);
  }); // prettier-ignore

  test('an unknown symbol is named and the others are served', async () => {
    const note = 'No symbol is listed as NVDAA. Nearest: NVDA.';
    const lists = [
      '/api/news/?category=macro_economy&',
      '/api/news/?sort=ingested&category=macro_economy&',
      '/api/news/macro/?',
      '/api/news/search/?q=door&',
      '/api/news/insider/clusters/?',
    ];
    for (const list of lists) {
      const { body } = await get(`${list}symbol=NVDAA,BRK.B`);
      expect([body.symbol_note, body.results.length], list).toEqual([note, 1]);
    }
    const named = await client.callTool({ name: 'svc_ticker_news', arguments: { symbol: 'NVDAA,BRK.B', category: ['macro_economy'] } });
    expect(named.structuredContent).toMatchObject({ note, results: [{ tickers: [{ ticker: 'BRK.B' }] }] });
    expect((await get('/api/news/brief/?tickers=NVDAA,BRK.B')).body).toMatchObject({ tickers: ['BRK.B'], unknown_tickers: ['NVDAA'] });
    expect((await get('/api/news/?symbol=NVDAA')).body.results).toEqual([]);
    expect((await get<{ code: string }>('/api/symbols/NVDAA/peers/')).body).toMatchObject({ code: 'unknown_symbol', status: 404 });
    expect((await get(`/api/news/?symbol=${Array.from({ length: 101 }, (_, at) => `A${at}`).join()}`)).status).toBe(400);
  });

  test.each(['macro/?', 'search/?q=door&category=macro_economy&', 'insider/?', '?sort=ingested&category=macro_economy&'])('the watchlist, with another: /api/news/%s', async (list) => {
    const { body } = await get(`/api/news/${list}page_size=50&symbol=brk b,watchlist`);
    expect(tickersOf(body)).toEqual(['BRK.B', 'BTC-USD', 'NVDA']);
  }); // prettier-ignore

  test('the watchlist works for clusters and for a tool', async () => {
    const { body } = await get('/api/news/insider/clusters/?symbol=Watchlist');
    expect(body.results.map(({ ticker }) => ticker).sort()).toEqual(['BTC-USD', 'NVDA']);
    expect(await toolDoor('svc_ticker_news', 'symbol', { category: ['macro_economy'] })('watchlist')).toEqual(['BTC-USD', 'NVDA']);
  });

  test('a delta cursor of the watchlist continues when the list changes, with every later row of the added symbols', async () => {
    const { accounts, ground } = tooling;
    const start = await get('/api/news/?sort=ingested&symbol=watchlist');
    const added = rowRecord('after the cursor', { publishedAt: hoursAgo(0.1), tickers: ['EVIL'] });
    await ground.append([added]);
    await changeWatchlist(ground.accounts, accounts.pro.id, () => ['EVIL']);
    const found: string[] = [];
    const cursor = start.body.next_cursor;
    await until('the row', async () => {
      const { body, status } = await get(`/api/news/?sort=ingested&symbol=watchlist&cursor=${cursor}`);
      expect(status).toBe(200);
      found.push(...body.results.map(({ original }) => original.uid));
      return found.length > 0;
    });
    expect(found).toEqual([added.uid]);
    await changeWatchlist(ground.accounts, accounts.pro.id, () => []);
    await until('the empty list', async () => (await get('/api/news/?symbol=watchlist')).body.symbol_note?.includes('empty') === true);
    expect((await get('/api/news/?symbol=watchlist')).body.results).toEqual([]);
  });
});
