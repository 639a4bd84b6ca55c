/** Makes a set of the words of a text. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
