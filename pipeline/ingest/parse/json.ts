/** Parses untrusted JSON, or returns why it is invalid. Refuses deep nesting, because parsing it would block the thread in one call. */

const depthMax = 100;

export type JsonResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly detail: string };

/** Returns the parsed text. Ignores a leading byte order mark (RFC 8259, 8.1). */
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

/** Returns the index of the quote that ends the string begun at `from`; the text's length where none does. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}
