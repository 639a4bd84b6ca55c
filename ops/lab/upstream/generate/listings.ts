/**
 * Generates the symbol lists, in the formats of the SEC, the exchanges and vendors. Besides the companies of the news they have companies
 * that change every simulated day: some are listed, change their ticker or are delisted, and later another company reuses the ticker.
 */
import { hashOf } from '../random.ts';
import { listedCompanies } from './companies.ts';

/** Number of slots; each slot has one changing company at a time. */
const slots = 8;
/** Days of a changing company under its first ticker, under its second, and delisted before the next company of its slot is listed. */
const days = { first: 3, second: 4, gone: 3 } as const;
const cycleDays = days.first + days.second + days.gone;
const companiesPerSlot = 40;
const firstCik = 2_990_000;
const heads = ['Amber', 'Birch', 'Cobalt', 'Dune', 'Ember', 'Flint', 'Garnet', 'Harbor'] as const;
const tails = ['Robotics', 'Foods', 'Marine', 'Optics', 'Grid', 'Labs', 'Rail', 'Paper', 'Motors', 'Mining'] as const;

/** Returns a letter of a ticker. Tickers of changing companies begin with ZZ, unlike all others, generated or real. */
const letterOf = (number: number): string => String.fromCharCode(65 + (number % 26));

/** Returns the changing companies that are listed on the day. */
function changingSymbols(day: number): SymbolRow[] {
  return Array.from({ length: slots }, (_, slot): SymbolRow[] => {
    // Slots are at different points of their cycles, so that every day has changes.
    const at = day + slot * Math.ceil(cycleDays / slots);
    const [cycle, dayOf] = [Math.floor(at / cycleDays) % companiesPerSlot, at % cycleDays];
    if (dayOf >= days.first + days.second) return [];
    const cik = String(firstCik + slot * companiesPerSlot + cycle).padStart(10, '0');
    const name = `${heads[slot]!} ${tails[cycle % tails.length]!} ${String.fromCharCode(65 + Math.floor(cycle / tails.length))} Inc.`;
    // The first ticker belongs to the slot, so the next company reuses it; the second belongs to the company.
    const ticker = dayOf < days.first ? `ZZQ${letterOf(slot)}` : `ZZ${letterOf(slot)}${letterOf(cycle)}${letterOf(Math.floor(cycle / 26) + 23)}`;
    return [{ cik, name, ticker, exchange: slot % 2 === 0 ? 'Nasdaq' : 'NYSE' }];
  }).flat();
}

/** Returns the symbols of a day; for null, without the changing companies. */
export const symbolsOn = (day: number | null): readonly SymbolRow[] =>
  day === null ? generatedSymbols : [...generatedSymbols, ...changingSymbols(day)];

/** Returns symbol and security name in the exchanges' spelling: `ABC-B` is `ABC.B`. */
const listed = ({ ticker, name }: SymbolRow): { readonly symbol: string; readonly security: string } => {
  const [, letter] = ticker.split('-');
  return { symbol: ticker.replace('-', '.'), security: `${name} ${letter === undefined ? '' : `Class ${letter} `}Common Stock` };
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the last line of an exchange's file, with the time in New York as `0721202517:31`. */
function trailer(now: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('America/New_York');
  return `File Creation Time: ${two(at.month)}${two(at.day)}${at.year}${two(at.hour)}:${two(at.minute)}`;
}

/** Funds that are in Nasdaq's list but not in the SEC's. */
const funds = Array.from({ length: 12 }, (_, index) => ({
  symbol: `ZFD${letterOf(index)}`,
  security: `Harbor ${tails[index % tails.length]!} Index ${index + 1} ETF`,
}));

/** Returns nasdaqlisted.txt: the companies at Nasdaq, the funds and a test stock. */
export function nasdaqListed(rows: readonly SymbolRow[], now: number): string {
  const line = (symbol: string, security: string, isTest: string, isFund: string): string => `${symbol}|${security}|Q|${isTest}|N|100|${isFund}|N`;
  return [
    'Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares',
    ...rows.filter(({ exchange }) => exchange === 'Nasdaq').map((row) => line(listed(row).symbol, listed(row).security, 'N', 'N')),
    ...funds.map(({ symbol, security }) => line(symbol, security, 'N', 'Y')),
    line('ZVZZT', 'NASDAQ TEST STOCK', 'Y', 'N'),
    `${trailer(now)}|||||||`,
    '',
  ].join('\r\n');
}

/** Returns otherlisted.txt: the companies at NYSE and CBOE and a test stock. */
export function otherListed(rows: readonly SymbolRow[], now: number): string {
  const line = (symbol: string, security: string, exchange: string, isTest: string): string =>
    `${symbol}|${security}|${exchange}|${symbol}|N|100|${isTest}|${symbol}`;
  const codes: Readonly<Record<string, string>> = { NYSE: 'N', CBOE: 'Z' };
  return [
    'ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol',
    ...rows.flatMap((row) => {
      const code = codes[row.exchange ?? ''];
      return code === undefined ? [] : [line(listed(row).symbol, listed(row).security, code, 'N')];
    }),
    line('ZTEST', 'NYSE TEST STOCK', 'N', 'Y'),
    `${trailer(now)}||||||`,
    '',
  ].join('\r\n');
}

/** Returns a vendor's details of most companies; a few have no industry. */
export const companyDetails = (): string =>
  JSON.stringify(
    listedCompanies.flatMap(({ tickers, name, sector, city }) =>
      tickers.flatMap((ticker) =>
        hashOf(ticker) % 15 === 0
          ? []
          : [
              {
                symbol: ticker,
                name,
                sector: sector.key,
                industry: hashOf(ticker) % 11 === 0 ? '' : sector.trade,
                country: 'United States',
                currency: 'USD',
                city,
              },
            ],
      ),
    ),
  );

const foreignListings = [
  ['9101.ZK', 'Kestrel Harbour Holdings', 'HKD', 'Hong Kong'],
  ['9102.ZK', 'Lantau Optical Group', 'HKD', 'Hong Kong'],
  ['ALDR.ZT', 'Alder Timber Ltd', 'CAD', 'Canada'],
  ['CBLT.ZT', 'Cobalt North Mining', 'CAD', 'Canada'],
] as const;

/** Returns a vendor's CSV of companies that are listed only outside the US. */
export const foreignDetails = (): string =>
  [
    'symbol,name,summary,currency,sector,industry,exchange,market,country,website,delisted',
    ...foreignListings.map(
      ([symbol, name, currency, country]) =>
        `${symbol},${name},"${name}, of ${country}",${currency},Industrials,Conglomerates,ZZZ,Made-up Exchange,${country},https://example.com/,False`,
    ),
    '',
  ].join('\n');

export interface SymbolRow {
  /** Ten digits. */
  readonly cik: string;
  readonly name: string;
  readonly ticker: string;
  readonly exchange: string | null;
}

export const generatedSymbols: readonly SymbolRow[] = listedCompanies.flatMap(({ cik, name, tickers, exchange }) =>
  tickers.map((ticker) => ({ cik, name, ticker, exchange })),
);

export const symbolsByExchange = (rows: readonly SymbolRow[]): string =>
  JSON.stringify({
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: rows.map(({ cik, name, ticker, exchange }) => [Number(cik), name, ticker, exchange]),
  });

export const symbolsByRank = (rows: readonly SymbolRow[]): string =>
  JSON.stringify(Object.fromEntries(rows.map(({ cik, name, ticker }, place) => [String(place), { cik_str: Number(cik), ticker, title: name }])));
