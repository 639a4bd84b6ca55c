/** Parses untrusted JSON. Refuses deep nesting, because JSON.parse would block the thread with it. */

const depthMax = 100;

type JsonResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly detail: string };

/** Returns the parsed value, or why the text is invalid. Ignores a leading byte order mark (RFC 8259, 8.1). */
export function parseJson(given: string): JsonResult {
  const text = given.startsWith('\ufeff') ? given.slice(1) : given;
  if (isNestedDeep(text)) return { ok: false, detail: `nested deeper than ${depthMax}` };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, detail: `not JSON: ${(error as SyntaxError).message}`.slice(0, 300) };
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d] as const;

function isNestedDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at);
    else if (code === openList || code === openObject) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return false;
}

/** Returns the index of the quote that ends the string begun at `from`; the length of the text when there is none. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}
