/** Removes two or more hashtags at the end of a text, which are no part of its sentence. */

/** Returns the text without the hashtags; with `areApart` each must follow a space. One pattern for all tags would take quadratic time. */
export function withoutHashtags(text: string, { tag, areApart }: { readonly tag: RegExp; readonly areApart: boolean }): string {
  let from = text.trimEnd().length;
  let count = 0;
  while (from > 0) {
    const at = text.lastIndexOf('#', from - 1);
    if (at < 0 || !tag.test(text.slice(at, from))) break;
    const before = text.slice(0, at).trimEnd().length;
    if (areApart && before === at) break;
    count += 1;
    from = before;
  }
  return count < 2 ? text : text.slice(0, from);
}
