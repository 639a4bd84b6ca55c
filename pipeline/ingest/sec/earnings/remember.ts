/** A pure function of a string, asked the same thing often (labels and headings recur), in; the same with a bounded memory out. */
export function remember<T>(read: (words: string) => T, entriesMax = 20_000): (words: string) => T {
  const known = new Map<string, T>();
  return (words) => {
    const found = known.get(words);
    if (found !== undefined) return found;
    const made = read(words);
    if (known.size >= entriesMax) known.clear();
    known.set(words, made);
    return made;
  };
}
