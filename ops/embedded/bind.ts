/**
 * Binds the parameters of a statement by writing each as a literal of its declared type, so that statement and values are one call to the
 * engine (`SET param_x` is a statement of its own and costs half as much as a small query). The literals are those that the engine's
 * ReplaceQueryParameterVisitor puts into the parsed statement: a string for String, `_CAST(literal, 'Type')` for other types.
 *
 * Only values in the plain form of a listed type are written here, each decoded and quoted again. The engine binds all others (session.ts)
 * and words the errors.
 */
import { lex, type Token } from './lexer.ts';
import { quoteText } from './quote.ts';

/** A `{name:Type}` in a text. */
export interface Slot {
  readonly name: string;
  /** The declared type, without blanks. */
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

/** The engine binds longer values: writing and parsing them again gains nothing. */
const valueCharactersMax = 10_000;

/**
 * Characters that the engine might split elsewhere: non-ASCII ones (it takes typographic quotes for quotes), here-documents, and comments
 * other than `--`.
 */
const ambiguous = /[^\t\n\x20-\x7e]|[$#]|\/[*/]/;

/** Returns the slots in order; null when the engine must bind the text's parameters. */
export function findSlots(text: string): readonly Slot[] | null {
  if (ambiguous.test(text)) return null;
  const slots: Slot[] = [];
  const tokens = [...lex(text)];
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]!.word !== '{') continue;
    const closing = tokens.findIndex((token, at) => at > index && token.word === '}');
    const slot = closing === -1 ? null : readSlot(text, tokens.slice(index, closing + 1));
    if (slot === null) return null;
    slots.push(slot);
    index = closing;
  }
  return slots;
}

function readSlot(text: string, tokens: readonly Token[]): Slot | null {
  const [open, name, colon, ...type] = tokens;
  const close = type.pop();
  if (open === undefined || name?.kind !== 'word' || colon?.word !== ':' || close === undefined) return null;
  const spelled = (token: Token): string => text.slice(token.at, token.end);
  return { name: spelled(name), type: type.map(spelled).join(''), at: open.at, end: close.end };
}

/** Returns the text with its parameters written in; null when the engine must bind one of them. */
export function bindText(text: string, slots: readonly Slot[], params: ReadonlyMap<string, string>): string | null {
  let bound = '';
  let from = 0;
  for (const { name, type, at, end } of slots) {
    const value = params.get(name);
    const literal = value === undefined ? null : literalOf(type, value);
    if (literal === null) return null;
    bound += text.slice(from, at) + literal;
    from = end;
  }
  return bound + text.slice(from);
}

/** Returns the literal, or null. `value` is as in the URL: in ClickHouse's escaped text form. */
export function literalOf(type: string, value: string): string | null {
  if (value.length > valueCharactersMax) return null;
  if (type === 'String') {
    const decoded = unescaped(value);
    return decoded === null ? null : quoteText(decoded);
  }
  const literal = type.startsWith('Array(') ? arrayLiteral(type.slice('Array('.length, -1), value) : plainLiteral(type, value);
  return literal === null ? null : `_CAST(${literal}, '${type}')`;
}

const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['1', 'true'],
  ['0', 'false'],
]);

function plainLiteral(type: string, value: string): string | null {
  if (type === 'Bool') return booleans.get(value) ?? null;
  if (type === 'Date32' || type === 'Date') return isDate(value) ? `'${value}'` : null;
  // The engine reads decimals in texts and in literals by different functions; whole numbers read alike.
  if (type === 'Float64') return /^-?[1-9]\d{0,8}$|^0$/.test(value) ? value : null;
  return isWhole(type, value) ? value : null;
}

function isWhole(type: string, value: string): boolean {
  const [, sign, width] = /^(U?)Int(8|16|32|64)$/.exec(type) ?? [];
  if (width === undefined || !/^(?:0|-?[1-9]\d{0,19})$/.test(value)) return false;
  const number = BigInt(value);
  const max = (1n << BigInt(sign === 'U' ? width : Number(width) - 1)) - 1n;
  return number <= max && number >= (sign === 'U' ? 0n : -max);
}

/** Returns true for a date that every date type of the engine can store. */
function isDate(value: string): boolean {
  if (!/^(?:19[7-9]\d|20\d\d)-\d\d-\d\d$/.test(value)) return false;
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

function arrayLiteral(type: string, value: string): string | null {
  if (!value.startsWith('[') || !value.endsWith(']')) return null;
  const inside = value.slice(1, -1);
  if (type === 'String') {
    const strings = readStrings(inside);
    return strings === null ? null : `[${strings.map(quoteText).join(',')}]`;
  }
  if (!/^U?Int(?:8|16|32|64)$/.test(type)) return null;
  return inside === '' || inside.split(',').every((element) => isWhole(type, element)) ? value : null;
}

const quotedString = /'((?:[^'\\\0-\x1f]|\\[\\'tnr])*)'(,|$)/y;

/** Returns the decoded elements between the brackets; null when one is not in the form that clients write. */
function readStrings(inside: string): string[] | null {
  const strings: string[] = [];
  for (let at = 0; at < inside.length;) {
    quotedString.lastIndex = at;
    const found = quotedString.exec(inside);
    const decoded = found === null ? null : unescaped(found[1]!);
    if (found === null || decoded === null) return null;
    strings.push(decoded);
    at = quotedString.lastIndex;
    if (found[2] === ',' && at === inside.length) return null;
  }
  return strings;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\', "'": "'", t: '\t', n: '\n', r: '\r' };

/** Returns null when the text has another escape, or a character that ends a field. */
function unescaped(text: string): string | null {
  if (!/^(?:[^\\\t\n\r]|\\[\\'tnr])*$/.test(text)) return null;
  return text.replace(/\\(.)/g, (_, character: string) => escapes[character]!);
}
