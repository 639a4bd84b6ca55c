/** Where `sought` stands next in a text; asked for places in order, so that all its answers together read the text once. */
export function createFinder(text: string, sought: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(sought, from);
    return found;
  };
}
