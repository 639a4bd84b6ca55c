/** Returns the text in at most `charsMax` UTF-16 units. If it is cut, it ends with `…`, after a whole word if possible. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const cut = text.slice(0, Math.max(0, charsMax - 1));
  const space = cut.lastIndexOf(' ');
  return `${(space > charsMax / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`;
}
