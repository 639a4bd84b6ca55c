/** Serves the submission text of a filing under `/Archives/edgar/data/`. */
import { reply, type Reply } from '../reply.ts';
import type { Filing, FilingShelf } from './filing.ts';
import { noSuchKey } from './pages.ts';

/** Returns the path of a filing's folder, such as `/Archives/edgar/data/320193/000032019326000001`. */
export const archiveFolder = (filing: Filing, cik: string): string => `/Archives/edgar/data/${Number(cik)}/${filing.accession.replaceAll('-', '')}`;

/** Answers `path`, relative to `/Archives/edgar/data/`: `{cik}/{accession}.txt`, also within the filing's folder. */
export function archiveFile(shelf: FilingShelf, path: string, now: number): Reply {
  const [, cik = '', accession = ''] = /^(\d{1,10})\/(?:\d{18}\/)?(\d{10}-\d{2}-\d{6})\.txt$/.exec(path) ?? [];
  const filing = accession === '' ? null : shelf.byAccession(accession, now);
  if (filing === null || !filing.parties.some((party) => Number(party.cik) === Number(cik))) return noSuchKey();
  return reply(200, 'text/plain', shelf.submission(filing), { lastModifiedAt: filing.acceptedAt });
}
