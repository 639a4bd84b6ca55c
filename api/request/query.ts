/** Parses query strings by the schemas of their parameters. Valid values and whole queries are cached, because polls repeat them. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { invalidInput } from '../errors.ts';
import { parseQueryString, type QueryParameters } from './query-string.ts';
import { quoted } from './quoted.ts';

const cachedValuesMax = 2_000;
const cachedLengthMax = 100;
const cachedQueriesMax = 2_000;

/** Returns a function that parses query strings. `read` converts the parameters for the operation; its result is cached. */
export function createQueryReader<Q extends z.ZodObject, I>(
  query: Q,
  aliases: Readonly<Record<string, string>>,
  read: (query: z.output<Q>) => I,
): (queryString: string) => I {
  const allowed = { names: new Set([...Object.keys(query.shape), ...Object.keys(aliases)]), aliases };
  const cached = new LRUCache<string, { readonly input: I }>({ max: cachedQueriesMax });
  const parse = createQueryParser(query);
  return (queryString) => {
    // Queries with a cursor are usually sent once, so they are not cached.
    const isLasting = !queryString.includes('cursor=');
    const known = isLasting ? cached.get(queryString) : undefined;
    if (known !== undefined) return known.input;
    const input = read(parse(parseQueryString(queryString, allowed)));
    if (isLasting) cached.set(queryString, { input });
    return input;
  };
}

/** Returns a function that parses each given parameter with its own schema. Absent parameters take no time. */
function createQueryParser<Q extends z.ZodObject>(query: Q): (parsed: QueryParameters) => z.output<Q> {
  const defaults: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, schema] of Object.entries(query.shape)) {
    const absent = (schema as z.ZodType).safeParse(undefined);
    if (!absent.success) required.push(name);
    else if (absent.data !== undefined) defaults[name] = absent.data;
  }
  const values = new Map<string, Map<string, unknown>>();
  const plain = new Set(Object.keys(query.shape).filter((name) => isPlainText(query.shape[name] as z.ZodType)));
  const readValue = (name: string, text: string | string[]): z.ZodSafeParseResult<unknown> | { readonly success: true; readonly data: unknown } => {
    const schema = query.shape[name] as z.ZodType;
    if (typeof text !== 'string') return schema.safeParse(text);
    if (plain.has(name)) return { success: true, data: text };
    if (text.length > cachedLengthMax) return schema.safeParse(text);
    const known = values.getOrInsertComputed(name, () => new Map<string, unknown>());
    const data = known.get(text);
    if (data !== undefined) return { success: true, data };
    const parsed = schema.safeParse(text);
    if (parsed.success) {
      if (known.size >= cachedValuesMax) known.clear();
      known.set(text, parsed.data);
    }
    return parsed;
  };
  return ({ query: given, written }) => {
    const parsed = { ...defaults };
    const issues = new Map<string, string[]>();
    for (const name in given) {
      const result = readValue(name, given[name]!);
      if (result.success) parsed[name] = result.data;
      else {
        const [own = name, other] = written.get(name) ?? [];
        const value = given[name];
        const messages =
          other !== undefined && Array.isArray(value)
            ? [`is the same parameter as ${other}: give one of ${value.map(quoted).join(' and ')}`]
            : result.error.issues.map(({ message }) => message);
        issues.set(own, [...new Set(messages)]);
      }
    }
    for (const name of required) if (!(name in given)) issues.set(name, ['is required']);
    if (issues.size > 0) throw invalidInput(issues);
    // Given parameters were parsed by their schemas, absent ones have their defaults, and no required one is missing.
    return parsed as z.output<Q>;
  };
}

/** Returns whether a schema accepts any text, as that of cursors does. Such values are neither parsed nor cached. */
function isPlainText(schema: z.ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodString && (inner.def.checks ?? []).length === 0;
}
