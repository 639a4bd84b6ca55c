/** Reduces HTML as filed to text and tables, by the rules in reduce.ts. One pass; an unclosed `<` stays text. */
import { decodeHTML } from 'entities';
import { createFinder } from './finder.ts';
import { joinCells, type RawCell } from './join-cells.ts';
import type { Cell, ReducedText, Row, Table } from './reduced-text.ts';

const blocks = new Set(
  'p div br hr li ul ol dl dt dd h1 h2 h3 h4 h5 h6 center blockquote pre title head body html section article address form tr table tbody thead tfoot caption'.split(
    ' ',
  ),
);
/** Elements whose words are not shown, with the pattern of their end. */
const silentEnds: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  'ix:header': /<\/ix:header/gi,
  title: /<\/title/gi,
  noscript: /<\/noscript/gi,
};
const silent = new Set(Object.keys(silentEnds));
/** Tag names with a meaning here; tags of other names are ignored. */
const meant = new Map([...blocks, ...silent, 'td', 'th', 'sup', 'span', 'font'].map((name) => [name, name]));
const shortNameCharacters = 4;
const meantShort = new Map(
  [...meant.keys()]
    .filter(({ length }) => length <= shortNameCharacters)
    .map((name) => [[...name].reduce((packed, letter) => (packed << 7) | letter.charCodeAt(0), 0), name]),
);
const nameCharactersMax = 10;

const raisedStyle = 'vertical-align:super';

/** Marks around superscripts while a cell is gathered; private-use characters that no filing contains. */
const superOpen = '\uE000';
const superClose = '\uE001';
const superscript = /\uE000[^\uE001]*\uE001?/g;
const marks = /[\uE000\uE001]/g;
const blank = /\s+/g;
/** Characters without width, which split no word. */
const invisible = /[\u00ad\u200b-\u200d\u2060]/g;
const hyphens = /[\u2010\u2011]/g;

interface OpenTable {
  rows: Row[];
  cells: { source: string; from: number; to: number; rowSpan: number }[];
  /** Columns that cells of earlier rows reach into, from the left; the pieces may overlap. */
  taken: TakenColumns[];
  /** Index into `taken`: earlier pieces end at or before `nextColumn`. */
  nextTaken: number;
  nextColumn: number;
  /** Number of the row being gathered. */
  rowNumber: number;
  isInCell: boolean;
  start: number;
}

/** Columns [from, to) of a cell with a `rowspan`, taken until before `endRow`. */
interface TakenColumns {
  readonly from: number;
  readonly to: number;
  readonly endRow: number;
}

/** Pieces of taken columns that a row remembers; a statement has one or two. */
const takenMax = 500;

const spanAttribute = { colspan: /\bcolspan\s*=\s*(?:["']\s*)?(\d+)/i, rowspan: /\browspan\s*=\s*(?:["']\s*)?(\d+)/i } as const;
const spanMax = 200;

/** Most cells have no span attribute; searching for three letters is faster than the pattern. */
const namesSpan = (attributes: string): boolean => attributes.includes('pan') || attributes.includes('PAN');

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

  /** Ends the row being gathered: one line of text, one row of cells. */
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
    // A single cell of several lines is layout, not a row.
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
      // A table inside a cell is separate; the outer row's content so far precedes it.
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
    const hasSpan = namesSpan(attributes);
    const span = hasSpan ? spanOf(attributes, 'colspan') : 1;
    for (; table.nextTaken < table.taken.length; table.nextTaken += 1) {
      const taken = table.taken[table.nextTaken] as TakenColumns;
      if (taken.from > table.nextColumn) break;
      table.nextColumn = Math.max(table.nextColumn, taken.to);
    }
    const from = table.nextColumn;
    table.nextColumn = from + span;
    table.cells.push({ source: '', from, to: from + span, rowSpan: hasSpan ? spanOf(attributes, 'rowspan') : 1 });
    table.isInCell = true;
  };

  /** Adds words to the open cell, else to the running line; drops a blank at the start of either. */
  const add = (text: string): void => {
    const table = stack[stack.length - 1];
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
  /** Returns whether the attributes between two places raise the text after them; must be called with increasing places. */
  const raises = (from: number, to: number): boolean => {
    if (raisedAt !== -1 && raisedAt < from) raisedAt = source.indexOf(raisedStyle, from);
    return raisedAt !== -1 && raisedAt < to;
  };
  /** Half of all tags are spans, and nearly all of them change nothing. */
  const isIdleSpan = (from: number, to: number): boolean => !isRaised && !raises(from, to);
  const tag = (name: string, isEnd: boolean, from: number, to: number): void => {
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
      const isOpening = !isEnd && raises(from, to);
      if (isOpening) add(superOpen);
      if (isEnd || isOpening) isRaised = isOpening;
    }
  };

  scan(source, isIdleSpan, tag, add);
  while (stack.length > 0) closeTable();
  emitLines(run);
  tables.sort((a, b) => a.start - b.start);
  return { text: out.join(''), tables };
}

/** Adds the columns that the row's cells take in the rows below it. */
function takeColumns(table: OpenTable): void {
  table.rowNumber += 1;
  const { rowNumber } = table;
  const own = table.cells.flatMap(({ from, to, rowSpan }) => (rowSpan > 1 ? [{ from, to, endRow: rowNumber + rowSpan - 1 }] : []));
  if (own.length > 0 || table.taken.some(({ endRow }) => endRow <= rowNumber))
    table.taken = [...table.taken.filter(({ endRow }) => endRow > rowNumber), ...own].sort((a, b) => a.from - b.from).slice(0, takenMax);
  table.nextTaken = 0;
}

/** Most words are separated by one blank, and need no cleaning. */
const unclean = /\s\s|[^\S ]|[\u00ad\u200b-\u200d\u2010\u2011\u2060]/;
const clean = (text: string): string => (unclean.test(text) ? text.replace(invisible, '').replace(hyphens, '-').replace(blank, ' ') : text).trim();

/** `from` to `to` are the tag's attributes in the source. */
type OnTag = (name: string, isEnd: boolean, from: number, to: number) => void;

/** The most frequent entities of filings; others use the full table. */
const common: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&#160;': ' ',
  '&#xA0;': ' ',
  '&amp;': '&',
  '&#8217;': '’',
  '&#146;': '’',
  '&#8212;': '—',
  '&#151;': '—',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};
