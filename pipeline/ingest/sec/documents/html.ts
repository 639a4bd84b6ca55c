/** Reduces HTML as filed to text and tables in one pass, by the rules in reduce.ts. */
import { decodeHTML } from 'entities';
import { joinCells, type RawCell } from './join-cells.ts';
import type { Cell, ReducedText, Row, Table } from './reduced-text.ts';

const blocks = new Set(
  'p div br hr li ul ol dl dt dd h1 h2 h3 h4 h5 h6 center blockquote pre title head body html section article address form tr table tbody thead tfoot caption'.split(
    ' ',
  ),
);
/** Elements whose text is not shown, with the pattern of their end tag. */
const silent = new Map(['script', 'style', 'ix:header', 'title', 'noscript'].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, 'gi')]));

const raisedStyle = 'vertical-align:super';

/** Private-use characters, which no filing contains: they mark superscripts while a cell is gathered. */
const superOpen = '\uE000';
const superClose = '\uE001';
const superscript = /\uE000[^\uE001]*\uE001?/g;
const marks = /[\uE000\uE001]/g;
const blank = /\s+/g;
const invisible = /[\u00ad\u200b-\u200d\u2060]/g;
const hyphens = /[\u2010\u2011]/g;

interface OpenTable {
  rows: Row[];
  cells: { source: string; from: number; to: number; rowSpan: number }[];
  /** Columns that cells of earlier rows occupy, from left to right; the pieces may overlap. */
  taken: TakenColumns[];
  /** Index into `taken`: earlier pieces end at or before `nextColumn`. */
  nextTaken: number;
  nextColumn: number;
  rowNumber: number;
  isInCell: boolean;
  start: number;
}

/** Columns [from, to) of a cell with a `rowspan`, which it occupies in the rows before `endRow`. */
interface TakenColumns {
  readonly from: number;
  readonly to: number;
  readonly endRow: number;
}

/** Maximum number of pieces of occupied columns per row; a statement has one or two. */
const takenMax = 500;

