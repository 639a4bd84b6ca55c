/** Returns a symbol in one spelling: upper case, without a leading `$`, a dash for blanks and slashes. */
export const symbolText = (text: string): string =>
  text
    .trim()
    .replace(/^\$\s*/, '')
    .toUpperCase()
    .replace(/[/\s-]+/g, '-');
