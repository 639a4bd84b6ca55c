/**
 * Negotiates media type and encoding from Accept and Accept-Encoding (RFC 9110, 12.5). Results are cached, because clients repeat their
 * headers.
 */

/** The order of preference if the client has none: the smallest body first. */
const encodings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

const cachedHeadersMax = 500;
const headerLengthMax = 1_000;

const weightPattern = /^q\s*=\s*([\d.]+)$/;

/** Returns the quality values by lower-case name. An invalid value counts as 1. */
function qualities(header: string): Map<string, number> {
  const byName = new Map<string, number>();
  for (const part of header.slice(0, headerLengthMax).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name === '') continue;
    const q = Number(parameters.map((parameter) => weightPattern.exec(parameter)?.[1]).find((weight) => weight !== undefined) ?? 1);
    byName.set(name, q >= 0 && q <= 1 ? q : 1);
  }
  return byName;
}

const memo = <T>(decide: (header: string) => T): ((header: string) => T) => {
  const known = new Map<string, T>();
  return (header) => {
    if (known.has(header)) return known.get(header)!;
    const value = decide(header);
    if (known.size >= cachedHeadersMax) known.clear();
    if (header.length <= headerLengthMax) known.set(header, value);
    return value;
  };
};

const decideEncoding = memo((header: string): Encoding | 'identity' | 'none' => {
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
});

/** Returns the encoding to use, or `none` if the client accepts no available encoding. */
export const negotiateEncoding = (header: string | string[] | undefined): Encoding | 'identity' | 'none' =>
  typeof header !== 'string' || header === '' ? 'identity' : decideEncoding(header);

const decideType = new Map<string, (header: string) => string | null>();

/** Returns the media type that the Accept header prefers, or null if it accepts none. The first of `types` is the default. */
export function preferredType(header: string | undefined, types: readonly string[]): string | null {
  const byDefault = types[0] ?? null;
  if (header === undefined || header === '*/*' || header === '') return byDefault;
  const key = types.join();
  const decide = decideType.getOrInsertComputed(key, () =>
    memo((text) => {
      const q = qualities(text);
      const qualityOf = (type: string): number => q.get(type) ?? q.get(`${type.slice(0, type.indexOf('/'))}/*`) ?? q.get('*/*') ?? 0;
      const best = types.reduce((chosen, type) => (qualityOf(type) > qualityOf(chosen) ? type : chosen), types[0]!);
      return qualityOf(best) > 0 ? best : null;
    }),
  );
  return decide(header);
}
