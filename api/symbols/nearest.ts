/** Suggests up to three symbols for a mistyped one, by edit distance, then alphabetically. */
import { editDistance } from '#schemas/edit-distance.ts';

const shownMax = 3;
const distanceMax = 2;

export function nearestSymbols(text: string, symbols: Iterable<string>): string[] {
  const allowed = text.length < 4 ? 1 : distanceMax;
  const found: { symbol: string; distance: number }[] = [];
  for (const symbol of symbols) {
    if (Math.abs(symbol.length - text.length) > allowed) continue;
    const distance = editDistance(text, symbol, allowed);
    if (distance <= allowed) found.push({ symbol, distance });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, shownMax)
    .map(({ symbol }) => symbol);
}
