/** Builds the address of a call. */
import type { OperationFacts } from './operation-facts.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/** Returns the address, without parameters that are undefined or null. Throws TypeError when a part of the path is missing. */
export function urlOf(baseUrl: string, { path, hasBody }: OperationFacts, parameters: Parameters): string {
  const inPath = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = parameters[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${path}: ${name} is missing`);
    return encodeURIComponent(textOf(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || inPath.has(name) || (hasBody === true && name === 'body')) continue;
    query.set(name, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value));
  }
  const text = query.toString();
  return `${withoutSlash(baseUrl)}${filled}${text === '' ? '' : `?${text}`}`;
}

function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
