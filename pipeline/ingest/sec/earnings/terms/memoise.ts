/** Memoises a pure function of a string, with a bounded memory: labels and headings recur. */

/** A longer text hardly recurs. */
const rememberedCharactersMax = 400;

export function remember<T>(read: (words: string) => T, entriesMax = 20_000): (words: string) => T {
  const known = new Map<string, T>();
  return (words) => {
    if (words.length > rememberedCharactersMax) return read(words);
    const found = known.get(words);
    if (found !== undefined) return found;
    // A cut piece of a document holds on to the whole of it: what is kept is a copy.
    const copy = ` ${words}`.slice(1);
    const made = read(copy);
    if (known.size >= entriesMax) known.clear();
    known.set(copy, made);
    return made;
  };
}
