/** The account's quota, from the headers of an answer. */

export interface RateLimit {
  /** Requests per UTC day. */
  readonly limit: number;
  /** Requests left this UTC day. */
  readonly remaining: number;
  /** End of this UTC day. */
  readonly resetsAt: Date;
  /** The windows of the plan, named `minute` and `day`. */
  readonly windows: readonly RateLimitWindow[];
}

export interface RateLimitWindow {
  readonly name: string;
  /** Null when the headers do not state it. */
  readonly limit: number | null;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}

/** Returns null when the headers have no quota: the operation is public, or the answer is not the service's. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const limit = numberOf(headers.get('x-ratelimit-limit'));
  const remaining = numberOf(headers.get('x-ratelimit-remaining'));
  const reset = numberOf(headers.get('x-ratelimit-reset'));
  if (limit === null || remaining === null || reset === null) return null;
  const quotas = new Map(itemsOf(headers.get('ratelimit-policy')).map(({ name, values }) => [name, values.get('q') ?? null]));
  const windows = itemsOf(headers.get('ratelimit')).flatMap(({ name, values }) => {
    const [left, seconds] = [values.get('r'), values.get('t')];
    return left === undefined || seconds === undefined ? [] : [{ name, limit: quotas.get(name) ?? null, remaining: left, resetsInSeconds: seconds }];
  });
  return { limit, remaining, resetsAt: new Date(reset * 1_000), windows };
}

const numberOf = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** Parses `"minute";r=12;t=30, "day";r=100;t=4000` (structured fields, RFC 9651). */
const itemsOf = (text: string | null): { readonly name: string; readonly values: ReadonlyMap<string, number> }[] =>
  (text ?? '').split(',').flatMap((item) => {
    const [name = '', ...parameters] = item.trim().split(';');
    if (!/^"[^"]+"$/.test(name)) return [];
    const values = parameters.flatMap((parameter): [string, number][] => {
      const [key = '', value = ''] = parameter.trim().split('=');
      return /^\d{1,15}$/.test(value) ? [[key, Number(value)]] : [];
    });
    return [{ name: name.slice(1, -1), values: new Map(values) }];
  });
