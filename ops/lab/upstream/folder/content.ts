/** Serves recorded documents from a folder. What the folder lacks is not answered here. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { filingTruth, type Content } from '../content.ts';
import { reply } from '../reply.ts';
import { folderFeeds } from './feeds.ts';
import { recordedFiles } from './files.ts';
import { folderFilings } from './filings.ts';
import { recordedCalendar } from './recorded-calendar.ts';
import { folderSymbols, recordedListings } from './symbols.ts';

export interface FolderContent extends Content {
  /** Hash of the names of all documents; the state folder of one digest is not used with another. */
  readonly digest: string;
}

/** Returns the content of the folder. File names are listed once; feeds are read at each request. */
export function folderContent(root: string, publicUrl: string): FolderContent {
  const feeds = folderFeeds(root, publicUrl);
  const filings = folderFilings(root);
  const lists = recordedFiles(join(root, 'symbols'));
  const symbols = folderSymbols(lists, filings.all);
  const listings = recordedListings(lists, symbols);
  const calendar = recordedCalendar(root);
  const names = [...feeds.ids, ...filings.all.map(({ accession }) => accession)];
  return {
    digest: createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16),
    catalogue: feeds.catalogue,
    feed: feeds.feed,
    filings,
    gdelt: { newest: () => null, rows: () => null },
    search: () => null,
    file: (path, now) =>
      path === '/files/company_tickers_exchange.json' ? reply(200, 'application/json', symbols) : (listings(path, now) ?? calendar(path)),
    truth: ({ lane, index }) => {
      const filing = filings.all[index];
      if (lane === 0 || filing === undefined) return feeds.truth(index);
      return filingTruth(publicUrl, filing);
    },
    released: () => ({ articles: feeds.count, filings: filings.all.length }),
    setRate: null,
  };
}
