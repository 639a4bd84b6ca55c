/** Lists the configured sources of symbols: the SEC, the exchanges' files, and vendors' documents with details. */
import type { Config } from '#schemas/config.ts';
import { detailsPrefix, secSource } from './lists/symbol-list.ts';

export interface SymbolSource {
  /** Name in entries, positions and metrics. */
  readonly name: string;
  readonly healthName: string;
  /** Addresses; the first one that answers with a list is used. */
  readonly urls: readonly string[];
  readonly reader: 'symbol_list' | 'exchange_symbols' | 'symbol_details';
  readonly isDated: boolean;
}

type SourceSettings = Pick<Config, 'EDGAR_URL' | 'SYMBOL_LISTINGS_URL' | 'SYMBOL_DETAILS_URLS'>;

export function symbolSources({ EDGAR_URL, SYMBOL_LISTINGS_URL, SYMBOL_DETAILS_URLS }: SourceSettings): SymbolSource[] {
  const files = `${EDGAR_URL}/files`;
  const sec: SymbolSource = {
    name: secSource,
    healthName: 'symbols',
    urls: [`${files}/company_tickers_exchange.json`, `${files}/company_tickers.json`],
    reader: 'symbol_list',
    isDated: false,
  };
  const exchanges = SYMBOL_LISTINGS_URL === null ? [] : ['nasdaqlisted', 'otherlisted'];
  const urls = [...new Set(SYMBOL_DETAILS_URLS)];
  const stems = urls.map(stemOf);
  const details = urls.map((url, at) => {
    // Two files of one name: the second is `list_2`.
    const nth = stems.slice(0, at + 1).filter((stem) => stem === stems[at]).length;
    return [`${detailsPrefix}${stems[at]}${nth === 1 ? '' : `_${nth}`}`, url] as const;
  });
  return [
    sec,
    ...exchanges.map((name): SymbolSource => ({
      name,
      healthName: `symbols_${name}`,
      urls: [`${SYMBOL_LISTINGS_URL}/${name}.txt`],
      reader: 'exchange_symbols',
      isDated: true,
    })),
    ...details.map(([name, url]): SymbolSource => ({
      name,
      healthName: `symbols_${name.replace('.', '_')}`,
      urls: [url],
      reader: 'symbol_details',
      isDated: false,
    })),
  ];
}

/** Returns the file name without extensions: `cryptos` for `https://data.example/files/cryptos.csv.gz`. */
const stemOf = (url: string): string => {
  const file = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';
  const stem = file.split('.', 1)[0] ?? '';
  return stem.replace(/[^\w-]/g, '_').slice(0, 60) || 'all';
};
