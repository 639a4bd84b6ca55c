/**
 * Splits a query string into parameters. Refuses unknown names, for which it suggests an allowed one, and text that cannot be decoded.
 * Replaces aliases by the parameter's name. Ignores parameters without a value, and repetitions of the same value.
 */
import { apiError, invalidParameter } from '../errors.ts';
import { nearestWord } from './nearest-word.ts';
import { quoted, shown } from './quoted.ts';

type RawQuery = Readonly<Record<string, string | string[]>>;

interface AllowedParameters {
  readonly names: ReadonlySet<string>;
  readonly aliases: Readonly<Record<string, string>>;
}

export const docsPath = '/api/schema/swagger-ui/';

/** Parameter names of other services, with names of this service. The first of them that the endpoint allows is suggested. */
const mixUps: Readonly<Record<string, readonly string[]>> = {
  per_page: ['page_size', 'limit'],
  pagesize: ['page_size', 'limit'],
  page_size: ['limit'],
  size: ['page_size', 'limit'],
  count: ['page_size', 'limit'],
  offset: ['cursor'],
  page: ['cursor', 'offset'],
  skip: ['cursor', 'offset'],
  cursor: ['offset'],
  next_cursor: ['cursor', 'offset'],
  after: ['cursor', 'offset'],
  q: ['search'],
  query: ['search', 'q'],
  name: ['search'],
  symbol: ['search'],
  ticker: ['search'],
  symbols: ['symbol', 'tickers', 'search'],
  tickers: ['symbol', 'search'],
  categories: ['category'],
  exclude_category: ['exclude_categories'],
  relevance: ['min_relevance'],
  min_score: ['min_relevance'],
  from: ['from_date'],
  since: ['from_date'],
  start_date: ['from_date'],
  to: ['to_date'],
  until: ['to_date'],
  end_date: ['to_date'],
  event: ['event_key'],
  event_type: ['event_key'],
  order: ['sort'],
  order_by: ['sort'],
  items: ['item'],
  source: ['source_type'],
  source_types: ['source_type'],
};

const hasControls = /[\u0000-\u001f\u007f-\u009f]/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the decoded text, or null if it is not UTF-8. Unescaped bytes are in `text` as latin1, one character each. */
function decode(text: string): string | null {
  const isPlain = !text.includes('%') && !text.includes('+');
  if (isPlain && !/[\x80-\xff]/.test(text)) return text;
  try {
    const characters = /[\x80-\xff]/.test(text) ? utf8.decode(Buffer.from(text, 'latin1')) : text;
    return isPlain ? characters : decodeURIComponent(characters.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Returns whether a value has only spaces and commas. */
const isEmpty = (value: string): boolean => value === '' || /^[\s,]+$/.test(value);

export interface QueryParameters {
  /** The value is an array if the parameter was given more than once. */
  readonly query: RawQuery;
  /** Parameter -> the names that the caller used for it. Absent if the caller used only its own name. */
  readonly written: ReadonlyMap<string, readonly string[]>;
}

export function parseQueryString(queryString: string, allowed: AllowedParameters): QueryParameters {
  // Only allowed names become keys, so properties of Object.prototype cannot be overwritten.
  const query: Record<string, string | string[]> = {};
  const written = new Map<string, string[]>();
  const unknown: string[] = [];
  for (let from = 0, to = 0; from < queryString.length; from = to + 1) {
    to = queryString.indexOf('&', from);
    if (to < 0) to = queryString.length;
    if (to === from) continue;
    const equalsAt = queryString.indexOf('=', from);
    const equals = equalsAt < 0 || equalsAt > to ? to : equalsAt;
    const given = decode(queryString.slice(from, equals));
    const value = equals === to ? '' : decode(queryString.slice(equals + 1, to));
    if (given === null || value === null)
      throw invalidParameter(shown(given ?? 'query'), `is not valid percent-encoded UTF-8: ${quoted(queryString.slice(from, to))}`);
    if (!allowed.names.has(given)) {
      unknown.push(given);
      continue;
    }
    if (hasControls.test(value)) throw invalidParameter(given, `must not contain control characters, as ${quoted(value)} does`);
    if (isEmpty(value)) continue;
    const name = allowed.aliases[given] ?? given;
    const before = query[name];
    if (name !== given && before === undefined) written.set(name, [given]);
    else if (written.has(name) || (name !== given && before !== undefined))
      written.set(name, [...new Set([...(written.get(name) ?? [name]), given])]);
    if (before === undefined || before === value) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  if (unknown.length > 0) throw unknownParameter(unknown, allowed);
  return { query, written };
}

function unknownParameter(names: readonly string[], { names: allowedNames }: AllowedParameters): Error {
  const allowed = [...allowedNames].sort();
  const complaints = names.slice(0, 20).map((name): [string, string[]] => {
    const meant = nearest(name, allowed);
    return [shown(name), [`is not a parameter of this endpoint${meant === null ? '' : `; did you mean ${meant}?`}`]];
  });
  const detail = complaints.map(([name, messages]) => `${name} ${messages[0]}`).join('; ');
  return apiError('unknown_parameter', detail, { fields: Object.fromEntries(complaints), allowed_params: allowed, docs: docsPath });
}

function nearest(name: string, allowed: readonly string[]): string | null {
  const lower = name.toLowerCase().replaceAll('-', '_');
  if (allowed.includes(lower)) return lower;
  const meant = Object.hasOwn(mixUps, lower) ? mixUps[lower]!.find((one) => allowed.includes(one)) : undefined;
  return meant ?? nearestWord(lower, allowed);
}
