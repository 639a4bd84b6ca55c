/**
 * A tool: what an agent may ask of the service, with the words and schemas by which a model that has never seen the service
 * chooses it, and how it is answered. Most are an operation of the table that HTTP serves, asked through this other door.
 */
import type { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../context.ts';

/** Arguments as the parameters of an operation take them: text, lists with commas. */
export type Arguments = Readonly<Record<string, string>>;

export interface ToolCall {
  readonly arguments: Arguments;
  readonly caller: Caller;
  readonly deps: ApiDeps;
}

/** How much of a text is told: 0 as much as is usual, 2 the least. */
export const details = [0, 1, 2] as const;
export type Detail = (typeof details)[number];

/** What a tool found. */
export interface Found {
  /** One sentence on what there is; repeats nothing of it. */
  readonly said: string;
  /** The answer without `notice` and `cut`; asked for less detail while it does not fit. */
  readonly at: (detail: Detail) => Readonly<Record<string, unknown>>;
  /** What is missing at less detail, and how to get it. */
  readonly shortened: string;
  /** The same with fewer rows: where even the least detail of all does not fit. */
  readonly fewer?: { readonly rows: number; readonly with: (rows: number) => Promise<Found> | Found };
  /** Why there are fewer rows than were asked for, and how to go on. */
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
    /** Whether its answer holds text that others wrote. */
    readonly openWorldHint: boolean;
  };
  readonly input: z.ZodObject;
  /** Other names of arguments. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Without `notice` and `cut`, which every answer has. */
  readonly output: z.ZodObject;
  readonly run: (call: ToolCall) => Promise<Found> | Found;
}

export const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;
