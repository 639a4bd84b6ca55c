/** Parses a regular expression into the tree of its repeated parts: enough of ECMAScript's grammar to make attack texts. */

export type Pattern =
  | { readonly type: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly type: 'choice'; readonly options: readonly Pattern[] }
  | { readonly type: 'repeat'; readonly body: Pattern; readonly min: number; readonly max: number }
  /** One character: a literal, an escape, a class or a dot, as written. */
  | { readonly type: 'character'; readonly source: string }
  /** An anchor or a word boundary, which consumes nothing. */
  | { readonly type: 'assertion' }
  /** A lookahead or lookbehind, which consumes nothing. */
  | { readonly type: 'look'; readonly body: Pattern; readonly isAhead: boolean; readonly isNegative: boolean };

/** Returns the end of the class that opens at `at`; with the flag v classes nest and may contain quoted strings. */
function classEnd(source: string, at: number, isNested: boolean): number {
  let depth = 0;
  for (let here = at; here < source.length; here += 1) {
    const character = source[here];
    if (character === '\\') here += 1;
    else if (character === '[') depth = isNested ? depth + 1 : 1;
    else if (character === ']') {
      depth -= 1;
      if (depth === 0) return here + 1;
    }
  }
  throw new Error(`class without end: ${source}`);
}

const escapeForms = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|[^])/iy;

export function readPattern(source: string, flags: string): Pattern {
  let at = 0;
  const isNested = flags.includes('v');

  function readChoice(): Pattern {
    const options = [readSequence()];
    while (source[at] === '|') {
      at += 1;
      options.push(readSequence());
    }
    return options.length === 1 ? options[0]! : { type: 'choice', options };
  }

  function readSequence(): Pattern {
    const items: Pattern[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(readRepeated());
    return items.length === 1 ? items[0]! : { type: 'sequence', items };
  }

  function readRepeated(): Pattern {
    const body = readAtom();
    const quantifier = /[*+?]\??|\{(\d+)(,?)(\d*)\}\??/y;
    quantifier.lastIndex = at;
    const found = quantifier.exec(source);
    if (found === null) return body;
    at = quantifier.lastIndex;
    const [text, low, comma, high] = found;
    if (low === undefined) return { type: 'repeat', body, min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : Infinity };
    const min = Number(low);
    return { type: 'repeat', body, min, max: comma === '' ? min : high === '' ? Infinity : Number(high) };
  }

  function readGroup(): Pattern {
    const opening = /\((?:\?(?::|=|!|<=|<!|<[\w$]+>|[a-z-]+:))?/y;
    opening.lastIndex = at;
    const [opened = '('] = opening.exec(source) ?? [];
    at += opened.length;
    const body = readChoice();
    at += 1;
    const kind = opened.slice(2);
    if (kind === '=' || kind === '!' || kind === '<=' || kind === '<!')
      return { type: 'look', body, isAhead: !kind.startsWith('<'), isNegative: kind.endsWith('!') };
    return body;
  }

  function readAtom(): Pattern {
    const character = source[at]!;
    if (character === '(') return readGroup();
    if (character === '^' || character === '$') {
      at += 1;
      return { type: 'assertion' };
    }
    const from = at;
    if (character === '[') at = classEnd(source, at, isNested);
    else if (character === '\\') {
      escapeForms.lastIndex = at;
      at += escapeForms.exec(source)?.[0].length ?? 2;
    } else at += String.fromCodePoint(source.codePointAt(at)!).length;
    const text = source.slice(from, at);
    return /^\\(?:[bB]|[1-9]|k<)/.test(text) ? { type: 'assertion' } : { type: 'character', source: text };
  }

  const pattern = readChoice();
  if (at !== source.length) throw new Error(`not read to its end, from ${at}: ${source}`);
  return pattern;
}

/** Yields every part of a pattern, the pattern itself first. */
export function* partsOf(pattern: Pattern): Generator<Pattern> {
  yield pattern;
  const inner = pattern.type === 'sequence' ? pattern.items : pattern.type === 'choice' ? pattern.options : 'body' in pattern ? [pattern.body] : [];
  for (const part of inner) yield* partsOf(part);
}
