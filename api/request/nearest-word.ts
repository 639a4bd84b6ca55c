/** The allowed word that a wrong one most likely stands for, by edit distance; null: none is near. */
export function nearestWord(given: string, allowed: readonly string[]): string | null {
  if (given.length > 30) return null;
  const [best] = allowed.map((word) => ({ word, distance: editDistance(given, word) })).sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.word.length / 4)) ? best.word : null;
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
