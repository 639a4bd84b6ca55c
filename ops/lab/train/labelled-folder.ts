/** The folder of labelled sets given to a training command, checked before anything is written. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../scripts/command-line.ts';
import { fromCaller } from '../../scripts/from-caller.ts';

const usualFolder = fileURLToPath(new URL('../../../../shared/data/nlp', import.meta.url));

export function labelledFolder([given, ...others]: readonly string[]): string {
  if (others.length > 0) throw new UsageError(`one folder at a time: ${others[0]} is one too many`);
  const folder = given === undefined ? usualFolder : fromCaller(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${given ?? folder}: no such folder; name one that is laid out like nlp (sentiment, category, stories, tickers)`);
  return folder;
}
