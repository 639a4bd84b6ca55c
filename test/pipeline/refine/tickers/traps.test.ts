/** Made-up headlines in which a word is or resembles a listed name with another meaning, and ones in which it is the company. */
import { expect, test } from 'vitest';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { coin, entry, listed, tickersAgainst } from '../fixtures.ts';

const otc = (symbol: string, name: string, rank: number) => entry(symbol, name, { rank, exchange: 'OTC' });

const directory = createDirectory([
  ...listed(`
    AAPL|Apple Inc.|3
    META|Meta Platforms, Inc.|6
    NVDA|NVIDIA CORP|1
    MRK|Merck & Co., Inc.|45
    SE|Sea Ltd|210
    DAC|Danaos Corp|2167
    NBIX|NEUROCRINE BIOSCIENCES INC|784
    SPCE|Virgin Galactic Holdings, Inc|2300
    SPR|Spirit AeroSystems Holdings, Inc.|1377
    SPIR|Spirit of Texas Bancshares, Inc.|2600
    TGT|TARGET CORP|300
    GAP|GAP INC|900
    XYZ|Block, Inc.|310
    F|FORD MOTOR CO|330
    PGR|PROGRESSIVE CORP/OH/|90
    DOW|DOW INC.|560
    NDAQ|NASDAQ, INC.|240
    NET|Cloudflare, Inc.|200
    INTC|INTEL CORP|120
    CVX|CHEVRON CORP|33
    TME|Tencent Music Entertainment Group|460
    EIG|Employers Holdings, Inc.|2300
    LVS|LAS VEGAS SANDS CORP|390
    WU|WESTERN UNION CO|1700
    POST|Post Holdings, Inc.|1240
    ONON|On Holding AG|680
    LODE|Comstock Inc.|4000
    CRK|COMSTOCK RESOURCES INC|1230
    VIK|Viking Holdings Ltd|550
    VKTX|Viking Therapeutics, Inc.|1350
    BA|BOEING CO|70
    BX|Blackstone Inc.|60
    C|CITIGROUP INC|80
    GS|GOLDMAN SACHS GROUP INC|48
    BRK-A|BERKSHIRE HATHAWAY INC|9
    BF-B|BROWN FORMAN CORP|720
    FNB|FNB CORP/PA/|1260
    ETNB|89bio, Inc.|1600
    CCK|CROWN HOLDINGS, INC.|850
    WMB|WILLIAMS COMPANIES, INC.|210
    TW|Tradeweb Markets Inc.|470
    MSTR|Strategy Inc|350
    ATCO-PH|Atlas Corp.|820
    ORLY|O REILLY AUTOMOTIVE INC|110
    CLM|CORNERSTONE STRATEGIC INVESTMENT FUND, INC.|1900
    ACB|Aurora Cannabis Inc.|2100
    SF|STIFEL FINANCIAL CORP|700
    JEF|Jefferies Financial Group Inc.|640
    RTX|RTX Corp|70
  `),
  entry('QQQ', 'INVESCO QQQ TRUST, SERIES 1', { asset_type: 'ETF' }),
  otc('UNOV', 'Earth Corp', 8_000),
  otc('AURR', 'Aurora Group, Inc.', 8_200),
  entry('SHOP.TO', 'Shopify Inc.', { country: 'CA', exchange: 'TOR' }),
  entry('VOD.L', 'Vodafone Group plc', { country: 'GB', exchange: 'LSE' }),
  entry('0700.HK', 'Tencent Holdings Limited', { country: 'CN', exchange: 'HKG' }),
  coin('BTC-USD', 'Bitcoin USD'),
  coin('SOL-USD', 'Solana USD'),
  entry('SOL', 'Emeren Group Ltd', { rank: 4_500 }),
]);

const tickers = tickersAgainst(directory);

test.each([
  ['fruit', 'Apple growers see a smaller crop this autumn'],
  ['a graphics card', 'Gigabyte unveils RTX 5090 in three colors'],
  ['an airline of that name', 'Virgin Atlantic to cut 500 jobs'],
  ['one of several of that name, though the reader takes it for the subject', 'Spirit terminates merger, shares slump'],
  ['a sea', 'North Korea fires ballistic missile toward Sea of Japan'],
  ['another company, by its legal form', 'Merck KGaA cuts 2025 sales forecast'],
  ['a prefix', 'Meta-analysis finds coffee is good for the heart'],
  ['another company, which is listed nowhere', 'Meta Minerals plunges 40% after drill results'],
  ['one of several of that name, the others in the news more', 'Aurora Q2 EPS beats by $0.02, revenue of $31M'],
  ['a house that rates others', 'Stifel Nicolaus Maintains Buy on Norvik, Raises PT to $61'],
  ['a house, with the rest of its name', 'Jefferies & Company Downgrades Norvik to Hold'],
  ['a house that raises a target', 'Citigroup Raising Its Price Target On Norvik'],
  ['a person of that name', 'Harrison Ford to return for a sequel'],
  ['a company of which only preferred shares are listed', 'Atlas Corp. declares dividend'],
  ['indexes', 'Dow falls 300 points, Nasdaq ends lower, S&P 500 flat'],
  ['a doctrine', 'Chevron deference struck down by the court'],
  ['the owner of whom only a part is in the directory', 'Tencent shares fall in Hong Kong trading'],
  ['those who hire', 'Employers posted more open jobs in May'],
  ['who rates, the firm’s division named', 'Goldman Sachs Capital Markets ups an unlisted brewer to Buy'],
  ['a rate setter', 'Fed’s Williams says policy is in a good place'],
  ['an abbreviation', 'A guide to contract lifecycle management (CLM)'],
  ['a listing that nobody here has', 'Transcript of 2882.TW earnings call'],
  ['a cashtag of a symbol that is not a more', '$CROWN is gone'],
  ['a host of television', "O'Reilly accuser speaks on morning show"],
] as const)('no company is found in: %s: %s', (_, title) => {
  expect(tickers(title)).toEqual([]);
});

