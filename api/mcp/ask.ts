/** Calls an operation of the table as HTTP does, with a tool's arguments in place of its query. */
import { LRUCache } from 'lru-cache';
import type { Operation, Result } from '../operation.ts';
import type { Content } from '../reply/content.ts';
import type { ToolCall } from './tool.ts';

export interface OperationCall {
  readonly operation: Operation;
  readonly call: ToolCall;
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
}

const jsonType = 'application/json';

/** Returns the parsed answer, which callers must not change; `T` is the type in the operation's schema. Throws the operation's errors. */
export function ask<T>({ operation, call: { caller, deps }, query = {}, path = {} }: OperationCall): T | Promise<T> {
  const given = { query: new URLSearchParams(query).toString(), path, accepted: jsonType };
  const result = operation.call(given, caller, deps);
  // Its bytes may be lent, so they are read at once.
  return result instanceof Promise ? result.then((answered) => parsed<T>(operation, answered)) : parsed<T>(operation, result);
}

/** Maximum number of parsed pages to keep. A page that many callers request is parsed once and stays the same object. */
const pagesKept = 100;
const parsedBefore = new LRUCache<Content, object>({ max: pagesKept });

function parsed<T>({ name }: Operation, result: Result): T {
  if (!('content' in result) || result.content === null) throw new Error(`${name} answered without content`);
  const { content } = result;
  const known = parsedBefore.get(content);
  if (known !== undefined) return known as T;
  const value = JSON.parse(content.identity.toString()) as T & object;
  // A lent body will soon hold another answer.
  if (content.lentBy === null) parsedBefore.set(content, value);
  return value;
}
