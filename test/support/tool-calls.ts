/** Calls tools over the client library of the protocol, and checks what every answer and every refusal promises. */
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { fenceNotice, fenceOpen } from '#api/mcp/fence.ts';
import { answerTokensMax } from '#api/mcp/fit.ts';
import { answerSchema } from '#api/mcp/listing.ts';
import { tokensOf } from '#api/mcp/tokens.ts';
import { tools } from '#api/mcp/tools.ts';

export interface ToolRow {
  readonly uid: string;
  readonly title: string;
  readonly url: string;
  readonly time_published: string;
  readonly alert_id: string;
  readonly [key: string]: unknown;
}
export interface ToolAnswer {
  readonly notice?: string;
  readonly cut: string | null;
  readonly note?: string | null;
  readonly results: readonly ToolRow[];
  readonly next_cursor?: string | null;
  readonly [key: string]: unknown;
}

export type Given = Readonly<Record<string, unknown>>;
export const textOf = ({ content }: CallToolResult): string => content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

export interface ToolCalls {
  readonly ask: (name: string, given?: Given, by?: Client) => Promise<CallToolResult>;
  readonly answer: (name: string, given?: Given, by?: Client) => Promise<ToolAnswer>;
  readonly refusal: (name: string, given?: Given, by?: Client) => Promise<{ text: string; meta: Given }>;
}

/** Returns functions that call tools, by this client unless a call names another one. */
export function toolCalls(client: Client): ToolCalls {
  const ask: ToolCalls['ask'] = (name, given = {}, by = client) => by.callTool({ name, arguments: given });

  /** Returns a tool's answer after checking it against its schema and against the promises of every answer. */
  async function answer(name: string, given: Given = {}, by = client): Promise<ToolAnswer> {
    const result = await ask(name, given, by);
    expect(result.isError, textOf(result)).toBeFalsy();
    const tool = tools.find((one) => one.name === name)!;
    const parsed = answerSchema(tool).safeParse(result.structuredContent);
    expect(parsed.error?.issues ?? []).toEqual([]);
    const structured = result.structuredContent as ToolAnswer;
    const text = JSON.stringify(structured);
    expect(tokensOf(text) + tokensOf(textOf(result))).toBeLessThanOrEqual(answerTokensMax);
    expect(structured.notice).toBe(text.includes(fenceOpen) ? fenceNotice : undefined);
    // A client that reads only the text gets every row and figure, and what was cut.
    expect(JSON.parse(textOf(result))).toEqual(structured);
    return structured;
  }

  async function refusal(name: string, given: Given = {}, by = client): Promise<{ text: string; meta: Given }> {
    const result = await ask(name, given, by);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    return { text: textOf(result), meta: result['_meta'] ?? {} };
  }

  return { ask, answer, refusal };
}
