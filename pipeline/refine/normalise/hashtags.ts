/** Removes two or more hashtags at the end of a text, which are no part of its sentence. */

interface TagForm {
  readonly tag: RegExp;
  /** Whether each tag must follow a space, so that `#a#b` does not count. */
  readonly areApart: boolean;
}

/** Reads from the end, tag by tag. One pattern for all tags would restart at every tag of a row that ends in something else. */
export function withoutHashtags(text: string, { tag, areApart }: TagForm): string {
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
