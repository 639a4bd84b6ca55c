import { expect, test } from 'vitest';
import { listedSymbol } from '#api/symbols/symbol-entry.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import { active, symbolsGround, type Listed } from './symbols-ground.ts';

const on = await symbolsGround();
const { get } = on;
const found = async (search: string): Promise<string[]> =>
  (await get(`?search=${encodeURIComponent(search)}`)).body.results.map(({ symbol }) => symbol);

test('has every active symbol in alphabetical order, with the fields of the contract', async () => {
  const { body, headers } = await get('');
  expect(body.results.map(({ symbol }) => symbol)).toEqual(active);
  expect(body).toMatchObject({ count: active.length, next_cursor: null });
  expect(headers.get('etag')).toMatch(/^W\//);
  expect(body.results.find(({ symbol }) => symbol === 'NVDA')).toEqual({
    symbol: 'NVDA',
    name: 'NVIDIA CORP',
    asset_type: 'Stock',
    exchange: 'Nasdaq',
    sector: 'Technology',
    industry: 'Semiconductors',
    country: 'US',
    currency: 'USD',
    supports_insider: true,
    tv_symbol: '',
    status: 'active',
    brand_aliases: ['GeForce'],
  });
  const fields = {
    '0700.HK': { country: 'CN', currency: 'HKD', supports_insider: false },
    'BRK-B': { tv_symbol: 'BRK.B' },
    'ETH-USD': { tv_symbol: 'ETHUSD', country: '', currency: 'USD' },
  };
  for (const [symbol, expected] of Object.entries(fields)) expect(body.results.find((one) => one.symbol === symbol)).toMatchObject(expected);
});

test('a country is its present code, also for a former name; other texts are unknown', () => {
  const code = (country: string): string => listedSymbol(symbolEntry('AAA', { country })).country;
  expect(['United Kingdom', 'UK', 'France', 'Russia', 'Serbia', 'Benin'].map(code)).toEqual(['GB', 'GB', 'FR', 'RU', 'RS', 'BJ']);
  expect(['Turkey', 'Macau', 'Curacao', 'Czech Republic', 'Atlantis'].map(code)).toEqual(['TR', 'MO', 'CW', 'CZ', 'US']);
});

test('is sliced by limit and offset, and `count` is that of the whole list', async () => {
  const { body } = await get('?limit=3&offset=2');
  expect([body.results.map(({ symbol }) => symbol), body.count]).toEqual([active.slice(2, 5), active.length]);
  expect((await get(`?offset=${active.length}`)).body.results).toEqual([]);
});

test.each([
  ['nv', ['NV', 'NVX', 'NVDA']],
  ['facebook', ['META']],
  ['geforce', ['NVDA']],
  ['sales & service', ['NV']],
  ['brk.b', ['BRK-B']],
  ['micro', ['MSFT', 'AMD']],
  ['tencent', ['0700.HK']],
  ['eth', ['ETH', 'ETH-USD']],
])('finds %s, exact matches before beginnings and parts', async (search, expected) => {
  expect((await found(search)).slice(0, expected.length || 1)).toEqual(expected);
});

test('follows changes of the directory', async () => {
  const count = async (): Promise<number> => {
    // The clock advances by a second each time, because the list is rendered at most once a second.
    on.wait();
    return (await get('?limit=1')).body.count;
  };
  await on.ground.putSymbols([symbolEntry('AAAA')]);
  await until('the new symbol', async () => (await count()) === active.length + 1);
  await on.ground.putSymbols([symbolEntry('AAAA', { status: 'delisted', delisted_at: '2026-07-15' })]);
  await until('it to go', async () => (await count()) === active.length);
});

test('is a bare array at the compatible address', async () => {
  expect((await get<Listed[]>('?limit=2', 'adapted')).body).toMatchObject([{ symbol: active[0] }, { symbol: active[1] }]);
});
