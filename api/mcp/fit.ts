/** Fits a tool's result into an answer: first by shorter texts, then by fewer rows. A cut answer says how to continue. */
import { fenceNotice, fenceOpen } from './fence.ts';
import { details, leastDetail, type Detail, type ToolResult } from './tool.ts';
import { tokensOf } from './tokens.ts';

export const answerTokensMax = 25_000;
const frameTokens = 100;
const triesMax = 8;

interface FittedAnswer {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface AnswerLimits {
  /** Whether the answer has only its text, without structured content. */
  readonly isTextOnly?: boolean;
  /** Whether `tokensMax` limits each copy rather than both together, as when the caller set it. Both together fit `answerTokensMax` always. */
  readonly isPerCopy?: boolean;
  readonly tokensMax?: number;
}

/**
 * Returns the answer. One row at the least detail is returned even above `tokensMax`, because the call was already charged. Throws when that row
 * exceeds `answerTokensMax`.
 */
export async function fitted(
  result: ToolResult,
  { isTextOnly = false, isPerCopy = false, tokensMax = answerTokensMax }: AnswerLimits = {},
): Promise<FittedAnswer> {
  // The answer has its value twice, as structured content and as text, because a client may show a model either or both.
  const copies = isTextOnly ? 1 : 2;
  const roomMax = (answerTokensMax - frameTokens) / copies;
  const room = Math.min(roomMax, (tokensMax - frameTokens) / (isPerCopy ? 1 : copies));
  let now = result;
  for (let tries = 1; ; tries += 1) {
    const rows = now.fewer?.rows ?? 1;
    let size = 0;
    for (const detail of rows > 1 ? details.slice(0, leastDetail) : details) {
      const form = formOf(now, detail);
      // A token has at least one byte, so the tokens of a short text need no count.
      size = Buffer.byteLength(form.text);
      if (size > room) size = tokensOf(form.text);
      if (size <= room) return form;
    }
    if (now.fewer === undefined || rows <= 1) {
      if (size > roomMax) throw new Error(`an answer of ${size} tokens cannot be shortened enough`);
      return formOf(now, leastDetail, `Its shortest form needs more than max_tokens=${tokensMax}.`);
    }
    const fitting = Math.floor(rows * Math.min(0.9, (0.9 * room) / size));
    now = await now.fewer.with(tries === triesMax ? 1 : Math.max(1, fitting));
  }
}

function formOf(result: ToolResult, detail: Detail, remark?: string): FittedAnswer {
  const cut = [result.cut, detail > 0 ? result.shortened : undefined, remark].filter((words) => words !== undefined && words !== '').join(' ');
  const value = { cut: cut === '' ? null : cut, ...result.at(detail) };
  const text = JSON.stringify(value);
  if (!text.includes(fenceOpen)) return { value, text };
  return { value: { notice: fenceNotice, ...value }, text: `{"notice":${JSON.stringify(fenceNotice)},${text.slice(1)}` };
}
