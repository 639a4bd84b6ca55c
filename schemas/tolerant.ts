/**
 * Derives from a zod schema a check that also accepts records of later releases. Unknown fields are ignored. A value outside an enum,
 * literal, range or text format is accepted and reported as strange; a missing value or one of another type is refused. The check copies
 * nothing.
 */
import { z } from 'zod';
import { isJsonObject } from './json-text.ts';

/**
 * Returns null if the value is accepted, else path and reason (`item.original.title: is not text`). Adds an entry to `strange` for each
 * strange value (`item.enrichment.category "quantum"`).
 */
export type TolerantCheck = (value: unknown, strange: string[]) => string | null;

interface Tolerance {
  /** Text formats that readers require. A text of another format is refused unless `isReadable` returns true for it. */
  readonly neededForms: readonly { readonly form: z.ZodType; readonly isReadable: (text: string) => boolean }[];
  /** Paths whose values are accepted with any type. `[]` denotes the elements of an array. */
  readonly freePaths: ReadonlySet<string>;
}

const strangeValueMax = 40;
const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, strangeValueMax) ?? 'undefined';
/** Returns the path with `name` before it; `rest` begins with a name, `[]` or `: reason`. */
const under = (name: string, rest: string): string => (/^[a-zA-Z_]/.test(rest) ? `${name}.${rest}` : `${name}${rest}`);

const refused = (reason: string): string => `: ${reason}`;
const strangely = (strange: string[], value: unknown): null => {
  strange.push(` ${shown(value)}`);
  return null;
};

/** Returns the check for a schema. Throws for a type of schema that it does not know. */
export function tolerantCheck(schema: z.ZodType, tolerance: Tolerance, path = ''): TolerantCheck {
  const check = structureCheck(schema, tolerance, path);
  if (!tolerance.freePaths.has(path)) return check;
  return (value, strange) => {
    const failure = check(value, strange);
    if (failure !== null) strange.push(failure);
    return null;
  };
}

function structureCheck(schema: z.ZodType, tolerance: Tolerance, path: string): TolerantCheck {
  if (schema instanceof z.ZodObject) return objectCheck(schema, tolerance, path);
  if (schema instanceof z.ZodArray) return arrayCheck(schema, tolerance, path);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const absent = schema instanceof z.ZodNullable ? null : undefined;
    const inner = tolerantCheck(schema.unwrap() as z.ZodType, tolerance, path);
    return (value, strange) => (value === absent ? null : inner(value, strange));
  }
  if (schema instanceof z.ZodEnum) {
    const known = new Set<unknown>(schema.options);
    return (value, strange) => (known.has(value) ? null : typeof value === 'string' ? strangely(strange, value) : refused('is not text'));
  }
  if (schema instanceof z.ZodLiteral) {
    const values: ReadonlySet<unknown> = schema.values;
    const types = new Set<string>([...values].map((one) => typeof one));
    return (value, strange) => {
      if (values.has(value)) return null;
      return types.has(typeof value) ? strangely(strange, value) : refused(`is not of type ${[...types].join(' or ')}`);
    };
  }
  if (schema instanceof z.ZodNull) return (value, strange) => (value === null ? null : strangely(strange, value));
  if (schema instanceof z.ZodBoolean) return (value) => (typeof value === 'boolean' ? null : refused('is not true or false'));
  if (schema instanceof z.ZodNumber) return numberCheck(schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textCheck(schema, tolerance);
  throw new Error(`${path}: no tolerant reading of a schema of type ${schema.type}`);
}

function objectCheck(schema: z.ZodObject, tolerance: Tolerance, path: string): TolerantCheck {
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, tolerantCheck(field, tolerance, path === '' ? name : `${path}.${name}`)] as const,
  );
  return (value, strange) => {
    if (!isJsonObject(value)) return refused('is not an object');
    for (const [name, check] of fields) {
      const countBefore = strange.length;
      const failure = check(value[name], strange);
      for (let at = countBefore; at < strange.length; at += 1) strange[at] = under(name, strange[at]!);
      if (failure !== null) return value[name] === undefined ? `${name}: missing` : under(name, failure);
    }
    return null;
  };
}

function arrayCheck(schema: z.ZodArray, tolerance: Tolerance, path: string): TolerantCheck {
  const element = tolerantCheck(schema.element as z.ZodType, tolerance, `${path}[]`);
  // Readers use the first element of an array that may not be empty.
  const isFilled = !schema.safeParse([]).success;
  return (value, strange) => {
    if (!Array.isArray(value)) return refused('is not an array');
    if (isFilled && value.length === 0) return refused('is empty');
    for (const one of value as unknown[]) {
      const countBefore = strange.length;
      const failure = element(one, strange);
      for (let at = countBefore; at < strange.length; at += 1) strange[at] = under('[]', strange[at]!);
      if (failure !== null) return under('[]', failure);
    }
    return null;
  };
}

function numberCheck(schema: z.ZodNumber): TolerantCheck {
  const { minValue, maxValue, isInt } = schema;
  const [least, most] = [minValue ?? Number.NEGATIVE_INFINITY, maxValue ?? Number.POSITIVE_INFINITY];
  return (value, strange) => {
    if (typeof value !== 'number') return refused('is not a number');
    return value >= least && value <= most && (!isInt || Number.isSafeInteger(value)) ? null : strangely(strange, value);
  };
}

interface TextRule {
  readonly check?: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
}

function textCheck(schema: z.ZodString | z.ZodStringFormat, { neededForms }: Tolerance): TolerantCheck {
  const rules = [schema.def as TextRule, ...(schema.def.checks ?? []).map((check) => check._zod.def as TextRule)];
  const patterns = rules.flatMap(({ pattern }) => pattern ?? []);
  const least = Math.max(0, ...rules.map(({ minimum = 0 }) => minimum));
  const most = Math.min(...rules.map(({ maximum = Number.POSITIVE_INFINITY }) => maximum));
  const isReadable = neededForms.find(({ form }) => form.def === schema.def)?.isReadable;
  return (value, strange) => {
    if (typeof value !== 'string') return refused('is not text');
    if (value.length >= least && value.length <= most && patterns.every((pattern) => pattern.test(value))) return null;
    return isReadable?.(value) === false ? refused(`${shown(value)} does not have the required form`) : strangely(strange, value);
  };
}
