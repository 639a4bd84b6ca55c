import { describe, expect, test } from 'vitest';
import { symbolsGround } from './symbols-ground.ts';

const { get } = await symbolsGround();

interface Counted {
  readonly ticker: string;
  readonly name: string;
  readonly news_count: number;
}
interface Sector {
  readonly sector: string;
  readonly slug: string;
  readonly count: number;
}
interface Directory {
  readonly most_active: readonly Counted[];
  readonly sectors: readonly (Sector & { readonly top: readonly Counted[] })[];
}

const nvidia = { ticker: 'NVDA', name: 'NVIDIA CORP', news_count: 6 };
const amd = { ticker: 'AMD', name: 'ADVANCED MICRO DEVICES INC', news_count: 1 };

describe('the directory', () => {
  test('has the symbols with the most rows of a week, and each sector with its own', async () => {
    const { status, body } = await get<Directory>('directory/');
    expect(status).toBe(200);
    expect(body.most_active).toEqual([nvidia, amd, { ticker: 'BRK-A', name: 'BERKSHIRE HATHAWAY INC', news_count: 1 }]);
    expect(body.sectors).toEqual([
      { sector: 'Hardware', slug: 'hardware', count: 5, top: [] },
      { sector: 'Technology', slug: 'technology', count: 3, top: [nvidia, amd] },
    ]);
  });
});

describe('a sector', () => {
  test('has every active symbol, the most active first, for a slug in any case', async () => {
    const expected = {
      sector: 'Technology',
      slug: 'technology',
      count: 3,
      symbols: [nvidia, amd, { ticker: 'MSFT', name: 'MICROSOFT CORP', news_count: 0 }],
    };
    expect((await get('sectors/technology/')).body).toEqual(expected);
    expect((await get('sectors/Technology')).body).toEqual(expected);
  });

  test('that does not exist is 404, and the message says where sectors are listed', async () => {
    const { status, body } = await get<{ code: string; detail: string }>('sectors/no-such/');
    expect([status, body.code, body.detail]).toEqual([404, 'not_found', 'There is no sector no-such. /api/symbols/directory/ lists all sectors.']);
  });
});
