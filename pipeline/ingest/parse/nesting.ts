/** Bounds the depth of HTML: the parser's time grows with its square, and no published page is nested so deep. */

const nestingMax = 1_000;

export class NestedTooDeepError extends Error {}

/** Throws once more than `most` elements are open. */
export function createNesting(most = nestingMax): { readonly open: () => void; readonly close: () => void } {
  let depth = 0;
  return {
    open: () => {
      depth += 1;
      if (depth > most) throw new NestedTooDeepError(`nested deeper than ${most}`);
    },
    close: () => void (depth -= 1),
  };
}
