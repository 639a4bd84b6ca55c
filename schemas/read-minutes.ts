/** Estimates how long a text takes to read. */
const blanks = /\s+/;

/** Returns at least one minute, at 238 words a minute (Brysbaert 2019, silent reading of English). */
export const readMinutes = (...texts: readonly string[]): number =>
  Math.max(1, Math.round(texts.reduce((words, text) => words + text.split(blanks).length, 0) / 238));
