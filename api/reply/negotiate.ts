/** Negotiates media type and encoding from Accept and Accept-Encoding (RFC 9110, 12.5). */

/** The order of preference if the client has none: the smallest body first. */
const encodings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

const cachedHeadersMax = 500;
const headerLengthMax = 1_000;

const weightPattern = /^q\s*=\s*([\d.]+)$/;

/** The quality values of headers, because clients repeat their headers. */
const known = new Map<string, ReadonlyMap<string, number>>();

/** Returns the quality values by lower-case name. An invalid value counts as 1. Only the first 1,000 characters of the header count. */
function qualities(header: string): ReadonlyMap<string, number> {
  const cached = known.get(header);
  if (cached !== undefined) return cached;
  const byName = new Map<string, number>();
  for (const part of header.slice(0, headerLengthMax).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name === '') continue;
    const q = Number(parameters.map((parameter) => weightPattern.exec(parameter)?.[1]).find((weight) => weight !== undefined) ?? 1);
    byName.set(name, q >= 0 && q <= 1 ? q : 1);
  }
  if (known.size >= cachedHeadersMax) known.clear();
  if (header.length <= headerLengthMax) known.set(header, byName);
  return byName;
}

/** Returns the encoding to use, or `none` if the client accepts no available encoding. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | 'identity' | 'none' {
  if (typeof header !== 'string' || header === '') return 'identity';
  const q = qualities(header);
  const any = q.get('*') ?? 0;
  const of = (name: string): number => q.get(name) ?? (name === 'gzip' ? q.get('x-gzip') : undefined) ?? any;
  // `identity` is acceptable unless the header refuses it, or has `*;q=0` without naming it.
  const identity = q.get('identity') ?? (q.has('*') && any === 0 ? 0 : 0.001);
  let best: Encoding | 'identity' | 'none' = identity > 0 ? 'identity' : 'none';
  let bestQ = identity;
  for (const encoding of encodings)
    if (of(encoding) > 0 && (of(encoding) > bestQ || (best === 'identity' && of(encoding) === bestQ))) {
      best = encoding;
      bestQ = of(encoding);
    }
  return best;
}

/** Returns the media type that the Accept header prefers, or null if it accepts none. The first of `types` is the default. */
export function preferredType(header: string | undefined, types: readonly [string, ...string[]]): string | null {
  if (header === undefined || header === '*/*' || header === '') return types[0];
  const q = qualities(header);
  const qualityOf = (type: string): number => q.get(type) ?? q.get(`${type.slice(0, type.indexOf('/'))}/*`) ?? q.get('*/*') ?? 0;
  const best = types.reduce((chosen, type) => (qualityOf(type) > qualityOf(chosen) ? type : chosen));
  return qualityOf(best) > 0 ? best : null;
}
