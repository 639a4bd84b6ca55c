import { describe, expect, test } from 'vitest';
import { symbolsGround } from './symbols-ground.ts';

const { get } = await symbolsGround();

describe('200', () => {
  test('has all details of a symbol', async () => {
    expect((await get('meta/')).body).toMatchObject({
      symbol: 'META',
      status: 'active',
      description: 'Social networks.',
      website: 'https://meta.com',
      delisted_at: null,
      renamed_to: '',
      cik: '0001326801',
      share_classes: [],
      former_tickers: ['FB', 'TFB'],
      crypto_counterpart: null,
      next_report_date: null,
      next_report_time: null,
    });
    expect((await get('BRK.B/')).body).toMatchObject({ symbol: 'BRK-B', share_classes: ['BRK-A'] });
    expect((await get('ETH/')).body).toMatchObject({ crypto_counterpart: 'ETH-USD', crypto_counterpart_name: 'Ethereum' });
    expect((await get('facebook/')).body).toMatchObject({ symbol: 'META' });
  });

  test('finds a delisted symbol, with the last ticker of its renames', async () => {
    expect((await get('TFB/')).body).toMatchObject({ status: 'delisted', delisted_at: '2026-01-05', renamed_to: 'META', share_classes: [] });
    expect((await get('GONE/')).body).toMatchObject({ status: 'delisted', delisted_at: '2025-09-05', renamed_to: '' });
  });
});

describe('as of a day', () => {
  test('a symbol is what it was then', async () => {
    expect((await get('TFB/?as_of=2026-01-02')).body).toMatchObject({ status: 'active', delisted_at: null, renamed_to: '' });
    expect((await get('TFB/?as_of=2026-01-07')).body).toMatchObject({ status: 'delisted', delisted_at: '2026-01-05' });
    expect((await get('meta/?as_of=2026-01-02')).body).toMatchObject({ symbol: 'META', former_tickers: [], next_report_date: null });
    expect((await get('meta/?as_of=2026-01-07')).body).toMatchObject({ former_tickers: ['FB', 'TFB'] });
  });

  test('a ticker that a stock took later is that of the coin, without a counterpart', async () => {
    expect((await get('LATE/')).body).toMatchObject({ symbol: 'LATE', crypto_counterpart: 'LATE-USD' });
    expect((await get('LATE/?as_of=2026-01-07')).body).toMatchObject({ symbol: 'LATE-USD', asset_type: 'Crypto', crypto_counterpart: null });
    const { results } = (await get<{ results: { symbol: string }[] }>('?search=late&as_of=2026-01-07')).body;
    expect(results.map(({ symbol }) => symbol)).toEqual(['LATE-USD']);
  });

  test('in the future is refused', async () => expect((await get('meta/?as_of=2036-01-01')).status).toBe(400));
});
