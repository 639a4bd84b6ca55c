/** Parses agency pages into tables and text blocks. Leaves out scripts and styles, and folds white space. */
import { parseHtml } from '../../parse/parse-html.ts';
import { wordSet } from '../../../refine/text/word-set.ts';

export interface Cell {
  readonly text: string;
  /** Text between the block-level tags in the cell, in order: `August 26`, `8:30 AM`. */
  readonly pieces: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly isHeader: boolean;
}

export interface Table {
  readonly caption: string;
  readonly rows: readonly (readonly Cell[])[];
}

const tablesMax = 500;
const rowsMax = 20_000;
const cellsMax = 60;
const piecesMax = 200;
const depthMax = 400;

const inline = wordSet('a abbr b em font i span strong sup sub u mark time');
const silent = wordSet('script style noscript template');
const voids = wordSet('br hr img input meta link wbr source col area base embed param track');

const folded = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim();

/** Returns all tables; the text of a nested table belongs to the cell around it. */
export function readTables(html: string): readonly Table[] {
  const tables: { caption: string; rows: Cell[][] }[] = [];
  let depth = 0;
  let rows = 0;
  let quiet = 0;
  let isCaption = false;
  let cell: { pieces: string[]; attributes: Record<string, string>; isHeader: boolean } | null = null;
  const endPiece = (): void => {
    if (cell !== null && cell.pieces.at(-1) !== '' && cell.pieces.length < piecesMax) cell.pieces.push('');
  };
  const closeCell = (): void => {
    if (cell === null) return;
    const pieces = cell.pieces.map(folded).filter((piece) => piece !== '');
    const row = tables.at(-1)?.rows.at(-1);
    if (row !== undefined && row.length < cellsMax)
      row.push({ text: pieces.join(' '), pieces, attributes: cell.attributes, isHeader: cell.isHeader });
    cell = null;
  };
  parseHtml(html, {
    onopentag: (name, attributes) => {
      if (silent.has(name)) quiet += 1;
      else if (name === 'table') {
        depth += 1;
        if (depth === 1 && tables.length < tablesMax) tables.push({ caption: '', rows: [] });
      } else if (depth === 1 && name === 'caption') isCaption = true;
      else if (depth === 1 && name === 'tr') {
        closeCell();
        if (rows < rowsMax) tables.at(-1)?.rows.push([]);
        rows += 1;
      } else if (depth === 1 && (name === 'td' || name === 'th')) {
        closeCell();
        cell = { pieces: [''], attributes, isHeader: name === 'th' };
      } else if (!inline.has(name)) endPiece();
    },
    ontext: (text) => {
      if (quiet > 0) return;
      if (isCaption) tables.at(-1)!.caption += text;
      else if (cell !== null) cell.pieces[cell.pieces.length - 1] += text;
    },
    onclosetag: (name) => {
      if (silent.has(name)) quiet -= 1;
      else if (name === 'table') {
        if (depth === 1) closeCell();
        depth = Math.max(0, depth - 1);
      } else if (name === 'caption') isCaption = false;
      else if (depth === 1 && (name === 'td' || name === 'th' || name === 'tr')) closeCell();
      else if (!inline.has(name)) endPiece();
    },
  });
  return tables.map(({ caption, rows: all }) => ({ caption: folded(caption), rows: all.filter((row) => row.length > 0) }));
}

export interface Block {
  /** Classes of the element and its ancestors, separated by blanks. */
  readonly classes: string;
  readonly text: string;
  readonly links: readonly string[];
  /** Index of the grouping element around the block, from 0; null outside of any. */
  readonly group: number | null;
}

/** Returns the block-level elements in page order, without the text of inner blocks. `groupClass` marks elements that group blocks. */
export function readBlocks(html: string, groupClass: string | null = null): readonly Block[] {
  const blocks: { classes: string; text: string; links: string[]; group: number | null }[] = [];
  const around: { tag: string; classes: string; group: number | null }[] = [];
  let groups = 0;
  let quiet = 0;
  let current: (typeof blocks)[number] | null = null;
  const here = (): (typeof blocks)[number] => {
    if (current === null) {
      const last = around.at(-1);
      current = { classes: last?.classes ?? '', text: '', links: [], group: last?.group ?? null };
      if (blocks.length < rowsMax) blocks.push(current);
    }
    return current;
  };
  parseHtml(html, {
    onopentag: (name, attributes) => {
      if (silent.has(name)) quiet += 1;
      if (name === 'a' && attributes['href'] !== undefined) here().links.push(attributes['href']);
      if (inline.has(name) || voids.has(name) || silent.has(name)) return;
      current = null;
      if (around.length >= depthMax) return;
      const own = attributes['class'] ?? '';
      const isGroup = groupClass !== null && own.split(/\s+/).includes(groupClass);
      const group = isGroup ? groups++ : (around.at(-1)?.group ?? null);
      around.push({ tag: name, classes: `${around.at(-1)?.classes ?? ''} ${own}`.slice(-2_000), group });
    },
    ontext: (text) => {
      if (quiet === 0 && (current !== null || /\S/.test(text))) here().text += text;
    },
    onclosetag: (name) => {
      if (silent.has(name)) quiet -= 1;
      if (inline.has(name) || voids.has(name) || silent.has(name)) return;
      current = null;
      const at = around.findLastIndex(({ tag }) => tag === name);
      if (at >= 0) around.length = at;
    },
  });
  return blocks.map((block) => ({ ...block, text: folded(block.text) })).filter(({ text, links }) => text !== '' || links.length > 0);
}
