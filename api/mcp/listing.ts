/** The tools as the protocol lists them, made once: a server is made for every request, and must not make its schemas anew. */
import { z } from 'zod';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: Tool['annotations'] & { readonly title: string };
}

/** What every answer has besides. */
const frame = {
  notice: z.string().optional().meta({ description: 'How to take text that others wrote' }),
  cut: z.string().nullable().meta({ description: 'null, or what was left out and how to go on' }),
};

export const answerSchema = ({ output }: Pick<Tool, 'output'>): z.ZodObject => z.object({ ...frame, ...output.shape });

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  // Of what an answer may hold more than is described, nothing is said: a later release adds fields.
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override: ({ jsonSchema: part }) => plain(part, io) });
  return { ...made, type: 'object' };
} // prettier-ignore

/** Registered ids make references, and what a pattern adds to a format costs a reader more than it tells. */
function plain(part: Record<string, unknown>, io: 'input' | 'output'): void {
  delete part['id'];
  if (io === 'input') return;
  delete part['additionalProperties'];
  delete part['pattern'];
  delete part['format'];
  if (part['type'] === 'integer') for (const bound of ['minimum', 'maximum'] as const) if (Math.abs(Number(part[bound])) >= Number.MAX_SAFE_INTEGER) delete part[bound];
} // prettier-ignore

const listed = (tool: Tool, hasOutput: boolean): ListedTool => {
  const { name, title, description, annotations, input } = tool;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(input, 'input'),
    ...(hasOutput && { outputSchema: jsonSchema(answerSchema(tool), 'output') }),
    annotations: { title, ...annotations },
  };
};

export const listedTools = tools.map((tool) => listed(tool, true));
/** For clients that read text alone: an answer in text has no schema. */
export const listedAsText = tools.map((tool) => listed(tool, false));
