/** The tools as the protocol lists them. The schemas are built once, because a protocol server is made for every request. */
import { z } from 'zod';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

interface ListedTool extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: Tool['annotations'] & { readonly title: string };
}

const frame = {
  notice: z.string().optional().meta({ description: 'How to treat text written by others' }),
  cut: z.string().nullable().meta({ description: 'What was left out and how to get it; else null' }),
};

export const answerSchema = ({ output }: Pick<Tool, 'output'>): z.ZodObject => z.object({ ...frame, ...output.shape });

type Schema = Readonly<Record<string, unknown>>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const { $schema: _, $defs = {}, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  return { ...portable(made, { io, definitions: $defs as Readonly<Record<string, Schema>> }), type: 'object' };
}

const describingKeywords = new Set(['description', 'examples', 'title']);
/** Keywords omitted from output schemas: a later release may add fields and values, and patterns cost more tokens than they are worth. */
const leftOutOfAnswers = new Set(['additionalProperties', 'pattern', 'format', 'enum']);

/** Returns a schema that every client understands: without references, and with `anyOf` in place of a list of types. */
function portable(part: Schema, within: { readonly io: 'input' | 'output'; readonly definitions: Readonly<Record<string, Schema>> }): Schema {
  const { $ref, ...own } = part;
  const whole = typeof $ref === 'string' ? { ...within.definitions[$ref.slice($ref.lastIndexOf('/') + 1)], ...own } : own;
  const entries = Object.entries(whole).filter(([keyword, value]) => isListed(keyword, value, within.io));
  const made = Object.fromEntries(entries.map(([keyword, value]) => [keyword, portableValue(keyword, value, within)]));
  const types = made['type'];
  if (!Array.isArray(types)) return made;
  const about = entries.filter(([keyword]) => describingKeywords.has(keyword));
  const rest = Object.entries(made).filter(([keyword]) => keyword !== 'type' && !describingKeywords.has(keyword));
  return {
    ...Object.fromEntries(about),
    anyOf: types.map((type: unknown) => (type === 'null' ? { type } : { type, ...Object.fromEntries(rest.map(withoutNull)) })),
  };
}

const isListed = (keyword: string, value: unknown, io: 'input' | 'output'): boolean =>
  keyword !== 'id' && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER && (io === 'input' || !leftOutOfAnswers.has(keyword));

function portableValue(keyword: string, value: unknown, within: Parameters<typeof portable>[1]): unknown {
  if (keyword === 'properties')
    return Object.fromEntries(Object.entries(value as Readonly<Record<string, Schema>>).map(([name, member]) => [name, portable(member, within)]));
  if (keyword === 'anyOf' || keyword === 'allOf') return (value as readonly Schema[]).map((member) => portable(member, within));
  return keyword === 'items' ? portable(value as Schema, within) : value;
}

const withoutNull = ([keyword, value]: [string, unknown]): [string, unknown] =>
  keyword === 'enum' && Array.isArray(value) ? [keyword, value.filter((member) => member !== null)] : [keyword, value];

export const listedTools = tools.map(({ name, title, description, annotations, input, output }): ListedTool => ({
  name,
  title,
  description,
  inputSchema: jsonSchema(input, 'input'),
  outputSchema: jsonSchema(answerSchema({ output }), 'output'),
  annotations: { title, ...annotations },
}));
/** For clients that read only text, which has no schema. */
export const listedAsText = listedTools.map((tool): ListedTool => {
  const { outputSchema: _, ...textTool } = tool;
  return textTool;
});
