/** How long a text takes to read. */
const blanks = /\s+/;

/** Returns how many minutes some texts take to read, at least one: 238 words a minute (Brysbaert 2019, silent reading of English). */
export const readMinutes = (...texts: readonly string[]): number =>
  Math.max(1, Math.round(texts.reduce((words, text) => words + text.split(blanks).length, 0) / 238));
