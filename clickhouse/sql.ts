/**
 * Loads queries from files under queries/. Two comments have a meaning: a line `-- include: name` is replaced by the text of that file, and a
 * line that ends with `-- if: param` is removed unless the caller passes the parameter. Removing a condition is faster than an always true
 * one, whose columns would be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Query {
  /** Name of the query in ClickHouse's log and in errors. */
  readonly name: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL('queries/', import.meta.url));

export function loadQuery(name: string): Query {
  const text = readFileSync(`${folder}${name}.sql`, 'utf8');
  return { name, text: text.replace(/^ *-- include: (\S+)$/gm, (_, included: string) => loadQuery(included).text.trimEnd()) };
}

/** Splits the values of a parameter into parts for one request each. Parameters are in the URL, whose length servers limit. */
export const requestParts = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / valuesPerRequest) }, (_, part) =>
    values.slice(part * valuesPerRequest, (part + 1) * valuesPerRequest),
  );
const valuesPerRequest = 500;

const conditionalLine = /^.*-- if: (\w+)\n?/gm;

/** Returns the text of the query without the conditions whose parameters are absent. */
export const textFor = (query: Query, params: Readonly<Record<string, unknown>>): string =>
  query.text.replace(conditionalLine, (line, param: string) => (param in params ? line : ''));
