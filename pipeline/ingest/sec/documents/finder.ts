/** Returns a function that finds the next `sought`; called with increasing places, all calls together read the text once. */
export function createFinder(text: string, sought: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(sought, from);
    return found;
  };
}
