/** Estimates an upper bound of a text's tokens: each kind of character costs what the most expensive common tokenizer takes for it. */

/** Kinds of characters that form runs: every `length` characters of a run cost `tokens` tokens. */
const runKinds = [
  { characters: /[a-z]/, length: 4, tokens: 1 },
  { characters: /[A-Z]/, length: 8, tokens: 5 },
  { characters: /[0-9]/, length: 2, tokens: 1 },
  { characters: /[!-/:-@[-`{-\u007f]/, length: 2, tokens: 1 },
] as const;
/** Kinds of the other bytes. A space belongs to the next word; a control character and each byte of another script is one token. */
const [blank, alone] = [runKinds.length, runKinds.length + 1] as const;
const kindBits = 3;

const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const kind = runKinds.findIndex(({ characters }) => characters.test(String.fromCharCode(byte)));
  return kind >= 0 ? kind : byte === 0x20 ? blank : alone;
});

/** States of the counter: outside a run, after a space, and one for each position within the period of a run. */
const [outside, afterBlank] = [0, 1] as const;
const firstStates = runKinds.map((_, kind) => runKinds.slice(0, kind).reduce((sum, { length }) => sum + length, afterBlank + 1));
const statesCount = runKinds.reduce((sum, { length }) => sum + length, afterBlank + 1);

/** The next state by state and kind of the next byte, shifted left by one bit; the lowest bit is 1 when the byte begins a token. */
const steps = new Uint8Array(statesCount << kindBits);
for (let state = 0; state < statesCount; state += 1) {
  runKinds.forEach(({ length, tokens }, kind) => {
    const first = firstStates[kind]!;
    const isInRun = state >= first && state < first + length;
    const before = isInRun ? state - first + 1 : 0;
    const begins = Math.ceil(((before + 1) * tokens) / length) - Math.ceil((before * tokens) / length);
    steps[(state << kindBits) | kind] = ((first + (before % length)) << 1) | begins;
  });
  steps[(state << kindBits) | blank] = (afterBlank << 1) | (state === afterBlank ? 1 : 0);
  steps[(state << kindBits) | alone] = (outside << 1) | 1;
}

/** Buffer for most texts; a longer text gets its own. */
const usualBytes = new Uint8Array(1 << 18);
const encoder = new TextEncoder();

/** Returns an upper bound for English, JSON, addresses and ids, and the number of bytes for other scripts. */
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
