/** Returns the text, cut to `charsMax` UTF-16 units, at least one, with `…` at its end; between words where a space is near. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const cut = text.slice(0, Math.max(0, charsMax - 1));
  const space = cut.lastIndexOf(' ');
  return `${(space > charsMax / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`;
}
