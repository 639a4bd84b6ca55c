/** Calls an operation of the API as HTTP does, with a tool's arguments in place of the query. */
import { LRUCache } from 'lru-cache';
import type { Operation, Result } from '../operation.ts';
import type { Content } from '../reply/content.ts';
import type { ToolCall } from './tool.ts';

interface OperationCall {
  readonly operation: Operation;
  readonly call: ToolCall;
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
}

/** Returns the parsed answer, which is shared and must not be changed. `T`: the type in the operation's schema. Throws its errors. */
export function ask<T>({ operation, call: { caller, deps }, query = {}, path = {} }: OperationCall): T | Promise<T> {
  const given = { query: new URLSearchParams(query).toString(), path, accepted: 'application/json' };
  const result = operation.call(given, caller, deps);
  // The next request may reuse the buffer of the answer, so it is parsed at once.
  return result instanceof Promise ? result.then((answered) => parsed<T>(operation, answered)) : parsed<T>(operation, result);
}

/** Cache of parsed pages: a page that many callers request is parsed once and stays the same object. */
const parsedCache = new LRUCache<Content, object>({ max: 100 });

function parsed<T>({ name }: Operation, result: Result): T {
  if (!('content' in result) || result.content === null) throw new Error(`${name} answered without content`);
  const { content } = result;
  const known = parsedCache.get(content);
  if (known !== undefined) return known as T;
  const value = JSON.parse(content.identity.toString()) as T & object;
  // A buffer that is reused will soon hold another answer.
  if (content.reusedBy === null) parsedCache.set(content, value);
  return value;
}
