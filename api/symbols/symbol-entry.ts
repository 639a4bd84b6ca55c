/** Schemas of a symbol, in the short form of lists and in full, and the short form of a directory entry. */
import { z } from 'zod';
import { DateOnly, Cik, Ticker } from '#schemas/primitives.ts';
import { NextReportTime } from '#schemas/report-date.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { assetTypes, symbolStatuses } from '#schemas/vocabulary.ts';

const text = z.string().meta({ description: "'' if unknown" });

export const ListedSymbol = z
  .object({
    symbol: Ticker,
    name: z.string(),
    asset_type: z.enum(assetTypes),
    exchange: text,
    sector: text,
    industry: text,
    country: z.string().meta({
      description: "ISO 3166 alpha-2 code of the domicile; US if listed there and no other is known; '' for coins and if unknown",
    }),
    currency: z.string().meta({ description: 'ISO 4217; USD if listed in the US, and for coins' }),
    supports_insider: z.boolean().meta({ description: 'Whether its insiders report to the SEC' }),
    tv_symbol: z.string().meta({ description: "Symbol on TradingView; '' if it is the same" }),
    status: z.enum(symbolStatuses),
    brand_aliases: z.array(z.string()),
  })
  .meta({ id: 'ListedSymbol' });
export type ListedSymbol = z.input<typeof ListedSymbol>;

export const nextReport = {
  next_report_date: DateOnly.nullable().meta({
    description:
      'Confirmed date, never an estimate: that of next_report_time if the company states one, else of the configured source; null if none is known',
  }),
  next_report_time: NextReportTime.nullable().meta({ description: "The company's own statement in a filing; null if it made none" }),
};

export const SymbolDetail = ListedSymbol.extend({
  description: text,
  website: z.string().nullable(),
  delisted_at: DateOnly.nullable(),
  renamed_to: z.string().meta({ description: "Current ticker of the company; '' if it was not renamed" }),
  ...nextReport,
  cik: Cik.nullable(),
  share_classes: z.array(Ticker).meta({ description: 'Other listed share classes of the issuer' }),
  former_tickers: z.array(Ticker).meta({ description: 'Earlier tickers of the company, latest first' }),
  crypto_counterpart: Ticker.nullable().meta({ description: 'For a stock, the coin with the same letters; for a coin, the stock' }),
  crypto_counterpart_name: z.string().nullable(),
}).meta({ id: 'Symbol' });
export type SymbolDetail = z.input<typeof SymbolDetail>;

/** Alpha-2 codes by lower-case country names, long and short, and by the codes themselves. */
const countryCodes = new Map([
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['turkey', 'TR'],
  ['macau', 'MO'],
  ['curacao', 'CW'],
  ['czech republic', 'CZ'],
]);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
for (const style of ['long', 'short'] as const) {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style });
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    // A withdrawn code such as `SU` has the name of a country whose present code is another.
    const { region = code } = new Intl.Locale(`und-${code}`);
    if (name !== undefined) countryCodes.set(name.toLowerCase(), region).set(code.toLowerCase(), region);
  }
}

const isUsListed = ({ symbol, asset_type }: SymbolEntry): boolean => asset_type !== 'Crypto' && !symbol.includes('.');

function countryOf(entry: SymbolEntry): string {
  if (entry.asset_type === 'Crypto') return '';
  return countryCodes.get(entry.country?.trim().toLowerCase() ?? '') ?? (isUsListed(entry) ? 'US' : '');
}

/** Returns TradingView's spelling, `BRK.B` for `BRK-B` or `BTCUSD` for `BTC-USD`; '' if it is the same. */
const tvSymbol = ({ symbol, asset_type }: SymbolEntry): string => {
  if (!symbol.includes('-')) return '';
  return asset_type === 'Crypto' ? symbol.replace('-', '') : symbol.replace(/-P([A-Z]?)$/, '/P$1').replace('-', '.');
};

/** Returns the short form; unknown texts are ''. */
export const listedSymbol = (entry: SymbolEntry): ListedSymbol => ({
  symbol: entry.symbol,
  name: entry.name,
  asset_type: entry.asset_type,
  exchange: entry.exchange ?? '',
  sector: entry.sector ?? '',
  industry: entry.industry ?? '',
  country: countryOf(entry),
  currency: entry.currency ?? (isUsListed(entry) || entry.asset_type === 'Crypto' ? 'USD' : ''),
  supports_insider: entry.cik !== null && entry.asset_type === 'Stock',
  tv_symbol: tvSymbol(entry),
  status: entry.status,
  brand_aliases: entry.brand_aliases,
});

export const reportTimeExample: NextReportTime = {
  date: '2026-10-28',
  session: 'after_close',
  text: 'Meta will release its third quarter 2026 results after the market closes on Wednesday, October 28, 2026.',
  confirmed: true,
  source_uid: '9c1e5a7702b3d468',
  source_url: 'https://www.sec.gov/Archives/edgar/data/1326801/000132680126000090/0001326801-26-000090-index.htm',
};

export const listedSymbolExample: ListedSymbol = {
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
};
