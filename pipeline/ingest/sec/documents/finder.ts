/** Returns a function that finds the next `sought`; called with increasing places, all calls together read the text once. */
export function createFinder(text: string, sought: string): (from: number) => number {
  let at = -2;
  return (from) => {
    if (at !== -1 && at < from) at = text.indexOf(sought, from);
    return at;
  };
}
