/** A tool: an action that agents may call, with the words and schemas by which a model chooses it. Most tools call an operation of the API. */
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';

/** Arguments in the form of an operation's parameters: as text, with commas between the members of a list. */
export type Arguments = Readonly<Record<string, string>>;

export interface ToolCall {
  readonly name: string;
  readonly arguments: Arguments;
  readonly caller: Caller;
  readonly deps: ApiDeps;
}

/** Levels of detail: 0 is full, 3 the least. */
export const details = [0, 1, 2, 3] as const;
export type Detail = (typeof details)[number];
/** The level with only the fields that identify a row, for an answer of one row that does not fit otherwise. */
export const leastDetail = 3;

export interface ToolResult {
  /** Returns the answer, without `notice` and `cut`, at this level of detail. */
  readonly at: (detail: Detail) => Readonly<Record<string, unknown>>;
  /** Says what is missing at less than full detail, and how to get it. */
  readonly shortened: string;
  /** The number of rows, and a function that returns the same result with fewer rows. */
  readonly fewer?: { readonly rows: number; readonly with: (rows: number) => Promise<ToolResult> | ToolResult };
  /** Says why there are fewer rows than requested, and how to continue; absent when all rows are there. */
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
    /** Whether the answer contains text of publishers or filers. */
    readonly openWorldHint: boolean;
  };
  /** Requests of the quota that a call costs; one when absent. */
  readonly cost?: 0;
  /** Maximum tokens of an answer when the call sets no max_tokens. */
  readonly tokensDefault?: number;
  readonly input: z.ZodObject;
  /** Other names that models use for arguments, and the argument of each. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Fields of the answer except `notice` and `cut`, which every answer has. */
  readonly output: z.ZodObject;
  readonly run: (call: ToolCall) => Promise<ToolResult> | ToolResult;
}

/** Argument of tools whose answer may be shortened. call-tool.ts removes it before the tool runs. */
export const sizeInput = { max_tokens: z.int().optional().meta({ description: 'Answer size, 1000-25000' }) };

/** Returns a schema that only names the fields of an object, because a full one costs tokens in every session. */
export const loose = ({ shape }: z.ZodObject) => z.looseObject({}).meta({ description: Object.keys(shape).join(', ') });

export const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
