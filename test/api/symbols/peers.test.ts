import { describe, expect, test } from 'vitest';
import { symbolsGround } from './symbols-ground.ts';

const { get } = symbolsGround();

describe('200', () => {
  test('are of the same industry, then of the same sector, the largest first, and none where no sector is known', async () => {
    const peers = async (rest: string) => (await get(rest)).body.results.map(({ symbol }) => symbol);
    expect(await peers('NVDA/peers/')).toEqual(['AMD', 'MSFT']);
    expect(await peers('NVDA/peers/?limit=1')).toEqual(['AMD']);
    expect(await peers('NV/peers/')).toEqual([]);
  });
});

describe('404', () => {
  test('of a ticker that nobody owns', async () => expect((await get('NOSUCH/peers/')).status).toBe(404));
});
