/**
 * Loads the symbol directory from the latest symbol list in a folder (SEC's company_tickers_exchange as gzipped JSON), as the symbols stage
 * would; returns null when there is none.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { readRecorded } from '../../upstream/folder/files.ts';

export function directoryIn(folder: string): Directory | null {
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder)
    .filter((name) => /^company_tickers_exchange.*\.json\.gz$/.test(name))
    .toSorted()
    .at(-1);
  if (file === undefined) return null;
  const list = readTickerList(readRecorded(join(folder, file)));
  if (!list.ok) throw new Error(`${file}: ${list.detail}`);
  return createDirectory(list.entries);
}
