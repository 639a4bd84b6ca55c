/**
 * Estimates from above the tokens that a language model makes of a text. Readers use different tokenizers, so each kind of character costs
 * about what the most expensive of the usual ones takes for it.
 */

/** Kinds of characters that make runs, and how many characters of a run make how many tokens. */
const runKinds = [
  { characters: /[a-z]/, length: 4, tokens: 1 },
  { characters: /[A-Z]/, length: 8, tokens: 5 },
  { characters: /[0-9]/, length: 2, tokens: 1 },
  { characters: /[!-/:-@[-`{-\u007f]/, length: 2, tokens: 1 },
] as const;
/** Kinds of the other bytes. A blank belongs to the word after it; a control character and each byte of other scripts is a token. */
const [blank, alone] = [runKinds.length, runKinds.length + 1] as const;
const kindBits = 3;

const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const kind = runKinds.findIndex(({ characters }) => characters.test(String.fromCharCode(byte)));
  return kind >= 0 ? kind : byte === 0x20 ? blank : alone;
});

/** States of the count: outside a run, after a blank, and for each kind the places within its period. */
const [outside, behindBlank] = [0, 1] as const;
const firstStates = runKinds.map((_, kind) => runKinds.slice(0, kind).reduce((sum, { length }) => sum + length, behindBlank + 1));
const statesCount = runKinds.reduce((sum, { length }) => sum + length, behindBlank + 1);

/** By state and kind of the next character: twice the next state, and 1 more where the character begins a token. */
const steps = new Uint8Array(statesCount << kindBits);
for (let state = 0; state < statesCount; state += 1) {
  runKinds.forEach(({ length, tokens }, kind) => {
    const first = firstStates[kind]!;
    const isInRun = state >= first && state < first + length;
    const before = isInRun ? state - first + 1 : 0;
    const begins = Math.ceil(((before + 1) * tokens) / length) - Math.ceil((before * tokens) / length);
    steps[(state << kindBits) | kind] = ((first + (before % length)) << 1) | begins;
  });
  steps[(state << kindBits) | blank] = (behindBlank << 1) | (state === behindBlank ? 1 : 0);
  steps[(state << kindBits) | alone] = (outside << 1) | 1;
}

/** Longer texts get bytes of their own, which are not kept. */
const usualBytes = new Uint8Array(1 << 18);
const encoder = new TextEncoder();

/**
 * Returns at least as many tokens as the usual tokenizers make of English, JSON, addresses and ids. For other scripts it returns the number
 * of bytes. Every answer is counted whole, so a byte costs one look-up.
 */
export function tokensOf(text: string): number {
  const bytes = text.length * 3 <= usualBytes.length ? usualBytes : new Uint8Array(text.length * 3);
  const { written } = encoder.encodeInto(text, bytes);
  let [tokens, state] = [0, outside as number];
  for (let at = 0; at < written; at += 1) {
    const step = steps[(state << kindBits) | kindOfByte[bytes[at]!]!]!;
    tokens += step & 1;
    state = step >> 1;
  }
  return tokens;
}
