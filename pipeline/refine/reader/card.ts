/** Gives the facts about the trained network that the service needs without loading it. */
import { MODEL_FOLDER, openFiles, type Card } from './network.ts';

let card: Card | null = null;
let marketWords: ReadonlySet<string> | null = null;

export const openCard = (): Card => (card ??= openFiles(MODEL_FOLDER).card);

export const readerVersion = (): string => openCard().sha256.slice(0, 8);

/** Returns the probability from which directions were right in 95 % of test rows. */
export const highConfidenceMin = (): number => openCard().high;

const WORD = /[a-z][a-z0-9.&]*[a-z0-9]/g;

/** Returns whether the words of a text may be news of the economy, of commodities or of politics. */
export function mayBeMarketWide(text: string): boolean {
  const known = (marketWords ??= new Set(openCard().marketWords));
  return (text.toLowerCase().match(WORD) ?? []).some((word) => known.has(word));
}
