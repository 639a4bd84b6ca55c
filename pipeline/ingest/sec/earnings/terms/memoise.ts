/** Memoises a pure function of a string within a bound, because labels and headings recur. */

/** Longer texts hardly recur. */
const rememberedCharactersMax = 400;

const entriesMax = 20_000;

/** Returns `read` with a cache of `entriesMax` results, which does not affect them. */
export function remember<T>(read: (words: string) => T): (words: string) => T {
  const known = new Map<string, T>();
  return (words) => {
    if (words.length > rememberedCharactersMax) return read(words);
    const cached = known.get(words);
    if (cached !== undefined) return cached;
    // A slice of a document keeps the whole document in memory, so a copy is stored.
    const copy = ` ${words}`.slice(1);
    const made = read(copy);
    if (known.size >= entriesMax) known.clear();
    known.set(copy, made);
    return made;
  };
}
