import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readDetails } from '#pipeline/ingest/symbols/lists/details-file.ts';
import { readExchangeFile } from '#pipeline/ingest/symbols/lists/exchange-files.ts';
import { companyKey, companyOf, spellListed } from '#pipeline/ingest/symbols/lists/security-name.ts';
import { dataDir } from '#test/support/data.ts';

const nasdaqHead = 'Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares';
const otherHead = 'ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol';
const file = (...lines: readonly string[]): Buffer => Buffer.from(`${[...lines, 'File Creation Time: 0721202517:31|||||||'].join('\r\n')}\r\n`);

describe("an exchange's file", () => {
  test('lists what is traded: its company, its full name, funds by their flag, notes by their name; test issues are left out', () => {
    const read = readExchangeFile(
      file(
        nasdaqHead,
        'AAPL|Apple Inc. - Common Stock|Q|N|N|100|N|N',
        'QQQ|Invesco QQQ Trust, Series 1|G|N|N|100|Y|N',
        'USOI|ETRACS Crude Oil Shares Covered Call ETNs due April 24, 2037|G|N|N|100|N|N',
        'ZVZZT|NASDAQ TEST STOCK|G|Y|N|100|N|N',
      ),
    );
    if (!read.ok) throw new Error(read.detail);
    expect(read.rows).toMatchObject([
      { symbol: 'AAPL', name: 'Apple Inc.', security: 'Apple Inc. - Common Stock', asset_type: 'Stock', exchange: 'Nasdaq', cik: null },
      { symbol: 'QQQ', asset_type: 'ETF' },
      { symbol: 'USOI', asset_type: 'ETF' },
    ]);
    expect(read.madeAt).toBe('2025-07-21T21:31:00.000Z');
  });

  test('of the other exchanges says which, and the spellings of all of them are one', () => {
    const read = readExchangeFile(
      file(
        otherHead,
        'BRK.B|Berkshire Hathaway Inc. Class B Common Stock|N|BRK.B|N|100|N|BRK.B',
        'BAC$L|Bank of America Corp. Preferred Series L|N|BACpL|N|100|N|BAC-L',
        'SPY|SPDR S&P 500|P|SPY|Y|100|N|SPY',
      ),
    );
    expect(read).toMatchObject({
      rows: [
        { symbol: 'BRK-B', exchange: 'NYSE' },
        { symbol: 'BAC-PL', exchange: 'NYSE' },
        { symbol: 'SPY', exchange: 'NYSE Arca', asset_type: 'ETF' },
      ],
    });
  });

  test.each([
    [['BAC$L', 'BACpL', 'BAC^L'], 'BAC-PL'],
    [['ETI$', 'ETIp', 'ETI^'], 'ETI-P'],
    [['AP.W', 'AP.WS', 'AP+'], 'AP-WT'],
    [['AACT.U', 'AACT='], 'AACT-UN'],
    [['ATMVR.R', 'ATMVR/R'], 'ATMVR-RI'],
    [['BRK.B', 'BRK/B', 'BRK B', 'brk-b'], 'BRK-B'],
  ])('%s are one security', (spellings, symbol) => expect(spellings.map(spellListed)).toEqual(spellings.map(() => symbol)));

  test.each([
    ['cut short', Buffer.from(`${nasdaqHead}\nAAPL|Apple Inc. - Common Stock|Q|N|N|100|N|N\nMSF`)],
    ['with nothing in it', file(nasdaqHead)],
    ['that is a page', Buffer.from('<html></html>')],
    ['empty', Buffer.alloc(0)],
  ])('%s is refused', (_, body) => expect(readExchangeFile(body)).toMatchObject({ ok: false }));
});

describe('a document of details', () => {
  test('in JSON says more of shares that others list', () => {
    const body = Buffer.from(
      JSON.stringify([
        { symbol: 'NAN', name: 'Nuveen Fund Common Stock', sector: 'Finance', industry: 'Funds', country: 'United States', ipoyear: '' },
      ]),
    );
    expect(readDetails(body)).toMatchObject({ rows: [{ symbol: 'NAN', sector: 'Finance', isDetail: true }] });
  });

  test('in CSV lists foreign shares and one entry a coin; what is delisted is left out, quotes and broken lines are read', () => {
    const shares = 'symbol,name,summary,currency,sector,industry,exchange,market,country,website,delisted\n';
    const read = readDetails(
      Buffer.from(
        `${shares}0001.HK,CK Hutchison,"Ports, ""retail"" and\nmore",HKD,Industrials,Ports,HKG,Hong Kong Stock Exchange,Hong Kong,https://ckh.com.hk,False\nAAB.TO,Gone Inc,,CAD,,,TOR,TSX,Canada,,True\nstray "quote,x\n0002.HK,CLP,,HKD,,,,,,,\nABC.V,Abc Mining,,CAD,,,VAN,TSXV,,,\n`,
      ),
    );
    expect(read).toMatchObject({
      rows: [
        {
          symbol: '0001.HK',
          description: 'Ports, "retail" and more',
          country: 'Hong Kong',
          currency: 'HKD',
          exchange: 'Hong Kong Stock Exchange',
          isDetail: false,
        },
        { symbol: '0002.HK' },
        { symbol: 'ABC.V', isDetail: false },
      ],
    });
    const coins = 'symbol,name,cryptocurrency,currency,summary\nAAVE-CAD,Aave CAD,AAVE,CAD,x\nAAVE-USD,Aave USD,AAVE,USD,x\n';
    expect(readDetails(Buffer.from(coins))).toMatchObject({
      rows: [{ symbol: 'AAVE-USD', name: 'Aave', asset_type: 'Crypto' }],
    });
  });

  test('a last cell may be empty, also without a line end', () => {
    const text = 'symbol,name,website\nAAA,Aaa Inc,x\nABC,Abc Inc,';
    expect(readDetails(Buffer.from(text))).toMatchObject({
      rows: [{ symbol: 'AAA' }, { symbol: 'ABC', website: null }],
      unreadable: 0,
    });
  });

  test.each([['{"a": 1}'], ['not a csv'], ['[]'], ['']])('%s is no document of details', (text) =>
    expect(readDetails(Buffer.from(text))).toMatchObject({ ok: false }),
  );
});

test('the name of a security is its company and its class', () => {
  expect(
    [
      'Agilent Technologies, Inc. Common Stock',
      'NVIDIA Corporation - Common Stock',
      'Artius II Acquisition Inc. Units',
      'Fundamental Global Inc. 8.00% Cumulative Preferred Stock',
    ].map(companyOf),
  ).toEqual(['Agilent Technologies, Inc.', 'NVIDIA Corporation', 'Artius II Acquisition Inc.', 'Fundamental Global Inc.']);
  expect(companyKey('BlackRock, Inc.')).toBe(companyKey('BlackRock Inc'));
  expect(companyKey('CalAmp Corp.')).not.toBe(companyKey('Camp4 Therapeutics Corp'));
});

const folder = dataDir('symbols');
test.skipIf(folder === null).each([
  ['nasdaqlisted', 4_965],
  ['otherlisted', 6_581],
])('every line of the recorded %s is read', (name, count) => {
  const body = gunzipSync(readFileSync(`${folder}/${name}.2025-07-21.txt.gz`));
  expect(readExchangeFile(body)).toMatchObject({ ok: true, unreadable: 0, rows: { length: count } });
});
