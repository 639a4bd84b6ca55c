import { describe, expect, test } from 'vitest';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { entry, tickersAgainst } from '../../fixtures.ts';

const directory = createDirectory([
  entry('MNST', 'Monster Beverage Corp', { rank: 300, exchange: 'Nasdaq' }),
  entry('MNTR', 'Monster Arts Inc', { rank: 6_000 }),
  entry('TOWER', 'Tower Semi Ltd', { rank: 2_500 }),
  entry('TWST', 'Twist Bioscience Corp', { rank: 1_900, exchange: 'Nasdaq' }),
  entry('CCL', 'CARNIVAL CORP LTD', { rank: 350 }),
  entry('RCL', 'ROYAL CARIBBEAN CRUISES LTD', { rank: 250 }),
  entry('RGLD', 'Royal Gold Inc', { rank: 900, exchange: 'Nasdaq' }),
  entry('QMCO', 'Quantum Corp', { rank: 3_900, exchange: 'Nasdaq' }),
  entry('ABNB', 'Airbnb, Inc.', { rank: 200, exchange: 'Nasdaq' }),
  entry('DASH', 'DoorDash, Inc.', { rank: 190, exchange: 'Nasdaq' }),
  entry('HON', 'Honeywell International Inc', { rank: 100, exchange: 'Nasdaq' }),
  entry('WMT', 'Walmart Inc.', { rank: 10 }),
  entry('MS', 'MORGAN STANLEY', { rank: 50 }),
  entry('BAESF', 'BAE SYSTEMS PLC', { rank: 150, exchange: 'OTC', cik: '0001000001' }),
  entry('BAESY', 'BAE SYSTEMS PLC', { rank: 150, exchange: 'OTC', cik: '0001000001' }),
  entry('SNAP', 'Snap Inc', { rank: 400 }),
  entry('SNA', 'Snap-on Inc', { rank: 600 }),
  entry('VGES', 'Vanguard Green Investment Ltd', { rank: 7_000, exchange: 'OTC' }),
]);

const tickers = tickersAgainst(directory);

describe('a name is found', () => {
  test.each([
    ['by the first word that the best known company of several has, before a colon', 'Monster: recent rally is a good opportunity to sell', ['MNST']],
    ['in the other number of what the company does', 'Twist Biosciences to work with DNAnexus on tests', ['TWST']],
    ['before a change in percent', 'Carnival +5% after upbeat bookings', ['CCL']],
    ['by the receipts that are traded over the counter, not the foreign shares', 'BAE Systems secures US Army contract', ['BAESY']],
    ['as the one that someone joins the board of', 'Airbnb executive elected to DoorDash board', ['ABNB', 'DASH']],
  ] as const)('%s', (_, title, expected) => {
    expect(tickers(title)).toEqual(expected);
  });

  test('of symbols with their changes in percent, each', () => {
    expect(tickers('Cruise lines (CCL +5% RCL +4.5%) strong after guidance')).toEqual(['CCL', 'RCL']);
  });
});

describe('no company is found in', () => {
  test.each([
    ['a longer name that another’s begins', 'First Quantum pours cold water on takeover talk'],
    ['who is quoted at the end', 'It is time to buy stocks - Morgan Stanley’s Wilson'],
    ['a group that only shares its first word', 'Vanguard Group Inc. has $1.2 billion stake in a lender'],
    ['a number behind a hyphen', 'Yearn Finance adopts the RCL-4626 vault standard'],
  ] as const)('%s', (_, title) => {
    expect(tickers(title)).toEqual([]);
  });

  test('whom something goes to', () => {
    expect(tickers('Honeywell to expand distribution to Walmart')).toEqual(['HON']);
  });
});
