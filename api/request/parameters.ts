/**
 * Zod schemas of query parameters. Each parses a text of the query string and has a description for OpenAPI. Functions named `refuse…` check
 * instants that the schemas have parsed.
 */
import { z } from 'zod';
import 'zod-openapi';
import { Uid } from '#schemas/primitives.ts';
import { symbolText } from '#schemas/symbol-text.ts';
import { invalidParameter } from '../errors.ts';
import { nearestWord } from './nearest-word.ts';
import { quoted } from './quoted.ts';

/** Returns a function that makes the message for an invalid value. The input is an array if the parameter was given more than once. */
export const once =
  (shape: string) =>
  ({ input }: { readonly input?: unknown }): string => {
    if (Array.isArray(input)) return `must be given only once, not as ${input.map(String).map(quoted).join(' and ')}`;
    return typeof input === 'string' || typeof input === 'number' ? `must be ${shape}, not ${quoted(String(input))}` : `must be ${shape}`;
  };

export const integer = (min: number, max: number, shape = `an integer from ${min} to ${max}`) =>
  z
    .string({ error: once(shape) })
    .regex(/^\d{1,7}$/, { error: once(shape) })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: once(shape) })
    .meta({ override: { type: 'integer', minimum: min, maximum: max, pattern: undefined } });

export const optional = <T extends z.ZodType>(schema: T, description: string) => schema.optional().meta({ ...schema.meta(), description });

export const integerOr = (fallback: number, min: number, max: number, description: string) =>
  integer(min, max)
    .default(fallback)
    .meta({ override: { type: 'integer', minimum: min, maximum: max, default: fallback, pattern: undefined }, description });

function notAmong(values: readonly string[], given: string): string {
  const meant = nearestWord(given.trim().toLowerCase(), values);
  const allowed = values.length === 1 ? `\`${values[0]}\`` : `one of ${values.join(', ')}`;
  return `must be ${allowed}, not ${quoted(given)}${meant === null ? '' : `; did you mean ${meant}?`}`;
}

/** One of the values, in lower or upper case. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? (values.find((value) => value === given.trim().toLowerCase()) ?? given) : given),
    z.enum(values, { error: ({ input }) => (typeof input === 'string' ? notAmong(values, input) : once(`one of ${values.join(', ')}`)({ input })) }),
  );

/** `true` or `false` in lower or upper case, `1` or `0`: the spellings of clients in various languages. */
export const boolean = () =>
  z
    .string({ error: once('true or false') })
    .regex(/^(true|false|1|0)$/i, { error: once('true or false') })
    .transform((text) => text === '1' || text.toLowerCase() === 'true')
    .meta({ override: { type: 'boolean', pattern: undefined } });

/** Returns metadata that describes a list, comma-separated or repeated, as an array. */
const csvOf = (list: object) => ({
  param: { style: 'form', explode: false } as const,
  override: ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema['anyOf'];
    Object.assign(jsonSchema, { type: 'array', ...list });
  },
});

const partsOf = (list: string | readonly string[]): string[] => String(list).split(',').filter((part) => part.trim() !== ''); // prettier-ignore

/** A list of values in lower or upper case, comma-separated or repeated. Returns distinct values, sorted. */
export function listOf<const T extends readonly [string, ...string[]]>(values: T, aliases: Readonly<Record<string, T[number]>> = {}) {
  const meant = new Map<string, T[number]>([...values.map((value): [string, T[number]] => [value, value]), ...Object.entries(aliases)]);
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given, context): T[number][] => {
      const chosen: T[number][] = [];
      for (const part of partsOf(given)) {
        const value = meant.get(part.trim().toLowerCase());
        if (value === undefined) {
          context.addIssue({ code: 'custom', message: notAmong(values, part) });
          return z.NEVER;
        }
        if (!chosen.includes(value)) chosen.push(value);
      }
      return chosen.sort();
    })
    .meta(csvOf({ items: { type: 'string', enum: [...values] } }));
}

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;
/** A datetime more precise than milliseconds, whose further digits `Date.parse` ignores. */
const isFiner = /\.\d{3}0*[1-9]/;
const dayMs = 86_400_000;
const date = z.iso.date();
const datetime = z.iso.datetime({ offset: true, local: true });

/**
 * First and last millisecond of a date, which is a UTC day, or of a datetime, which without offset is in UTC. For a datetime more precise than
 * milliseconds, `firstMs` is rounded up and `lastMs` down: a range that begins at `09:30:00.0001` excludes a row of `09:30:00`.
 */
