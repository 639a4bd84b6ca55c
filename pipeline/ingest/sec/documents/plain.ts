/** Splits plain text as filed into lines and tables. In a table a line is a row, and two or more blanks separate its cells. */
import { decodeHTML } from 'entities';
import type { Cell, ReducedText, Row, Table } from './reduced-text.ts';

/** Matches tags in EDGAR's plain-text tables. They take columns, so blanks replace them. */
const layoutTags = /<\/?(?:TABLE|S|C|CAPTION|PAGE|FN|F\d+)>/gi;
const otherTag = /<\/?[a-z!]/gi;
const tagCharactersMax = 300;
/** Matches a figure: digits with grouping or decimals, brackets, percent, or a dash for nothing. */
const figure = /^(?:[(-]?\s?(?:[A-Z]{0,3}\$|RMB)?\s?[(-]?\s?(?:\d[\d,]*(?:\.\d+)?|\.\d+)\s?\)?\s?%?(?:\s?\(\w\))?|-{1,3}|n\/[am])$/i;

interface Segment {
  readonly text: string;
  readonly at: number;
}

/** Matches leader dots and rules of dashes or equals signs, which blanks of the same length replace. */
const drawn = /(?:\. ?){3,}|[-=_]{3,}/g;

const isDrawn = /\. ?\. ?\.|[-=_]{3}/;
const isOnePiece = /^\S+(?: \S+)*$/;

function segments(line: string): Segment[] {
  // Most lines are a single piece and need no search.
  if (!line.includes('  ') && isOnePiece.test(line) && !isDrawn.test(line)) return [{ text: line, at: 0 }];
  return [...line.replace(drawn, (match) => ' '.repeat(match.length)).matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({ text, at: index }));
}

/** Matches a sign before a figure and two or more blanks between. The `$` of another currency, `A$`, stays with its letters. */
const farOpener = /(?<![\p{L}$])((?:US|HK|NT|C)?\$(?: ?\()?|RMB|\()( +)( )(?=[(\d.-])/gu;
/** Matches a far bracket, without one before a footnote mark: the mark would read as a figure. */
const farBracket = /(?<=[\d-])( {2,})\)(?! ?\()/g;
const year = /^(?:19|20)\d\d$/;

/** Moves each far percent sign to the figure in the cell before. After a heading, `Q1` or a year, it heads a column of its own. */
function withNearPercents(line: string): string {
  const pieces = line.split('%');
  const last = pieces.pop() ?? '';
  const moved = pieces.map((piece) => {
    const filled = piece.trimEnd();
    const gap = filled.lastIndexOf('  ');
    const cell = filled.slice(gap < 0 ? 0 : gap + 2);
    const isFar = piece.length - filled.length >= 2;
    return isFar && figure.test(cell) && !year.test(cell) ? `${filled}%${piece.slice(filled.length)}` : `${piece}%`;
  });
  return `${moved.join('')}${last}`;
}

/** Moves `$`, `(`, `)` and `%` in columns of their own to their figure. The line keeps its length. */
const withNearSigns = (line: string): string =>
  line.includes('  ') ? withNearPercents(line.replace(farOpener, '$2$1$3').replace(farBracket, ')$1')) : line;

const leadingSign = /^((?:US|HK|NT|C)?\$)\s+(?=[(\d.-])/;

function withPrefix({ text, at }: Segment): Segment & { prefix: string; from: number } {
  const sign = leadingSign.exec(text);
  const skip = sign?.[0].length ?? 0;
  return { text: text.slice(skip), at: at + skip, prefix: sign?.[1] ?? '', from: at };
}

export function reducePlain(source: string): ReducedText {
  const inColumns = source.replace(/\r\n?/g, '\n').replace(layoutTags, (match) => ' '.repeat(match.length));
  const untagged = withoutTags(inColumns);
  const decoded = untagged.includes('&') ? decodeHTML(untagged) : untagged;
  const lines = singleSpaced(decoded.split('\n').map((line) => withNearSigns(expandTabs(line)).trimEnd()));
  const text = `${lines.join('\n')}\n`;
  return { text, tables: findTables(lines) };
}

const spacingLines = 300;
const fullLineCharactersMin = 56;
const fullLinesMin = 6;
const breaksSentence = /[\p{L}\d,]$/u;
/** Returns whether blank lines separate the lines of paragraphs. */
function isDoubleSpaced(lines: readonly string[]): boolean {
  const head = lines.slice(0, spacingLines);
  const full = [...head.keys()].filter((at) => head[at]!.trim().length >= fullLineCharactersMin);
  const alone = full.filter((at) => head[at - 1] === '' && head[at + 1] === '' && breaksSentence.test(head[at]!));
  return full.length >= fullLinesMin && alone.length * 2 > full.length;
}

const indentMin = 3;
const indentOf = (line: string): number => line.length - line.trimStart().length;
const bullet = /^\s*[*•o-]\s/;
/**
 * Halves the gaps of double-spaced text. A paragraph begins with an indented line after one at the margin or a short one, and keeps the blank
 * line before it.
 */
function singleSpaced(lines: readonly string[]): readonly string[] {
  if (!isDoubleSpaced(lines)) return lines;
  const kept: string[] = [];
  let last = '';
  let blanks = 0;
  for (const line of lines) {
    if (line === '') {
      blanks += 1;
      continue;
    }
    const isOver = indentOf(last) < indentMin || last.trim().length < fullLineCharactersMin;
    const isNew = bullet.test(line) || (isOver && indentOf(line) >= indentMin);
    for (let gap = blanks === 1 && isNew ? 2 : blanks; gap > 1; gap -= 2) kept.push('');
    kept.push(line);
    last = line;
    blanks = 0;
  }
  return kept;
}

/** Returns a function that finds the next `sought`. It must be called with increasing offsets; all calls together read the text once. */
function createFinder(text: string, sought: string): (from: number) => number {
  let at = -2;
  return (from) => {
    if (at !== -1 && at < from) at = text.indexOf(sought, from);
    return at;
  };
}

/** Removes tags that end on their line and are not too long to be tags. */
function withoutTags(text: string): string {
  const kept: string[] = [];
  const nextClose = createFinder(text, '>');
  const nextLineEnd = createFinder(text, '\n');
  let at = 0;
  for (const { index, 0: opening } of text.matchAll(otherTag)) {
    const inside = index + opening.length;
    if (index < at) continue;
    const close = nextClose(inside);
    if (close === -1) break;
    const lineEnd = nextLineEnd(inside);
    if (close - inside > tagCharactersMax || (lineEnd !== -1 && lineEnd < close)) continue;
    kept.push(text.slice(at, index));
    at = close + 1;
  }
  return [...kept, text.slice(at)].join('');
}

const expandTabs = (line: string): string => {
  if (!line.includes('\t')) return line;
  const [first = '', ...others] = line.split('\t');
  const pieces = [first];
  let column = first.length;
  for (const piece of others) {
    const gap = 8 - (column % 8);
    pieces.push(' '.repeat(gap), piece);
    column += gap + piece.length;
  }
  return pieces.join('');
};

/** Maximum number of lines above the first figures that may be the heading of a table. */
const headingLinesMax = 10;
const gapLinesMax = 7;

function findTables(lines: readonly string[]): Table[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  const rows = lines.map((line, index) => toRow(line, starts[index] as number));
  const isData = lines.map((line, index) => isDataRow(rows[index] as Row, line));
  const tables: Table[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!isData[at]) continue;
    let last = at;
    for (let next = at + 1; next < lines.length && next - last <= gapLinesMax && !isSentenceLine(lines[next] as string); next++)
      if (isData[next]) last = next;
    let first = at;
    const floor = Math.max(0, at - headingLinesMax);
    for (let before = at - 1; before >= floor && !isSentenceLine(lines[before] as string) && !isData[before]; before--) first = before;
    const dataRows = isData.slice(at, last + 1).filter(Boolean).length;
    if (dataRows >= 3) {
      const body = rows.slice(first, last + 1).filter((row) => row.cells.length > 0);
      tables.push({ rows: body, start: starts[first] as number, end: (starts[last] as number) + (lines[last] as string).length, isPlain: true });
    }
    at = last;
  }
  return tables;
}

function toRow(line: string, start: number): Row {
  if (line === '') return { cells: [], start };
  return { cells: segments(line).map((piece) => cellOf(withPrefix(piece), start)), start };
}

const cellOf = ({ text, at, prefix, from }: ReturnType<typeof withPrefix>, start: number): Cell => ({
  text,
  bare: text,
  prefix,
  start: start + at,
  end: start + at + text.length,
  from,
  to: at + text.length,
  anchorFrom: at,
  anchorTo: at + text.length,
});

/** Returns whether a row has a label and at least one figure after it. A sentence that ends in a number is no such row. */
const isDataRow = (row: Row, line: string): boolean =>
  row.cells.length > 1 && row.cells.slice(1).some((cell) => figure.test(cell.text)) && !isSentenceLine(line);

const isSentenceLine = (line: string): boolean => line.length > 40 && !/\S\s{2,}\S/.test(line.trim()) && /[a-z] [a-z]+ [a-z]/.test(line);
