/** Loads a symbol directory, as the symbols stage would make it, from the newest company_tickers_exchange.json of a folder. */
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { newestListIn, readList } from '../../../scripts/inspect/symbols.ts';

/** Returns the directory, or null when the folder has no list. */
export function directoryIn(folder: string): Directory | null {
  const file = newestListIn(folder);
  return file === null ? null : createDirectory(readList(file));
}
