/**
 * Loads a query from a file under queries/. Two kinds of comments keep the file valid SQL: a line `-- include: name` is replaced by the
 * text of that file; a line that ends in `-- if: param` is removed where the caller does not pass that parameter (an absent condition costs
 * nothing; an always-true one is analysed and read).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Query {
  /** Names the query in the server's log and in errors. */
  readonly name: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL('queries/', import.meta.url));

/** Reads a query from its file and puts the included files in their places. */
export function loadQuery(name: string): Query {
  const text = readFileSync(`${folder}${name}.sql`, 'utf8');
  return { name, text: text.replace(/^ *-- include: (\S+)$/gm, (_, included: string) => loadQuery(included).text.trimEnd()) };
}

/** Returns a parameter's values in parts for one request each: they are sent in its URL, whose length servers limit. */
export const requestParts = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / valuesPerRequest) }, (_, part) =>
    values.slice(part * valuesPerRequest, (part + 1) * valuesPerRequest),
  );
const valuesPerRequest = 500;

const conditionalLine = /^.*-- if: (\w+)\n?/gm;

/** Returns the query's text for these parameters. */
export const textFor = (query: Query, params: Readonly<Record<string, unknown>>): string =>
  query.text.replace(conditionalLine, (line, param: string) => (param in params ? line : ''));
