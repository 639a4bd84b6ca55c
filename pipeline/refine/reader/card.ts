/** The reader's card: what the service needs to know of the network without loading it. */
import { MODEL_FOLDER, openFiles, type Card } from './network.ts';

let card: Card | null = null;
let marketWords: ReadonlySet<string> | null = null;

/** Returns the card; throws an error that names the file of the reader that is missing or damaged. */
export const openCard = (): Card => (card ??= openFiles(MODEL_FOLDER).card);

/** Returns the version of the weights, which each row names. */
export const readerVersion = (): string => openCard().sha256.slice(0, 8);

/** Returns the least chance of directions that were right in .95 of rows kept from training. */
export const highFrom = (): number => openCard().high;

const WORD = /[a-z][a-z0-9.&]*[a-z0-9]/g;

/** Returns whether a text may be news of the economy, of commodities or of politics, by its words. */
export function isMarketWide(text: string): boolean {
  marketWords ??= new Set(openCard().marketWords);
  return (
    text
      .toLowerCase()
      .match(WORD)
      ?.some((word) => marketWords!.has(word)) ?? false
  );
}