export interface Span {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Normalises a datetime: `T` may be a space, so may the `+` of an offset (not encoded), and an offset may lack its colon or minutes. */
const spellDatetime = (text: string): string =>
  text
    .replace(/^(\d{4}-\d{2}-\d{2})[ t](?=\d)/, '$1T')
    .replace(/(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) (?=\d{2}(?::?\d{2})?$)/, '$1+')
    .replace(
      /(T\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?([+-]\d{2}):?(\d{2})?$/,
      (_, time: string, seconds = ':00', hours: string, minutes = '00') => `${time}${seconds}${hours}:${minutes}`,
    )
    .replace(/z$/, 'Z');

export const dateOrDatetime = () =>
  z
    .string({ error: once('an ISO 8601 date or datetime') })
    .max(40, { error: once('an ISO 8601 date or datetime') })
    .transform((text, context): Span => {
      const spelled = spellDatetime(text.trim());
      if (wholeDay.test(spelled) && date.safeParse(spelled).success) {
        const firstMs = Date.parse(`${spelled}T00:00:00Z`);
        return { firstMs, lastMs: firstMs + dayMs - 1 };
      }
      if (datetime.safeParse(spelled).success) {
        const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(spelled) ? spelled : `${spelled}Z`);
        if (Number.isFinite(ms)) return { firstMs: isFiner.test(spelled) ? ms + 1 : ms, lastMs: ms };
      }
      context.addIssue({ code: 'custom', message: `must be an ISO 8601 date (2026-07-01) or datetime (2026-07-01T12:00:00Z), not ${quoted(text)}` });
      return z.NEVER;
    })
    .meta({ override: { type: 'string', maxLength: undefined, anyOf: [{ format: 'date' }, { format: 'date-time' }] } });

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Throws 400 if a window ends before it begins. Bounds are in milliseconds since 1970; null means unbounded. */
export function refuseReversed(fromMs: number | null, toMs: number | null): void {
  if (fromMs !== null && toMs !== null && fromMs > toMs)
    throw invalidParameter('from_date', `must not be after to_date: ${isoOf(fromMs)} is after ${isoOf(toMs)}`);
}

/** The parameter `as_of`, the time for whose state a caller asks. */
export const asOf = optional(
  dateOrDatetime(),
  'An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day',
);

/** Throws 400 if `asOfMs` is after `nowMs`. */
export function refuseFuture(asOfMs: number, nowMs: number): void {
  if (asOfMs > nowMs) throw invalidParameter('as_of', `must not be in the future: ${isoOf(asOfMs)} is after ${isoOf(nowMs)}, the time now`);
}

const tickerForm = /^\s*(?:\$\s*)?[A-Za-z0-9][A-Za-z0-9./ -]{0,23}$/;

/** A symbol in any usual spelling, which the symbol directory resolves. */
export const tickerText = () =>
  z
    .string({ error: once('a ticker') })
    .regex(tickerForm, {
      error: ({ input }) =>
        `must be a ticker such as NVDA, BRK.B, BTC-USD or 0700.HK, not ${quoted(String(input))}; search in /api/symbols/ finds that of a company by name`,
    })
    .transform(symbolText);

/** A list of tickers, comma-separated or repeated. Returns distinct tickers in the given order. */
export function tickerList(most: number, description: string) {
  const one = tickerText();
  return z
    .union([z.string(), z.array(z.string())], { error: once('comma-separated tickers') })
    .transform((given, context): string[] => {
      const tickers = new Set<string>();
      for (const part of partsOf(given)) {
        const parsed = one.safeParse(part);
        if (!parsed.success) {
          context.addIssue({ code: 'custom', message: parsed.error.issues[0]!.message });
          return z.NEVER;
        }
        tickers.add(parsed.data);
      }
      if (tickers.size > most) {
        context.addIssue({ code: 'custom', message: `must be at most ${most} tickers, not ${tickers.size}` });
        return z.NEVER;
      }
      return [...tickers];
    })
    .meta({
      description,
      example: ['NVDA', 'BRK.B'],
      ...csvOf({ items: { type: 'string', pattern: tickerForm.source }, minItems: 1, maxItems: most }),
    });
}

const isWithoutControls = /^[^\u0000-\u001f\u007f-\u009f]*$/;

const tooLong = (charsMax: number, text: string): string => `must have at most ${charsMax} characters, but has ${text.length}: ${quoted(text)} …`;

export const searchText = (charsMax: number) =>
  z
    .string({ error: once('a search text') })
    .trim()
    .max(charsMax, { error: ({ input }) => tooLong(charsMax, typeof input === 'string' ? input : '') })
    .regex(isWithoutControls, { error: ({ input }) => `must not contain control characters, as ${quoted(String(input))} does` });

export const cursorText = () => z.string({ error: once('a cursor') });

export const uidPath = z.object({ uid: Uid.meta({ description: 'Article id' }) });