const spanAttribute = { colspan: /\bcolspan\s*=\s*(?:["']\s*)?(\d+)/i, rowspan: /\browspan\s*=\s*(?:["']\s*)?(\d+)/i } as const;
const spanMax = 200;

function spanOf(attributes: string, name: keyof typeof spanAttribute): number {
  const value = Number(spanAttribute[name].exec(attributes)?.[1] ?? 1);
  return Math.min(Math.max(value, 1), spanMax);
}

export function reduceHtml(source: string): ReducedText {
  const out: string[] = [];
  const tables: Table[] = [];
  const stack: OpenTable[] = [];
  let length = 0;
  let run = '';
  let isRaised = false;

  const emit = (text: string): void => {
    out.push(text);
    length += text.length;
  };
  const emitLines = (buffer: string): void => {
    if (buffer === '') return;
    const bare = buffer.includes(superOpen) || buffer.includes(superClose) ? buffer.replace(marks, '') : buffer;
    for (const line of bare.includes('\n') ? bare.split('\n') : [bare]) {
      const text = clean(line);
      if (text !== '') emit(`${text}\n`);
    }
  };
  const current = (): OpenTable | undefined => stack[stack.length - 1];

  const endRow = (table: OpenTable): void => {
    const raw: RawCell[] = [];
    for (const { source: buffer, from, to } of table.cells) {
      if (buffer === '') continue;
      const hasMarks = buffer.includes(superOpen);
      const text = clean(hasMarks ? buffer.replace(marks, '') : buffer);
      if (text !== '') raw.push({ text, bare: hasMarks ? clean(buffer.replace(superscript, '')) : text, from, to });
    }
    takeColumns(table);
    const only = table.cells.find((cell) => cell.source.trim() !== '');
    // A single long cell of several lines is layout, not a row.
    if (raw.length === 1 && only !== undefined && only.source.trim().includes('\n') && only.source.length > 400) emitLines(only.source);
    else if (raw.length > 0) table.rows.push(placeRow(raw));
    table.cells = [];
    table.nextColumn = 0;
    table.isInCell = false;
  };

  const placeRow = (raw: readonly RawCell[]): Row => {
    const start = length;
    const cells: Cell[] = [];
    for (const joined of joinCells(raw)) {
      if (cells.length > 0) emit('\t');
      if (joined.prefix !== '') emit(joined.prefix);
      const { text, bare, prefix, from, to, anchorFrom, anchorTo } = joined;
      cells.push({ text, bare, prefix, start: length, end: length + text.length, from, to, anchorFrom, anchorTo });
      emit(joined.text);
    }
    emit('\n');
    return { cells, start };
  };

  const openTable = (): void => {
    const outer = current();
    if (outer === undefined) emitLines(run);
    else {
      // A table inside a cell becomes a separate table; the content of the outer row before it is written first.
      endRow(outer);
      outer.isInCell = true;
    }
    run = '';
    stack.push({ rows: [], cells: [], taken: [], nextTaken: 0, nextColumn: 0, rowNumber: 0, isInCell: false, start: length });
  };

  const closeTable = (): void => {
    const table = stack.pop();
    if (table === undefined) return;
    if (table.cells.length > 0) endRow(table);
    if (table.rows.length > 0) tables.push({ rows: table.rows, start: table.start, end: length, isPlain: false });
  };

  const openCell = (table: OpenTable, attributes: string): void => {
    const span = spanOf(attributes, 'colspan');
    for (; table.nextTaken < table.taken.length; table.nextTaken += 1) {
      const taken = table.taken[table.nextTaken] as TakenColumns;
      if (taken.from > table.nextColumn) break;
      table.nextColumn = Math.max(table.nextColumn, taken.to);
    }
    const from = table.nextColumn;
    table.nextColumn = from + span;
    table.cells.push({ source: '', from, to: from + span, rowSpan: spanOf(attributes, 'rowspan') });
    table.isInCell = true;
  };

  /** Adds text to the open cell, else to the current line; drops a blank at the start of either. */
  const add = (text: string): void => {
    const table = current();
    const cell = table?.isInCell ? table.cells[table.cells.length - 1] : undefined;
    if (cell === undefined) {
      if (run !== '' || text !== ' ') run += text;
    } else if (cell.source !== '' || text !== ' ') cell.source += text;
  };

  const breakLine = (): void => {
    const table = current();
    if (table?.isInCell) add('\n');
    else if (run !== '') {
      emitLines(run);
      run = '';
    }
  };

  let raisedAt = source.indexOf(raisedStyle);
  /** Returns whether the attributes in [from, to) raise the text after them. `from` may only increase from call to call. */
  const raises = (from: number, to: number): boolean => {
    if (raisedAt !== -1 && raisedAt < from) raisedAt = source.indexOf(raisedStyle, from);
    return raisedAt !== -1 && raisedAt < to;
  };
  /** Returns whether a `span` or `font` tag changes nothing. Half of all tags are such spans. */
  const isIdle = (from: number, to: number): boolean => !isRaised && !raises(from, to);

  const tag: OnTag = (name, isEnd, from, to) => {
    if (name === 'table') return isEnd ? closeTable() : openTable();
    const table = current();
    if (table !== undefined) {
      if (name === 'tr') {
        if (table.cells.length > 0) endRow(table);
        return;
      }
      if (name === 'td' || name === 'th') {
        if (isEnd) table.isInCell = false;
        else openCell(table, source.slice(from, to));
        return;
      }
    }
    if (blocks.has(name)) breakLine();
    else if (name === 'sup') add(isEnd ? superClose : superOpen);
    else if (name === 'span' || name === 'font') {
      if (isEnd && isRaised) add(superClose);
      const isOpening = raises(from, to);
      if (isOpening) add(superOpen);
      if (isEnd || isOpening) isRaised = isOpening;
    }
  };

  readTags(source, isIdle, tag, add);
  while (stack.length > 0) closeTable();
  emitLines(run);
  tables.sort((a, b) => a.start - b.start);
  return { text: out.join(''), tables };
}

function takeColumns(table: OpenTable): void {
  table.rowNumber += 1;
  const { rowNumber } = table;
  const own = table.cells.flatMap(({ from, to, rowSpan }) => (rowSpan > 1 ? [{ from, to, endRow: rowNumber + rowSpan - 1 }] : []));
  if (own.length > 0 || table.taken.some(({ endRow }) => endRow <= rowNumber))
    table.taken = [...table.taken.filter(({ endRow }) => endRow > rowNumber), ...own].sort((a, b) => a.from - b.from).slice(0, takenMax);
  table.nextTaken = 0;
}

const unclean = /\s\s|[^\S ]|[\u00ad\u200b-\u200d\u2010\u2011\u2060]/;
const clean = (text: string): string => (unclean.test(text) ? text.replace(invisible, '').replace(hyphens, '-').replace(blank, ' ') : text).trim();

/** Receives a tag. [from, to) are its attributes in the source, empty for a closing tag. */
type OnTag = (name: string, isEnd: boolean, from: number, to: number) => void;

const [space, exclamationMark, slash, equals, closing, questionMark] = [32, 33, 47, 61, 62, 63] as const;
const endsName = (code: number): boolean => code <= space || code === slash || code === closing;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** Matches a tag's attributes up to a `=` with its quoted value. A quote that is not closed within 20,000 characters is plain text. */
const attribute = /[^=>]*=\s*(?:"[^"]{0,20000}"|'[^']{0,20000}')?/y;
const isQuote = (code: number): boolean => code === 34 || code === 39;

/** Returns the offset of the `>` that ends a tag. `from`: the end of the tag's name, which a `>` must follow. */
function tagEnd(source: string, from: number): number {
  const first = source.indexOf('>', from);
  // Most tags have no attributes, or end in the quote of the last one.
  if (first === from || (isQuote(source.charCodeAt(first - 1)) && source.charCodeAt(first - 2) !== equals)) return first;
  attribute.lastIndex = from;
  let at = from;
  while (attribute.test(source)) at = attribute.lastIndex;
  const end = source.indexOf('>', at);
  return end === -1 ? first : end;
}

/** Passes tags and decoded text on, in order, without the text of silent elements that end. A `<` that no `>` follows is text. */
function readTags(source: string, isIdle: (from: number, to: number) => boolean, onTag: OnTag, onText: (text: string) => void): void {
  const text = (from: number, to: number): void => {
    if (to <= from) return;
    // Most text between tags is a single line end.
    if (to === from + 1 && source.charCodeAt(from) <= space) return onText(' ');
    const words = source.slice(from, to);
    const line = words.includes('\n') ? words.replace(/[\r\n]+/g, ' ') : words;
    onText(line.includes('&') ? decodeHTML(line) : line);
  };
  const endless = new Set<string>();
  const lastClose = source.lastIndexOf('>');
  let at = 0;
  for (let open = source.indexOf('<'); open !== -1 && open < lastClose; open = source.indexOf('<', Math.max(open + 1, at))) {
    const first = source.charCodeAt(open + 1);
    const isEnd = first === slash;
    const isTag = isLetter(isEnd ? source.charCodeAt(open + 2) : first);
    if (!isTag && !isEnd && first !== exclamationMark && first !== questionMark) continue;
    text(at, open);
    if (!isTag) {
      const isComment = source.startsWith('<!--', open);
      const end = source.indexOf(isComment ? '-->' : '>', open + (isComment ? 2 : 1));
      at = end === -1 ? source.length : end + (isComment ? 3 : 1);
      continue;
    }
    const from = open + (isEnd ? 2 : 1);
    let to = from + 1;
    while (!endsName(source.charCodeAt(to))) to += 1;
    const close = isEnd ? source.indexOf('>', to) : tagEnd(source, to);
    at = close + 1;
    if (to === from + 4 && (source.startsWith('span', from) || source.startsWith('font', from)) && isIdle(to, close)) continue;
    const name = source.slice(from, to).toLowerCase();
    const isWhole = !isEnd && source.charCodeAt(close - 1) === slash;
    const silentEnd = isEnd || isWhole || endless.has(name) ? undefined : silent.get(name);
    if (silentEnd !== undefined) {
      silentEnd.lastIndex = at;
      const end = silentEnd.exec(source);
      if (end === null) endless.add(name);
      else at = end.index;
      continue;
    }
    onTag(name, isEnd, to, close);
    // `<td/>` is an empty cell.
    if (isWhole && (name === 'td' || name === 'th')) onTag(name, true, close, close);
  }
  text(at, source.length);
}
