/**
 * A tool: an action that the service offers to agents, with the words and schemas by which a model that does not know the service selects
 * it. Most tools call an operation of the table that HTTP serves.
 */
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';

/** Arguments in the form of an operation's parameters: text, lists with commas. */
export type Arguments = Readonly<Record<string, string>>;

export interface ToolCall {
  /** Name of the tool. */
  readonly name: string;
  readonly arguments: Arguments;
  readonly caller: Caller;
  readonly deps: ApiDeps;
}

/** Levels of detail, from the usual amount of text down. */
export const details = [0, 1, 2, 3] as const;
export type Detail = (typeof details)[number];
/** Only what names a row and leads to the rest of it: for an answer of one row that has no room for more. */
export const leastDetail = 3;

/** The result of a tool. */
export interface ToolResult {
  /** Returns the answer without `notice` and `cut`; called with less detail while the answer does not fit. */
  readonly at: (detail: Detail) => Readonly<Record<string, unknown>>;
  /** Says what is missing at less detail, and how to get it. */
  readonly shortened: string;
  /** Makes the same result with fewer rows, for when several do not fit with little detail. */
  readonly fewer?: { readonly rows: number; readonly with: (rows: number) => Promise<ToolResult> | ToolResult };
  /** Says why there are fewer rows than requested, and how to continue. */
  readonly cut?: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint: boolean;
    /** Whether its answer contains text that others wrote. */
    readonly openWorldHint: boolean;
  };
  /** Requests of the quota that a call takes; absent: one. */
  readonly cost?: 0;
  /** Maximum number of tokens of an answer when the call does not set one. */
  readonly tokensDefault?: number;
  readonly input: z.ZodObject;
  /** Other names of arguments. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Fields of the answer except `notice` and `cut`, which every answer has. */
  readonly output: z.ZodObject;
  readonly run: (call: ToolCall) => Promise<ToolResult> | ToolResult;
}

/** Argument of tools whose answer may be shortened; call-tool.ts takes it out. */
export const sizeInput = { max_tokens: z.int().optional().meta({ description: 'Answer size, 1000-25000' }) };

/** Returns an object of an answer by the names of its fields: a whole schema costs every session tokens. */
export const loose = ({ shape }: z.ZodObject) => z.looseObject({}).meta({ description: Object.keys(shape).join(', ') });

export const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
