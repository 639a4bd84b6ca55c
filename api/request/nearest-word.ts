/** Returns the allowed word that is most similar to a wrong one, by edit distance, or null if none is similar. */
import { editDistance } from '#schemas/edit-distance.ts';

export function nearestWord(given: string, allowed: readonly string[]): string | null {
  if (given.length > 30) return null;
  const [best] = allowed.map((word) => ({ word, distance: editDistance(given, word) })).sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.word.length / 4)) ? best.word : null;
}
