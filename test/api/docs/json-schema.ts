/** Checks a value against the part of JSON Schema 2020-12 that the OpenAPI document uses. An unknown keyword is an error. */

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const ignored = new Set(['description', 'title', 'default', 'examples', 'example', 'format', 'propertyNames']);

type Definitions = Readonly<Record<string, JsonSchema>>;
type Check = (value: unknown, argument: unknown, schema: JsonSchema, definitions: Definitions, at: string) => string[];

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeOf(value) === 'object';

/** Compiled once, because compiling would take most of the time. */
const expressions = new Map<string, RegExp>();
function expressionOf(pattern: string): RegExp {
  const made = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, made);
  return made;
}

const checks: Readonly<Record<string, Check>> = {
  $ref: (value, ref, _, definitions, at) => {
    const name = String(ref).replace('#/components/schemas/', '');
    const target = definitions[name];
    return target === undefined ? [`${at}: no definition ${name}`] : checkValue(value, target, definitions, at);
  },
  type: (value, type, _, __, at) => {
    const types = Array.isArray(type) ? type : [type];
    return types.includes(typeOf(value)) || (types.includes('number') && typeof value === 'number')
      ? []
      : [`${at}: ${typeOf(value)} is not ${types.join(' or ')}`];
  },
  const: (value, wanted, _, __, at) => (value === wanted ? [] : [`${at}: ${String(value)} is not ${String(wanted)}`]),
  enum: (value, values, _, __, at) => ((values as unknown[]).includes(value) ? [] : [`${at}: ${String(value)} is none of the values`]),
  pattern: (value, pattern, _, __, at) =>
    typeof value !== 'string' || expressionOf(String(pattern)).test(value) ? [] : [`${at}: ${value} does not match`],
  minLength: (value, least, _, __, at) => (typeof value !== 'string' || value.length >= Number(least) ? [] : [`${at}: too short`]),
  maxLength: (value, most, _, __, at) => (typeof value !== 'string' || value.length <= Number(most) ? [] : [`${at}: too long`]),
  minimum: (value, least, _, __, at) => (typeof value !== 'number' || value >= Number(least) ? [] : [`${at}: too small`]),
  maximum: (value, most, _, __, at) => (typeof value !== 'number' || value <= Number(most) ? [] : [`${at}: too large`]),
  minItems: (value, least, _, __, at) => (!Array.isArray(value) || value.length >= Number(least) ? [] : [`${at}: too few`]),
  maxItems: (value, most, _, __, at) => (!Array.isArray(value) || value.length <= Number(most) ? [] : [`${at}: too many`]),
  items: (value, schema, _, definitions, at) =>
    Array.isArray(value) ? value.flatMap((item, index) => checkValue(item, schema as JsonSchema, definitions, `${at}[${index}]`)) : [],
  properties: (value, properties, _, definitions, at) =>
    isObject(value)
      ? Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, schema]) =>
          name in value ? checkValue(value[name], schema, definitions, `${at}.${name}`) : [],
        )
      : [],
  required: (value, names, _, __, at) =>
    isObject(value) ? (names as string[]).filter((name) => !(name in value)).map((name) => `${at}: no ${name}`) : [],
  additionalProperties: (value, allowed, schema, definitions, at) => {
    if (!isObject(value)) return [];
    const others = Object.keys(value).filter((name) => !(name in ((schema.properties as object | undefined) ?? {})));
    if (allowed === false) return others.map((name) => `${at}: ${name} is not documented`);
    return others.flatMap((name) => checkValue(value[name], allowed as JsonSchema, definitions, `${at}.${name}`));
  },
  anyOf: (value, schemas, _, definitions, at) =>
    (schemas as JsonSchema[]).some((schema) => checkValue(value, schema, definitions, at).length === 0)
      ? []
      : [`${at}: fits none of the alternatives`],
  oneOf: (value, schemas, _, definitions, at) =>
    (schemas as JsonSchema[]).filter((schema) => checkValue(value, schema, definitions, at).length === 0).length === 1
      ? []
      : [`${at}: does not fit exactly one alternative`],
  allOf: (value, schemas, _, definitions, at) => (schemas as JsonSchema[]).flatMap((schema) => checkValue(value, schema, definitions, at)),
};

/** Returns the faults of `value`, one a line. */
export function checkValue(value: unknown, schema: JsonSchema, definitions: Definitions, at = '$'): string[] {
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    const check = checks[keyword];
    if (check !== undefined) return check(value, argument, schema, definitions, at);
    return ignored.has(keyword) ? [] : [`${at}: keyword ${keyword} is not checked`];
  });
}
