/**
 * Negotiates media type and encoding from Accept and Accept-Encoding (RFC 9110, 12.5). Results are cached, since clients repeat their
 * headers.
 */

/** The order used where the caller has no preference: the smallest body first. */
export const encodings = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

const remembered = 500;
const headerLengthMax = 1_000;

/** Returns quality by lower-case name; an unreadable weight counts as 1. */
function qualities(header: string): Map<string, number> {
  const byName = new Map<string, number>();
  for (const part of header.slice(0, headerLengthMax).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name === '') continue;
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const q = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
    byName.set(name, q >= 0 && q <= 1 ? q : 1);
  }
  return byName;
}

const memo = <T>(decide: (header: string) => T): ((header: string) => T) => {
  const known = new Map<string, T>();
  return (header) => {
    if (known.has(header)) return known.get(header)!;
    const value = decide(header);
    if (known.size >= remembered) known.clear();
    if (header.length <= headerLengthMax) known.set(header, value);
    return value;
  };
};

const decideEncoding = memo((header: string): Encoding | 'identity' | 'none' => {
  const q = qualities(header);
  const any = q.get('*') ?? 0;
  const of = (name: string): number => q.get(name) ?? (name === 'gzip' ? q.get('x-gzip') : undefined) ?? any;
  // identity is acceptable unless refused by name, or by `*;q=0` without being named.
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

/** Returns the encoding to use; `none`: the caller refuses every available coding, plain text included. */
export const negotiateEncoding = (header: string | string[] | undefined): Encoding | 'identity' | 'none' =>
  typeof header !== 'string' || header === '' ? 'identity' : decideEncoding(header);

const decideType = new Map<string, (header: string) => string | null>();

/** Returns which of an address's media types (`application/json`, the default first) the Accept header prefers; null: none. */
export function preferredType(header: string | undefined, types: readonly string[]): string | null {
  const byDefault = types[0] ?? null;
  if (header === undefined || header === '*/*' || header === '') return byDefault;
  const key = types.join();
  let decide = decideType.get(key);
  if (decide === undefined) {
    decide = memo((text) => {
      const q = qualities(text);
      const qualityOf = (type: string): number => q.get(type) ?? q.get(`${type.slice(0, type.indexOf('/'))}/*`) ?? q.get('*/*') ?? 0;
      const best = types.reduce((chosen, type) => (qualityOf(type) > qualityOf(chosen) ? type : chosen), types[0]!);
      return qualityOf(best) > 0 ? best : null;
    });
    decideType.set(key, decide);
  }
  return decide(header);
}
