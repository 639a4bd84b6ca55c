/** Caches the results of a pure function of a string: labels and headings recur. */

const cachedCharactersMax = 400;
const entriesMax = 20_000;

/** Returns `read` with a cache of at most `entriesMax` results. */
export function memoise<T>(read: (words: string) => T): (words: string) => T {
  const known = new Map<string, T>();
  return (words) => {
    if (words.length > cachedCharactersMax) return read(words);
    const cached = known.get(words);
    if (cached !== undefined) return cached;
    // A copy, because a slice keeps its whole document in memory.
    const copy = ` ${words}`.slice(1);
    const made = read(copy);
    if (known.size >= entriesMax) known.clear();
    known.set(copy, made);
    return made;
  };
}
