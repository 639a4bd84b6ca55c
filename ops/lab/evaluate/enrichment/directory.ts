/** The symbol directory of the latest symbol list in a folder (SEC's company_tickers_exchange.json), as the symbols stage would make it. */
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { newestListIn, readList } from '../../../scripts/inspect/symbols.ts';

/** Returns null when the folder holds no list. */
export function directoryIn(folder: string): Directory | null {
  const file = newestListIn(folder);
  return file === null ? null : createDirectory(readList(file));
}
