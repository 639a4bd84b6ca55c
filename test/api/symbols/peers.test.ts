import { expect, test } from 'vitest';
import { symbolsGround } from './symbols-ground.ts';

const { get } = await symbolsGround();

interface Peers {
  readonly ticker: string;
  readonly group: string;
  readonly group_kind: string;
  readonly peers: readonly { readonly ticker: string; readonly name: string }[];
}

test('a small industry is replaced by the sector, and the most recently covered company comes first', async () => {
  expect((await get<Peers>('NVDA/peers/')).body).toEqual({
    ticker: 'NVDA',
    group: 'Technology',
    group_kind: 'sector',
    peers: [
      { ticker: 'AMD', name: 'ADVANCED MICRO DEVICES INC' },
      { ticker: 'MSFT', name: 'MICROSOFT CORP' },
    ],
  });
  expect((await get<Peers>('MSFT/peers/')).body.peers.map(({ ticker }) => ticker)).toEqual(['NVDA', 'AMD']);
});

test('an industry with enough companies is the group, with one ticker per issuer', async () => {
  const body = (await get<Peers>('CHIP1/peers/')).body;
  expect([body.group, body.group_kind]).toEqual(['Memory', 'industry']);
  expect(body.peers.map(({ ticker }) => ticker)).toEqual(['CHIP2', 'CHIP3', 'CHIP4']);
});

test('none if no sector is known', async () => {
  expect((await get<Peers>('NV/peers/')).body).toEqual({ ticker: 'NV', group: '', group_kind: '', peers: [] });
});
