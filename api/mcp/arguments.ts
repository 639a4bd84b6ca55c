/** Converts the arguments of a tool call to the text that operations take, and checks their names. Operations check the values. */
import { z } from 'zod';
import { invalidInput } from '../errors.ts';
import { quoted } from '../request/quoted.ts';
import type { Arguments, Tool } from './tool.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const Value = z.union([scalar, z.array(scalar).max(1_000)]);
const Given = z.record(z.string(), z.unknown());
const nameLengthMax = 60;

/** Throws 400 `invalid_parameter`. */
export function readArguments({ name, input, aliases }: Pick<Tool, 'name' | 'input' | 'aliases'>, given: unknown): Arguments {
  const parsed = Given.safeParse(given ?? {});
  if (!parsed.success) throw invalidInput(new Map([['arguments', [`must be an object, not ${jsonText(given)}`]]]));
  const issues = new Map<string, string[]>();
  const read: Record<string, string> = {};
  const names = Object.keys(input.shape);
  for (const [wrote, value] of Object.entries(parsed.data)) {
    const meant = Object.hasOwn(aliases, wrote) ? aliases[wrote]! : wrote;
    if (!names.includes(meant)) {
      const printable = wrote.replace(/[^\x20-\x7e]/g, '?').slice(0, nameLengthMax);
      issues.set(printable, [`is not an argument of ${name}; its arguments are ${names.join(', ') || 'none'}`]);
      continue;
    }
    const text = textOf(value);
    if (text === undefined) issues.set(meant, [`must be a text, a number, true, false, or a list of these, not ${jsonText(value)}`]);
    else if (text !== '' && read[meant] !== undefined && read[meant] !== text)
      issues.set(meant, [`appears twice, as ${quoted(read[meant])} and as ${quoted(text)}; remove ${wrote}`]);
    else if (text !== '') read[meant] = text;
  }
  for (const [argument, type] of Object.entries(input.shape))
    if (read[argument] === undefined && !issues.has(argument) && !z.safeParse(type, undefined).success) issues.set(argument, ['is required']);
  if (issues.size > 0) throw invalidInput(issues);
  return read;
}

/** Returns a scalar or a list of scalars as text: empty for null, which models write for omitted arguments. Returns undefined for other values. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  const { data } = Value.safeParse(value);
  if (data === undefined) return undefined;
  return Array.isArray(data) ? data.map((member) => String(member).trim()).join(',') : String(data).trim();
}

const jsonText = (value: unknown): string => quoted(JSON.stringify(value));