const decode = (words: string): string => (words.length < 8 ? common[words] : undefined) ?? decodeHTML(words);

/** Emits tags and decoded words, in order. `>` inside a quoted attribute does not end a tag; an unclosed `<` is text. */
function scan(source: string, isIdleSpan: (from: number, to: number) => boolean, onTag: OnTag, onText: (text: string) => void): void {
  const text = (from: number, to: number): void => {
    if (to <= from) return;
    // Line ends between tags are most of the text.
    if (to === from + 1 && source.charCodeAt(from) <= space) return onText(' ');
    const words = source.slice(from, to);
    const line = words.includes('\n') ? words.replace(/[\r\n]+/g, ' ') : words;
    onText(line.includes('&') ? decode(line) : line);
  };
  const nextClose = createFinder(source, '>');
  /** Silent elements without a further end tag. */
  const endless = new Set<string>();
  const silentEnd = (name: string, from: number): number => {
    const end = silentEnds[name];
    if (end === undefined || endless.has(name)) return -1;
    end.lastIndex = from;
    const match = end.exec(source);
    if (match === null) endless.add(name);
    return match?.index ?? -1;
  };
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('<', at);
    if (open === -1) return text(at, source.length);
    text(at, open);
    if (source.startsWith('<!--', open)) {
      const end = source.indexOf('-->', open + 4);
      at = end === -1 ? source.length : end + 3;
      continue;
    }
    const isEnd = source.charCodeAt(open + 1) === slash;
    const close = opensTag(source.charCodeAt(open + 1)) ? tagEnd(source, open, nextClose(open)) : -1;
    if (close === -1) {
      onText('<');
      at = open + 1;
      continue;
    }
    at = close + 1;
    const from = open + (isEnd ? 2 : 1);
    if ((source.startsWith('font', from) || source.startsWith('span', from)) && !isLetter(source.charCodeAt(from + 4)) && isIdleSpan(from, close))
      continue;
    let to = from;
    while (to < close && !endsName(source.charCodeAt(to))) to += 1;
    const name = nameOf(source, from, to);
    if (name === '') continue;
    const isWhole = source.charCodeAt(close - 1) === slash;
    if (!isEnd && !isWhole && silent.has(name)) {
      const end = silentEnd(name, at);
      if (end !== -1) {
        at = end;
        continue;
      }
    }
    onTag(name, isEnd, to, close);
    // `<td/>` is a cell without words.
    if (isWhole && (name === 'td' || name === 'th')) onTag(name, true, close, close);
  }
}

/** Returns the tag's name, or '' for one without meaning. Short names, most of all, compare as seven bits per letter, without slicing. */
function nameOf(source: string, from: number, to: number): string {
  const length = to - from;
  if (length > shortNameCharacters) return length > nameCharactersMax ? '' : (meant.get(source.slice(from, to).toLowerCase()) ?? '');
  let packed = 0;
  for (let at = from; at < to; at++) packed = (packed << 7) | ((source.charCodeAt(at) | 32) & 127);
  return meantShort.get(packed) ?? '';
}

const space = 32;
const slash = 47;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
/** Returns true for a letter, `/`, `!` or `?`. */
const opensTag = (code: number): boolean => isLetter(code) || code === slash || code === 33 || code === 63;
const endsName = (code: number): boolean => code <= 32 || code === slash;

const attributeCharactersMax = 20_000;

/** Returns the place of the tag's end, or -1. `close`: the next `>`, or -1. */
function tagEnd(source: string, open: number, close: number): number {
  if (close === -1) return -1;
  // Most tags end in their last attribute's quote, or have none: the `>` is outside of quotes.
  const last = source[close - 1];
  if (last === '"' || last === "'" || close - open < 8) return close;
  const inside = source.slice(open, close);
  if (!inside.includes('"') && !inside.includes("'")) return close;
  let quote = '';
  for (let at = open; at < Math.min(source.length, open + attributeCharactersMax); at++) {
    const character = source[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if ((character === '"' || character === "'") && /=\s*$/.test(source.slice(Math.max(open, at - 3), at))) quote = character;
  }
  return close;
}
