/**
 * Serves the exchanges' files and vendors' details of a folder as of a simulated day; without exchange files, they are made from the
 * folder's list of companies.
 */
import { nasdaqListed, otherListed } from '../generate/listings.ts';
import { reply, type Reply } from '../reply.ts';
import type { DatedFiles } from './dated.ts';
import { readRecorded } from './files.ts';
import { rowsOf } from './symbols.ts';

const makers = { nasdaqlisted: nasdaqListed, otherlisted: otherListed } as const;

/** Returns the lookup by path. Details have their own names: `/symbol-details/cryptos.csv`, `/symbol-details/nasdaq_full_tickers.json`. */
export function recordedListings(files: DatedFiles, byExchange: (now: number) => Buffer): (path: string, now: number) => Reply | null {
  const standing = (pattern: RegExp, now: number): Buffer | null => {
    const found = files.at(pattern, now);
    return found === undefined ? null : readRecorded(found.path);
  };
  return (path, now) => {
    const listing = /^\/dynamic\/symdir\/(nasdaqlisted|otherlisted)\.txt$/.exec(path)?.[1] as keyof typeof makers | undefined;
    if (listing !== undefined)
      return reply(200, 'text/plain', standing(new RegExp(`^${listing}\\..*\\.txt$`), now) ?? makers[listing](rowsOf(byExchange(now)), now));
    const [, stem, ending] = /^\/symbol-details\/(\w+)\.(json|csv)$/.exec(path) ?? [];
    const body = stem === undefined ? null : standing(new RegExp(`^${stem}(?:\\.[\\d-]+)?\\.${ending}$`), now);
    return body === null ? null : reply(200, ending === 'json' ? 'application/json' : 'text/csv', body);
  };
}