test.each([
  ['Meta plunges 40% after results', ['META']],
  ['Aurora Cannabis Q2 EPS beats by $0.02', ['ACB']],
  ['Stifel Financial profit beats; price target raised to $95 at Norvik', ['SF']],
  ['Jefferies downgraded to hold by Citi', ['JEF']],
  ['Citigroup resumes dividend, its price target is raised', ['C']],
  ['Gap Inc names new head of Old Navy', ['GAP']],
  ['Progressive beats estimates', ['PGR']],
  ['Stocks to watch: NET, NVDA and INTC', ['NET', 'NVDA', 'INTC']],
  ["O'Reilly shares slip after results", ['ORLY']],
  ['On Holding lifts forecast', ['ONON']],
  ['The Western Union model is under threat', ['WU']],
  ['Dow to cut 2,000 jobs', ['DOW']],
  ['A good time to buy QQQ?', ['QQQ']],
  // A broker is the subject of what it says or does itself.
  ['Citi expects revenue from India corporate business to grow 10% a year', ['C']],
  ['Goldman Sachs names former treasurer as adviser', ['GS']],
] as const)('the same words name the company: %s', (title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

test.each([
  ['its legal form', 'Comstock Inc. files for a patent', ['LODE']],
  ['what is said of drugs: the maker', 'FDA lifts hold on Viking’s obesity trial', ['VKTX']],
  ['its bonds', 'Boeing bonds fall', ['BA']],
  ['what is said of drugs: nothing, so the better known', 'Viking Holdings orders two ships', ['VIK']],
  ['its class', 'BRK.A closes above $700,000', ['BRK-A']],
  ['a class among words', 'Spirits maker BF.B cut to Sell', ['BF-B']],
] as const)('a company differs from its namesake by: %s', (_, title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

test.each([
  ['with dots between its initials', 'F.N.B. reports record profit', ['FNB']],
  ['that begins with a number', '89bio prices offering', ['ETNB']],
  ['after a judgement', 'We keep our buy rating on Target', ['TGT']],
  ['by a former name', 'Square Inc agrees settlement', ['XYZ']],
  ['behind a verb with a capital, in a headline of capitals', 'Better Sales And A Trial Could Reignite Neurocrine Shares', ['NBIX']],
  ['in the middle of a headline of capitals', 'The Container Shipping Shortage Is Ending, But Danaos Is Now Considerably Oversold', ['DAC']],
  ['a word, in news of coins', 'Strategy buys 8,178 bitcoin', ['MSTR', 'BTC-USD']],
  ['with its article, before what a company does', 'The Gap cuts full-year outlook as traffic slows', ['GAP']],
  ['as the buyer', 'Property group agrees to merger with Blackstone', ['BX']],
  ['single letters among symbols', 'Options volume leaders (NVDA, C, INTC)', ['NVDA', 'C', 'INTC']],
  ['results of a company whose name is also a word for intelligence', 'Intel reports third-quarter results', ['INTC']],
] as const)('a name is also read: %s', (_, title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

test.each([
  ['a listing by its suffix', 'SHOP.TO gains after results', ['SHOP.TO']],
  ['a number of Hong Kong', '700.HK slides 3%', ['0700.HK']],
  ['an exchange in London', 'Phone group (LSE: VOD) cuts payout', ['VOD.L']],
  ['an exchange that lists nobody of that symbol', 'Gold miner (TSX: ABX) raises guidance', []],
  ['initials with a dot', 'U.S. and E.U. near a deal', []],
  ['a coin whose symbol a company has, too', 'SOL rallies as Solana fund nears launch', ['SOL-USD']],
  ['the company of that symbol', '$SOL jumps on solar order', ['SOL']],
] as const)('listings abroad and coins: %s: %s', (_, title, expected) => {
  expect(tickers(title)).toEqual(expected);
});
