/** Returns the symbol in upper case, without a leading `$`, and with a dash in place of blanks and slashes. */
export const symbolText = (text: string): string =>
  text
    .trim()
    .replace(/^\$\s*/, '')
    .toUpperCase()
    .replace(/[/\s-]+/g, '-');
