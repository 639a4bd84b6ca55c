/** Checks values against the schemas of the OpenAPI document, as Zod reads them. */
import { z } from 'zod';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The keywords that Zod applies to each type. It ignores others, so a value could violate them. */
const ofType: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'propertyNames'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  null: [],
};
const formats = ['date', 'date-time', 'uri'];

/** Returns the keywords that decide a schema, in the order in which Zod looks for them. */
function decidingOf(schema: JsonSchema): readonly string[] {
  if ('$ref' in schema) return ['$ref'];
  if ('enum' in schema) return ['enum', 'type', 'description'];
  if ('const' in schema) return ['const', 'type', 'description'];
  if ('anyOf' in schema) return ['anyOf', 'description'];
  return ['type', 'description', ...(ofType[String(schema['type'])] ?? [])];
}

/** Throws for a schema without a type, or with a keyword that Zod would ignore. */
function refuseIgnored(schema: JsonSchema | boolean, at: string): void {
  if (typeof schema === 'boolean') return;
  const deciding = decidingOf(schema);
  const [first = ''] = deciding;
  if (!Object.hasOwn(schema, first)) throw new Error(`${at}: without a type every value passes`);
  const ignored = Object.keys(schema).find((name) => !deciding.includes(name));
  if (ignored !== undefined) throw new Error(`${at}: ${ignored} is not checked beside ${first}`);
  const { format, properties = {}, anyOf = [], items, additionalProperties = true, propertyNames } = schema as Subschemas;
  if (format !== undefined && !formats.includes(format)) throw new Error(`${at}: the format ${format} is not checked`);
  // An empty schema of additional properties permits any value.
  const further = Object.keys(additionalProperties).length === 0 ? true : additionalProperties;
  const subschemas = { ...properties, ...Object.fromEntries(anyOf.entries()), further, items: items ?? true, propertyNames: propertyNames ?? true };
  for (const [name, subschema] of Object.entries(subschemas)) refuseIgnored(subschema, `${at}.${name}`);
}

interface Subschemas {
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
}

/** Cached by schema, because every answer of every test is checked. */
const made = new WeakMap<JsonSchema, z.ZodType>();
const examined = new WeakSet<object>();

function readSchema(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): z.ZodType {
  refuseIgnored(schema, '$');
  if (!examined.has(definitions)) for (const [name, definition] of Object.entries(definitions)) refuseIgnored(definition, name);
  examined.add(definitions);
  // Zod finds only the definitions in `$defs` of the schema itself.
  const text = JSON.stringify({ ...schema, $defs: definitions }).replaceAll('#/components/schemas/', '#/$defs/');
  const read = z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
  made.set(schema, read);
  return read;
}

/** Returns the faults of `value`, one a line. `schema` and `definitions` belong to one document. */
export function checkValue(value: unknown, schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): string[] {
  const { error } = (made.get(schema) ?? readSchema(schema, definitions)).safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${['$', ...path].join('.')}: ${message}`);
}
