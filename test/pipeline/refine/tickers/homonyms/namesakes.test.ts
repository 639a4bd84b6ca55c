/** Made-up headlines with a listed company's name that is also a person's, a place's or a dictionary word, in both meanings. */
import { expect, test } from 'vitest';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { coin, listed, tickersAgainst } from '../../fixtures.ts';

const directory = createDirectory([
  ...listed(`
    CASY|CASEYS GENERAL STORES INC|607
    DAVE|Dave Inc.|1798
    MATX|Matson, Inc.|1602
    LAMR|LAMAR ADVERTISING CO|798
    BCC|BOISE CASCADE Co|1649
    HUN|Huntsman CORP|1998
    FNMA|FEDERAL NATIONAL MORTGAGE ASSOCIATION FANNIE MAE|931
    FMCC|FEDERAL HOME LOAN MORTGAGE CORP|1439
    JYNT|JOINT Corp|4246
    TISI|TEAM INC|4919
    UPS|UNITED PARCEL SERVICE INC|150
    DB|DEUTSCHE BANK AKTIENGESELLSCHAFT|170
    ZVIA|Zevia PBC|4700
    AAP|ADVANCE AUTO PARTS INC|2300
    LTC|LTC PROPERTIES INC|2195
    LUV|SOUTHWEST AIRLINES CO|570
  `),
  coin('LTC-USD', 'Litecoin'),
  coin('BTC-USD', 'Bitcoin'),
  coin('LINK-USD', 'Chainlink'),
]);

const tickers = tickersAgainst(directory);

test.each([
  'Dave Larkin wins the club’s raffle',
  'Lamar Odell scores twice as Rovers win',
  'Ruth B. Matson, 91, of Duluth, died Sunday',
  'Coach Huntsman praises his young squad',
])('no company is found in a person: %s', (title) => {
  expect(tickers(title)).toEqual([]);
});

test.each([
  'Two hikers rescued near Boise after a night in the cold',
  'Southwest of the city, crews battle a brush fire',
  'Lamar University names a new dean of music',
  'Storm uproots trees in Casey Township',
])('no company is found in a place or a body: %s', (title) => {
  expect(tickers(title)).toEqual([]);
});

test.each([
  'Burger Joint Launches Vegan Menu',
  'Help me choose a UPS for my router',
  'Slanted, from the Archive Artist Publications (AAP), is out now',
  'Deutsche Post delivers record number of parcels',
  'Deutsche Welle film crew stopped at the border',
])('no company is found in a word, a thing of many, or what somebody has: %s', (title) => {
  expect(tickers(title)).toEqual([]);
});

test.each([
  ['Casey’s Q3 profit tops estimates', ['CASY']],
  ['Matson declares quarterly dividend', ['MATX']],
  ['Huntsman +4% after upbeat forecast', ['HUN']],
  ['Team Inc. wins refinery contract', ['TISI']],
  ['Investors look at Zevia as sugar taxes rise', ['ZVIA']],
  ['Advance Auto Parts (AAP) closes stores', ['AAP']],
])('the same name is the company beside its business: %s', (title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

test('two such names that the press has for companies stand for each other', () => {
  expect(tickers('Senators agree on winding down Fannie and Freddie')).toEqual(['FNMA', 'FMCC']);
  expect(tickers('Fannie and her cat win a prize')).toEqual([]);
});

test('capitals are the coin in news of crypto, and the company elsewhere', () => {
  expect(tickers('Price analysis: BTC, LTC, LINK rally as bitcoin steadies')).toEqual(['BTC-USD', 'LTC-USD', 'LINK-USD']);
  expect(tickers('LTC declares monthly dividend')).toEqual(['LTC']);
});
