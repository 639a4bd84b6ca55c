/** Loads the symbol directory of an inspection from the SEC's list, as the symbols stage does. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { newEntry } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { tickersIn } from '#pipeline/refine/form4/issuer.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { CommandError } from '../service-config.ts';
import { unpack } from './detect.ts';

export interface Symbols {
  /** Returns the directory. Without a list it contains only this issuer, which is assumed to be listed. */
  readonly directoryFor: (issuer: RawForm4['issuer'] | null) => Directory;
  readonly isNone: boolean;
}

const usualFolder = fileURLToPath(new URL('../../../../shared/data/symbols/', import.meta.url));

/** Loads the list at `path`. Null: the newest list in the folder of real documents outside the repository, if any. `none`: no list. */
export function loadSymbols(path: string | null): Symbols {
  const file = path === 'none' ? null : (path ?? newestListIn(usualFolder));
  if (file === null) return { isNone: true, directoryFor: (issuer) => createDirectory([...cryptocurrencies, ...issuerEntries(issuer)]) };
  const directory = createDirectory([...readList(file), ...cryptocurrencies]);
  return { isNone: false, directoryFor: () => directory };
}

const listName = /^company_tickers_exchange.*\.json(?:\.gz)?$/;

/** Returns the path of the newest list in a folder, or null when it has none. File names end with dates, so the newest is the last by name. */
export function newestListIn(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder)
    .filter((entry) => listName.test(entry))
    .sort()
    .at(-1);
  return name === undefined ? null : join(folder, name);
}

export function readList(file: string) {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new CommandError(`symbol list ${file}: ${(error as Error).message}`);
  }
  const unpacked = unpack(bytes);
  const list = unpacked.ok ? readTickerList(unpacked.body) : { ok: false as const, detail: unpacked.detail };
  if (!list.ok) throw new CommandError(`symbol list ${file}: ${list.detail}`);
  return list.entries;
}

function issuerEntries(issuer: RawForm4['issuer'] | null) {
  const symbol = issuer === null ? undefined : tickersIn(issuer.symbol)[0];
  if (issuer === null || symbol === undefined) return [];
  return [newEntry({ symbol, name: issuer.name, asset_type: 'Stock', exchange: null, currency: null, cik: issuer.cik })];
}
