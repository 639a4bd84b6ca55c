/** Bounds the depth of HTML, because the time of the HTML parser grows with the square of the depth. No published page is that deep. */

const nestingMax = 1_000;

export class NestedTooDeepError extends Error {}

/** Returns a counter of open elements. It throws a NestedTooDeepError once too many are open. */
export function createNesting(): { readonly open: () => void; readonly close: () => void } {
  let depth = 0;
  return {
    open: () => {
      depth += 1;
      if (depth > nestingMax) throw new NestedTooDeepError(`nested deeper than ${nestingMax}`);
    },
    close: () => void (depth -= 1),
  };
}
