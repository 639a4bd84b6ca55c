/** The exchanges' files and vendors' details of a folder, the newest by name; without them, files made of its list of companies. */
import { basename, join } from 'node:path';
import { nasdaqListed, otherListed } from '../generate/listings.ts';
import { reply, type Reply } from '../reply.ts';
import { readRecorded, recordedFiles } from './files.ts';
import { rowsOf } from './symbols.ts';

const makers = { nasdaqlisted: nasdaqListed, otherlisted: otherListed } as const;

/** Details stand under their own names: `/symbol-details/cryptos.csv`, `/symbol-details/nasdaq_full_tickers.json` (the newest). */
export function recordedListings(root: string, byExchange: Buffer): (path: string, now: number) => Reply | null {
  const files = recordedFiles(join(root, 'symbols'));
  const newest = (pattern: RegExp): Buffer | null => {
    const found = files.filter(({ name }) => pattern.test(basename(name))).at(-1);
    return found === undefined ? null : readRecorded(found.path);
  };
  return (path, now) => {
    const listing = /^\/dynamic\/symdir\/(nasdaqlisted|otherlisted)\.txt$/.exec(path)?.[1] as keyof typeof makers | undefined;
    if (listing !== undefined)
      return reply(200, 'text/plain', newest(new RegExp(`^${listing}\\..*\\.txt$`)) ?? makers[listing](rowsOf(byExchange), now));
    const [, stem, ending] = /^\/symbol-details\/(\w+)\.(json|csv)$/.exec(path) ?? [];
    const body = stem === undefined ? null : newest(new RegExp(`^${stem}(?:\\.[\\d-]+)?\\.${ending}$`));
    return body === null ? null : reply(200, ending === 'json' ? 'application/json' : 'text/csv', body);
  };
}
