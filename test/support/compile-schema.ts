/**
 * Compiles the part of JSON Schema that the OpenAPI document uses into predicates, once a schema, so that every answer of every test can be
 * checked. `checkValue` names the faults of a value that does not fit. A keyword that neither knows is an error.
 */
import type { JsonSchema } from '../api/docs/json-schema.ts';

type Fits = (value: unknown) => boolean;
type Definitions = Readonly<Record<string, JsonSchema>>;
type Compile = (argument: never, schema: JsonSchema, definitions: Definitions) => Fits;

const always: Fits = () => true;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

const types: Readonly<Record<string, Fits>> = {
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: isObject,
};

const keywords: Readonly<Record<string, Compile>> = {
  $ref: (ref: string, _, definitions) => {
    const target = definitions[ref.replace('#/components/schemas/', '')];
    if (target === undefined) throw new Error(`no definition ${ref}`);
    // Compiled when first needed: a definition may refer to itself.
    return (value) => compiled(target, definitions)(value);
  },
  type: (given: string | readonly string[]) => {
    const each = (typeof given === 'string' ? [given] : given).map((name) => types[name]!);
    return each.length === 1 ? each[0]! : (value) => each.some((fits) => fits(value));
  },
  const: (wanted: unknown) => (value) => value === wanted,
  enum: (values: readonly unknown[]) => {
    const set = new Set(values);
    return (value) => set.has(value);
  },
  pattern: (pattern: string) => {
    const expression = new RegExp(pattern, 'u');
    return (value) => typeof value !== 'string' || expression.test(value);
  },
  minLength: (least: number) => (value) => typeof value !== 'string' || value.length >= least,
  maxLength: (most: number) => (value) => typeof value !== 'string' || value.length <= most,
  minimum: (least: number) => (value) => typeof value !== 'number' || value >= least,
  maximum: (most: number) => (value) => typeof value !== 'number' || value <= most,
  minItems: (least: number) => (value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number) => (value) => !Array.isArray(value) || value.length <= most,
  items: (schema: JsonSchema, _, definitions) => {
    const fits = compiled(schema, definitions);
    return (value) => !Array.isArray(value) || value.every(fits);
  },
  properties: (properties: Readonly<Record<string, JsonSchema>>, _, definitions) => {
    const each = Object.entries(properties).map(([name, schema]) => [name, compiled(schema, definitions)] as const);
    return (value) => !isObject(value) || each.every(([name, fits]) => !(name in value) || fits(value[name]));
  },
  required: (names: readonly string[]) => (value) => !isObject(value) || names.every((name) => name in value),
  additionalProperties: (allowed: false | JsonSchema, { properties = {} }, definitions) => {
    const known = new Set(Object.keys(properties as object));
    const fits = allowed === false ? () => false : compiled(allowed, definitions);
    return (value) => !isObject(value) || Object.entries(value).every(([name, each]) => known.has(name) || fits(each));
  },
  anyOf: (schemas: readonly JsonSchema[], _, definitions) => {
    const each = schemas.map((schema) => compiled(schema, definitions));
    return (value) => each.some((fits) => fits(value));
  },
  oneOf: (schemas: readonly JsonSchema[], _, definitions) => {
    const each = schemas.map((schema) => compiled(schema, definitions));
    return (value) => each.filter((fits) => fits(value)).length === 1;
  },
  allOf: (schemas: readonly JsonSchema[], _, definitions) => {
    const each = schemas.map((schema) => compiled(schema, definitions));
    return (value) => each.every((fits) => fits(value));
  },
  ...Object.fromEntries(['description', 'title', 'default', 'examples', 'example', 'format', 'propertyNames'].map((name) => [name, () => always])),
};

const made = new WeakMap<JsonSchema, Fits>();

/** Returns the predicate of a schema; `schema` and `definitions` belong to one document. */
export function compiled(schema: JsonSchema, definitions: Definitions): Fits {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const parts = Object.entries(schema).map(([keyword, argument]) => {
    const compile = keywords[keyword];
    if (compile === undefined) throw new Error(`keyword ${keyword} is not checked`);
    return compile(argument as never, schema, definitions);
  });
  const needed = parts.filter((fits) => fits !== always);
  const fits: Fits = (value) => needed.every((part) => part(value));
  made.set(schema, fits);
  return fits;
}
