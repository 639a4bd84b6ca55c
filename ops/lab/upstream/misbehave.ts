/**
 * Holds fault rules. A rule names a path prefix, a fault and how many requests it affects; the first rule that matches a request applies.
 */
import { z } from 'zod';

const times = z.number().int().min(1).max(1_000_000).default(1);
const match = z.string().startsWith('/').max(500);
const base = { match, times };

export const Rule = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    retry_after: z.union([z.number(), z.string()]).optional(),
  }),
  z.strictObject({ ...base, kind: z.literal('slow'), ms: z.number().int().min(0).max(600_000) }),
  /** Content-Length announces the whole body, and the connection closes after `bytes`. */
  z.strictObject({ ...base, kind: z.literal('truncate'), bytes: z.number().int().min(0).max(1e9).default(200) }),
  /** A complete response whose body is the first `bytes` of the good one. */
  z.strictObject({ ...base, kind: z.literal('cut'), bytes: z.number().int().min(0).max(1e9).default(200) }),
  /** An EDGAR submission with a uuencoded document of about `bytes` inserted before its end. */
  z.strictObject({ ...base, kind: z.literal('bulky'), bytes: z.number().int().min(1).max(1e10) }),
  z.strictObject({ ...base, kind: z.literal('huge'), bytes: z.number().int().min(1).max(1e10) }),
  /** A zip archive of one file that unpacks to `bytes`, a thousand times its size. */
  z.strictObject({ ...base, kind: z.literal('zip_bomb'), bytes: z.number().int().min(1).max(1e9).default(256_000_000) }),
  /** `charset` sends Latin-1 bytes declared as UTF-8; `content` sends plain bytes declared as gzip. */
  z.strictObject({ ...base, kind: z.literal('wrong_encoding'), of: z.enum(['charset', 'content']).default('charset') }),
  z.strictObject({
    ...base,
    kind: z.literal('redirect'),
    location: z.string().max(4_000),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]).default(302),
  }),
  z.strictObject({ ...base, kind: z.literal('html_503') }),
  /** EDGAR's 403 for a User-Agent without a contact. */
  z.strictObject({ ...base, kind: z.literal('undeclared') }),
  /** EDGAR's 429 for too many requests. */
  z.strictObject({ ...base, kind: z.literal('rate_exceeded') }),
  z.strictObject({ ...base, kind: z.literal('reset') }),
  z.strictObject({ ...base, kind: z.literal('empty') }),
]);
export type Rule = z.infer<typeof Rule>;

export const Rules = z.union([Rule.transform((rule) => [rule]), z.array(Rule).min(1)]);

export interface Misbehaviour {
  readonly add: (rules: readonly Rule[]) => void;
  readonly clear: () => void;
  /** Returns the first rule for this path and counts one use of it, or null when none matches. */
  readonly take: (path: string) => Rule | null;
  readonly rules: () => readonly Rule[];
}

export function createMisbehaviour(): Misbehaviour {
  let rules: Rule[] = [];
  return {
    add: (more) => void rules.push(...more),
    clear: () => {
      rules = [];
    },
    take: (path) => {
      const rule = rules.find((one) => path.startsWith(one.match));
      if (rule === undefined) return null;
      rules = rule.times === 1 ? rules.filter((one) => one !== rule) : rules.map((one) => (one === rule ? { ...one, times: one.times - 1 } : one));
      return rule;
    },
    rules: () => rules,
  };
}
