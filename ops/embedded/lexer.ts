/**
 * Splits SQL text lazily into significant tokens with offsets and bracket depth. It knows only tokens that can hide a semicolon or a
 * keyword: strings, quoted names, here-documents, comments (ClickHouse, src/Parsers/Lexer.cpp). An unclosed token runs to the end of the
 * text, and the engine reports it.
 */
export interface Token {
  /** word: a bare word, uppercased in `word`. quoted: a string or quoted name. mark: any other character. */
  readonly kind: 'word' | 'quoted' | 'mark';
  /** The bare word in upper case, or the mark; '' for a quoted token. */
  readonly word: string;
  readonly at: number;
  readonly end: number;
  /** Number of brackets open around it. */
  readonly depth: number;
}

const blank = /\s+/y;
const bareWord = /[\w$]+/y;
const hereDocumentTag = /\$\w*\$/y;

/** Yields the tokens of a statement in order. */
export function* lex(text: string): Generator<Token, void, undefined> {
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const skipped = endOfBlank(text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const quotedEnd = endOfQuoted(text, at);
    const wordEnd = quotedEnd === at ? endOfMatch(bareWord, text, at) : at;
    const end = Math.max(quotedEnd, wordEnd, at + 1);
    const kind = quotedEnd > at ? 'quoted' : wordEnd > at ? 'word' : 'mark';
    const word = kind === 'quoted' ? '' : text.slice(at, end).toUpperCase();
    if (word === ')' || word === ']' || word === '}') depth -= 1;
    yield { kind, word, at, end, depth };
    if (word === '(' || word === '[' || word === '{') depth += 1;
    at = end;
  }
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Returns the end of white space or of one comment: `--`, `//`, `# `, `#!` to the end of the line; nested slash-star. */
function endOfBlank(text: string, at: number): number {
  const pair = text.slice(at, at + 2);
  if (pair === '--' || pair === '//' || pair === '# ' || pair === '#!') {
    const lineEnd = text.indexOf('\n', at);
    return lineEnd === -1 ? text.length : lineEnd;
  }
  return pair === '/*' ? endOfBlockComment(text, at) : endOfMatch(blank, text, at);
}

function endOfBlockComment(text: string, at: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = at;
  let open = 0;
  for (let found = edge.exec(text); found !== null; found = edge.exec(text)) {
    open += found[0] === '/*' ? 1 : -1;
    if (open === 0) return edge.lastIndex;
  }
  return text.length;
}

function endOfQuoted(text: string, at: number): number {
  const quote = text.charAt(at);
  if (quote === '$') return endOfHereDocument(text, at);
  if (quote !== "'" && quote !== '"' && quote !== '`') return at;
  for (let next = at + 1; next < text.length; next += 1) {
    const character = text.charAt(next);
    if (character === '\\') next += 1;
    else if (character === quote && text.charAt(next + 1) === quote) next += 1;
    else if (character === quote) return next + 1;
  }
  return text.length;
}

function endOfHereDocument(text: string, at: number): number {
  const tagEnd = endOfMatch(hereDocumentTag, text, at);
  const closing = tagEnd === at ? -1 : text.indexOf(text.slice(at, tagEnd), tagEnd);
  return closing === -1 ? at : closing + (tagEnd - at);
}
