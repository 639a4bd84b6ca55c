/**
 * Estimates from above the tokens that a language model makes of a text. Readers use different tokenizers, so each kind of character costs
 * about what the most expensive of the usual ones takes for it.
 */

/** Kinds of runs of characters, and the characters of each kind that make one token. */
const [small, capital, digit, sign] = [1, 2, 3, 4] as const;
const charsAToken: readonly number[] = [0, 4, 1.6, 2, 2];
const blank = 0x20;

/** Kind by character code below 128; 0: not part of a run. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const text = String.fromCharCode(code);
  if (/[a-z]/.test(text)) return small;
  if (/[A-Z]/.test(text)) return capital;
  if (/[0-9]/.test(text)) return digit;
  return code > blank ? sign : 0;
});

/**
 * Returns at least as many tokens as the usual tokenizers make of English, JSON, addresses and ids. For other scripts it returns the number
 * of bytes.
 */
export function tokensOf(text: string): number {
  let [tokens, run, length] = [0, 0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? blank : text.charCodeAt(at);
    const kind = code < 128 ? kinds[code]! : 0;
    if (kind === run && run !== 0) {
      length += 1;
      continue;
    }
    if (run !== 0) tokens += Math.ceil(length / charsAToken[run]!);
    [run, length] = [kind, 1];
    if (kind !== 0) continue;
    // A space belongs to the word after it.
    if (code !== blank) tokens += code < 128 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    else if (text.charCodeAt(at + 1) === blank) tokens += 1;
  }
  return tokens;
}
