/**
 * Serves the newest symbol lists of a folder. Without a list, it serves the generated companies and the issuers of the folder's filings.
 */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { nasdaqListed, otherListed, generatedSymbols, symbolsByExchange, type SymbolRow } from '../generate/listings.ts';
import { reply, type Reply } from '../reply.ts';
import { readRecorded, recordedFiles, type RecordedFile } from './files.ts';
import type { Party } from '../edgar/filing.ts';

const ByExchange = z.object({ fields: z.array(z.string()), data: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) });

const listByExchange = /^company_tickers_exchange[^/]*\.json[^/]*$/;

interface FilingWithSymbol {
  readonly parties: readonly Party[];
  readonly symbol: string;
}

/** Returns the companies of the newest recorded list, or none when there is no list. */
export function recordedSymbols(root: string): readonly SymbolRow[] {
  const newest = newestOf(recordedFiles(join(root, 'symbols')), listByExchange);
  return newest === null ? [] : rowsOf(newest);
}

/** Returns the newest recorded list, or a list of the generated companies and the issuers of the filings. */
export const folderSymbols = (files: readonly RecordedFile[], filings: readonly FilingWithSymbol[]): Buffer =>
  newestOf(files, listByExchange) ?? Buffer.from(symbolsByExchange(withIssuers(filings)));

/** Returns the last matching file by name, whose date is the latest, or null when none matches. */
function newestOf(files: readonly RecordedFile[], pattern: RegExp): Buffer | null {
  const newest = files.filter(({ name }) => pattern.test(basename(name))).at(-1);
  return newest === undefined ? null : readRecorded(newest.path);
}

function withIssuers(filings: readonly FilingWithSymbol[]): readonly SymbolRow[] {
  const rows = new Map(generatedSymbols.map((row) => [row.ticker, row]));
  for (const { parties, symbol } of filings) {
    const issuer = parties.find(({ role }) => role === 'Issuer');
    const ticker = tickerIn(symbol);
    if (issuer !== undefined && ticker !== null && !rows.has(ticker))
      rows.set(ticker, { cik: issuer.cik, name: issuer.name, ticker, exchange: 'NYSE' });
  }
  return [...rows.values()];
}

/** Returns the first ticker of a hand-typed field such as `NYSE: ABC`, `(ABC)` or `ABC, ABC.B`, or null when it names none. */
function tickerIn(symbol: string): string | null {
  const words =
    symbol
      .toUpperCase()
      .replace(/\b[A-Z]+\s*:/g, ' ')
      .match(/[A-Z0-9]+(?:[.-][A-Z0-9]+)?/g) ?? [];
  const first = words.find((word) => word.length <= 7 && !['NONE', 'N', 'A', 'NA', 'NOT', 'N-A'].includes(word));
  return first === undefined ? null : first.replace('.', '-');
}

export function rowsOf(byExchange: Buffer): readonly SymbolRow[] {
  const { fields, data } = ByExchange.parse(JSON.parse(byExchange.toString('utf8')));
  const cell = (row: readonly (string | number | null)[], name: string): string => String(row[fields.indexOf(name)] ?? '');
  return data.map((row) => ({
    cik: cell(row, 'cik').padStart(10, '0'),
    name: cell(row, 'name'),
    ticker: cell(row, 'ticker'),
    exchange: cell(row, 'exchange') || null,
  }));
}

const makers = { nasdaqlisted: nasdaqListed, otherlisted: otherListed } as const;

/**
 * Returns a lookup of the exchanges' files and vendors' details by path, such as `/symbol-details/cryptos.csv`. A missing exchange file is
 * made from the folder's list of companies; missing details give null.
 */
export function recordedListings(files: readonly RecordedFile[], byExchange: Buffer): (path: string, now: number) => Reply | null {
  return (path, now) => {
    const listing = /^\/dynamic\/symdir\/(nasdaqlisted|otherlisted)\.txt$/.exec(path)?.[1] as keyof typeof makers | undefined;
    if (listing !== undefined)
      return reply(200, 'text/plain', newestOf(files, new RegExp(`^${listing}\\..*\\.txt$`)) ?? makers[listing](rowsOf(byExchange), now));
    const [, stem, ending] = /^\/symbol-details\/(\w+)\.(json|csv)$/.exec(path) ?? [];
    const body = stem === undefined ? null : newestOf(files, new RegExp(`^${stem}(?:\\.[\\d-]+)?\\.${ending}$`));
    return body === null ? null : reply(200, ending === 'json' ? 'application/json' : 'text/csv', body);
  };
}
