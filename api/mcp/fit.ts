/**
 * Fits a tool's result into an answer: first by shorter texts, then by fewer rows, which are fetched again so that the cursor continues
 * after the last one shown. A cut answer says so, and how to continue.
 */
import { fenceNotice, fenceOpen } from './fence.ts';
import { details, type Found } from './tool.ts';
import { tokensOf } from './tokens.ts';

export const answerTokensMax = 25_000;
/** Tokens for the words around the answer and the protocol around these. */
const frameTokens = 500;
const triesMax = 4;

export interface Fitted {
  readonly said: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The value as JSON. */
  readonly text: string;
}

export async function fitted(found: Found, tokensMax = answerTokensMax): Promise<Fitted> {
  const room = tokensMax - frameTokens;
  let now = found;
  for (let tries = 0; ; tries += 1) {
    let least = 0;
    for (const detail of details) {
      const cut = [now.cut, detail > 0 ? now.shortened : undefined].filter((words) => words !== undefined).join(' ');
      const made = answerOf(now, now.at(detail), cut === '' ? null : cut);
      // A token has at least one byte, and a character at most three.
      if (made.text.length * 3 <= room) return made;
      least = tokensOf(made.text);
      if (least <= room) return made;
    }
    if (now.fewer === undefined || now.fewer.rows <= 1 || tries === triesMax) throw new Error(`an answer of ${least} tokens cannot be made to fit`);
    now = await now.fewer.with(Math.max(1, Math.floor(now.fewer.rows * Math.min(0.9, (0.9 * room) / least))));
  }
}

function answerOf({ said }: Found, answer: Readonly<Record<string, unknown>>, cut: string | null): Fitted {
  const value = { cut, ...answer };
  const text = JSON.stringify(value);
  if (!text.includes(fenceOpen)) return { said, value, text };
  return { said, value: { notice: fenceNotice, ...value }, text: `{"notice":${JSON.stringify(fenceNotice)},${text.slice(1)}` };
}
