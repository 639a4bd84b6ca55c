/**
 * Fits a tool's result into an answer: first by shorter texts, then by fewer rows, whose cursor leads to those left out. A cut answer says
 * so, and how to continue. The answer holds its value twice, because clients show a model the
 * structured content, the text, or both; where both do not fit, the text is shortened first.
 */
import { invalidParameter } from '../errors.ts';
import { fenceNotice, fenceOpen } from './fence.ts';
import { details, type Detail, type ToolResult } from './tool.ts';
import { tokensOf } from './tokens.ts';

export const answerTokensMax = 25_000;
/** Tokens for the words around the answer and the protocol around these. */
const frameTokens = 500;
const triesMax = 8;

export interface FittedAnswer {
  readonly value: Readonly<Record<string, unknown>>;
  /** The value as JSON, with shorter texts where needed. */
  readonly text: string;
}

/** Levels of detail of the value and of the text, the most wanted first. */
const pairs = details.flatMap((detail) => details.filter((ofText) => ofText >= detail).map((ofText) => [detail, ofText] as const));

export interface AnswerRoom {
  /** Whether the answer is the text alone. */
  readonly isTextOnly?: boolean;
  /** Whether text and structured content have to fit each by itself, as a caller means who names a size; otherwise both together. */
  readonly isPerCopy?: boolean;
  readonly tokensMax?: number;
}

export async function fitted(
  result: ToolResult,
  { isTextOnly = false, isPerCopy = false, tokensMax = answerTokensMax }: AnswerRoom = {},
): Promise<FittedAnswer> {
  const room = tokensMax - frameTokens;
  let now = result;
  for (let tries = 0; ; tries += 1) {
    const forms: FittedAnswer[] = [];
    let least = 0;
    for (const [detail, ofText] of pairs) {
      const { value, text: whole } = (forms[detail] ??= formOf(now, detail));
      const { text } = (forms[ofText] ??= formOf(now, ofText));
      // A token has at least one byte, and a character at most three.
      if ((whole.length + text.length) * 3 <= room) return { value, text };
      const inText = tokensOf(text);
      const inValue = isTextOnly ? 0 : detail === ofText ? inText : tokensOf(whole);
      least = isPerCopy ? Math.max(inText, inValue) : inText + inValue;
      if (least <= room) return { value, text };
    }
    if (now.fewer === undefined || now.fewer.rows <= 1 || tries === triesMax) {
      if (!isPerCopy && tokensMax < answerTokensMax) return fitted(result, { isTextOnly });
      if (tokensMax >= answerTokensMax) throw new Error(`an answer of ${least} tokens cannot be shortened enough`);
      throw invalidParameter('max_tokens', `is too small: this answer needs ${least + frameTokens}`);
    }
    now = await now.fewer.with(Math.max(1, Math.floor(now.fewer.rows * Math.min(0.9, (0.9 * room) / least))));
  }
}

function formOf(result: ToolResult, detail: Detail): FittedAnswer {
  const cut = [result.cut, detail > 0 ? result.shortened : undefined].filter((words) => words !== undefined).join(' ');
  const value = { cut: cut === '' ? null : cut, ...result.at(detail) };
  const text = JSON.stringify(value);
  if (!text.includes(fenceOpen)) return { value, text };
  return { value: { notice: fenceNotice, ...value }, text: `{"notice":${JSON.stringify(fenceNotice)},${text.slice(1)}` };
}
