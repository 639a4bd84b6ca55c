/** Estimates how long a text takes to read. */
const blanks = /\s+/;

/** Returns the minutes that some texts take to read, at least one, at 238 words a minute (Brysbaert 2019, silent reading of English). */
export const readMinutes = (...texts: readonly string[]): number =>
  Math.max(1, Math.round(texts.reduce((words, text) => words + text.split(blanks).length, 0) / 238));
