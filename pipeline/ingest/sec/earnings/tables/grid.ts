/**
 * Splits a printed table into blocks of rows under columns. Figures below one another form a column, and all cells above that overlap it are
 * its heading.
 */
import type { Cell, Row, Table } from '../../documents/reduced-text.ts';
import { isPlaceholder, isYear, readFigure, type Figure } from './figure.ts';
import { memoise } from '../terms/memoise.ts';
import { datesIn, durationsIn, quarterIn, yearsIn } from '../terms/period.ts';

export interface GridRow {
  /** Label of the row without footnote marks; '' for a total without a label. */
  readonly label: string;
  /** Headings above the row within the table, outermost first. */
  readonly path: readonly string[];
  /** Figures by column; null if the row has none there. */
  readonly figures: readonly (Figure | null)[];
}

export interface Block {
  readonly table: Table;
  /** Words above the figures that head no single column: titles, scale. */
  readonly titles: readonly string[];
  readonly headings: readonly string[];
  readonly rows: readonly GridRow[];
}

interface ReadRow {
  readonly kind: 'data' | 'columns' | 'heading';
  readonly row: Row;
  readonly label: Cell | null;
  readonly figures: readonly { cell: Cell; figure: Figure }[];
}

/** Maximum number of rows and columns; a larger table is a list, not a statement. */
const rowsMax = 400;
const columnsMax = 60;
const cellsMax = 200;
/** Maximum length of a label, title or heading; the longest real ones have about 270 characters. */
const wordsCharactersMax = 400;
const titlesMax = 60;

export function readGrid(table: Table): Block[] {
  const blocks: Block[] = [];
  let heads: ReadRow[] = [];
  let body: ReadRow[] = [];
  const flush = (): void => {
    const columns = findColumns(body);
    if (columns.length <= columnsMax && body.some((row) => row.kind === 'data')) blocks.push(makeBlock(table, heads, body, columns));
    heads = [];
    body = [];
  };
  for (const row of table.rows.slice(0, rowsMax).flatMap(readRow)) {
    if (row.kind === 'columns') {
      if (body.some((other) => other.kind === 'data')) {
        // Headings right above new column heads belong to the next block.
        const trailing = body.splice(body.findLastIndex(({ kind }) => kind !== 'heading') + 1);
        flush();
        heads = trailing;
      }
      heads = [...heads, ...body, row];
      body = [];
    } else body.push(row);
  }
  flush();
  return blocks;
}

const namesPeriod = memoise(
  (text: string): boolean =>
    isYear(text) || datesIn(text).length > 0 || durationsIn(text).length > 0 || quarterIn(text) !== null || yearsIn(text).length > 0,
);

/** Returns whether a text names a period. Figures are the bulk of a table, so a text of digits alone is only tested for a year. */
const isPeriodWords = (text: string): boolean => text.length < 80 && (/[a-z/’'-]/i.test(text) ? namesPeriod(text) : isYear(text));

function readRow(row: Row): ReadRow[] {
  const [first, ...others] = row.cells;
  if (first === undefined || row.cells.length > cellsMax) return [];
  const figures: { cell: Cell; figure: Figure }[] = [];
  let placeholders = 0;
  for (const cell of row.cells) {
    if (isYear(cell.bare) && cell.prefix === '') continue;
    const figure = readFigure(cell);
    if (figure !== null) figures.push({ cell, figure });
    else if (cell !== first && isPlaceholder(cell.bare)) placeholders += 1;
  }
  const label = figures[0]?.cell === first ? null : first;
  const periods = others.filter((cell) => isPeriodWords(cell.bare)).length;
  // `2020 | 2019`, or days in other cells than their months, are column heads.
  const isSmall = ({ value, decimals, currency, isPercent }: Figure): boolean =>
    decimals === 0 && currency === '' && !isPercent && Number(value) > 0 && Number(value) < 54;
  const areHeads = periods >= figures.length && figures.every(({ figure }) => isSmall(figure));
  const isData = figures.length > 0 ? !areHeads : placeholders > 0 && others.length === placeholders;
  if (isData) return [{ kind: 'data', row, label, figures }];
  const isHead = row.cells.length > 1 || isYear(first.bare) || (first.from > 0 && isPeriodWords(first.bare));
  return [{ kind: isHead ? 'columns' : 'heading', row, label, figures: [] }];
}

function makeBlock(table: Table, heads: readonly ReadRow[], body: readonly ReadRow[], columns: readonly Span[]): Block {
  const headRows = heads.filter((row) => row.kind === 'columns');
  const firstData = body.findIndex((row) => row.kind === 'data');
  const titles = [...heads, ...body.slice(0, firstData)].filter((row) => row.kind === 'heading').map(words);
  for (const head of headRows) if (head.label !== null && !coversAny(head.label, columns)) titles.push(head.label.bare.slice(0, wordsCharactersMax));
  const headings = columns.map(() => [] as string[]);
  for (const head of headRows) assignHeads(head.row.cells, columns, headings, table.isPlain);
  return {
    table,
    titles: titles.slice(-titlesMax),
    headings: headings.map((parts) => parts.join(' ').slice(0, wordsCharactersMax)),
    rows: placeFigures(body, columns, table.isPlain),
  };
}

const words = ({ row: { cells } }: ReadRow): string =>
  cells
    .map(({ bare }) => bare)
    .join(' ')
    .slice(0, wordsCharactersMax);

interface Span {
  from: number;
  to: number;
}
export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
const coversAny = (cell: Cell, columns: readonly Span[]): boolean => columns.some((column) => overlaps(cell, column));

function findColumns(body: readonly ReadRow[]): Span[] {
  const cells = body
    .flatMap((row) => row.figures)
    // "(1)" in its own cell is likelier a footnote mark than a loss of one, and forms no column.
    .filter(({ figure }) => !/^\(\d\)$/.test(figure.printed))
    .map(({ cell }) => cell)
    .sort((a, b) => a.anchorFrom - b.anchorFrom);
  const spans: (Span & { anchorTo: number })[] = [];
  for (const { from, to, anchorFrom, anchorTo } of cells) {
    const last = spans.at(-1);
    if (last === undefined || anchorFrom >= last.anchorTo) spans.push({ from, to, anchorTo });
    else Object.assign(last, { from: Math.min(last.from, from), to: Math.max(last.to, to), anchorTo: Math.max(last.anchorTo, anchorTo) });
  }
  return spans;
}

/** Adds each head cell to the columns that it covers. If some columns are uncovered, the heads are split evenly where that agrees with the others. */
function assignHeads(cells: readonly Cell[], columns: readonly Span[], headings: string[][], isPlain: boolean): void {
  const covering = columns.map((column) => cells.filter((cell) => overlaps(cell, column)));
  const missing = covering.some((list) => list.length === 0);
  // A cell in the label column heads the labels.
  const heads = cells.filter((cell) => !(cell === cells[0] && cell.from === 0 && !coversAny(cell, columns)));
  if (missing && heads.length > 0 && columns.length % heads.length === 0) {
    const size = columns.length / heads.length;
    const split = columns.map((_, index) => heads[Math.floor(index / size)] as Cell);
    // As many heads as columns: one each, in order, even if the cells are shifted.
    const isOneEach = size === 1;
    const fits = isOneEach || covering.every((list, index) => list.length === 0 || list.includes(split[index] as Cell));
    if (fits && (isPlain || isOneEach || heads.every((head) => isPeriodWords(head.bare)))) {
      split.forEach((cell, index) => headings[index]?.push(cell.bare));
      return;
    }
  }
  const isPeriods = isPlain && heads.length > 0 && heads.every((head) => isPeriodWords(head.bare));
  covering.forEach((list, index) => {
    const over = list.length === 0 && isPeriods ? nearestHead(heads, columns[index] as Span) : list;
    headings[index]?.push(...over.map((cell) => cell.bare));
  });
}

/** Returns the head that is clearly nearest to a column, if any: in plain text a centred head may not cover the outer columns. */
function nearestHead(heads: readonly Cell[], column: Span): readonly Cell[] {
  const gap = (head: Cell): number => Math.max(head.from - column.to, column.from - head.to, 0);
  const sorted = [...heads].sort((a, b) => gap(a) - gap(b));
  const [first, second] = sorted;
  return first !== undefined && (second === undefined || gap(first) * 2 < gap(second)) ? [first] : [];
}

const goesOn = /^(?:\p{Ll}|\((?:[Ll]oss|[Ii]ncome|[Bb]enefit|[Dd]eficit)\b)/u;

const namesTwin = /^\W*(?:basic|diluted|assuming)/i;
const bareTwin = /^\W*(?:basic|diluted)\W*$/i;
const endsInTwin = /(?<![\s–—-])[\s–—-]+(?:basic|diluted)$/i;
/** Returns the whole label of "- Diluted" below "Net income per share - Basic"; null for other rows. */
function twinOf(before: string, label: string): string | null {
  const end = bareTwin.test(label) ? before.search(endsInTwin) : -1;
  return end <= 0 ? null : `${before.slice(0, end)} ${label}`;
}

function placeFigures(body: readonly ReadRow[], columns: readonly Span[], isPlain: boolean): GridRow[] {
  const rows: GridRow[] = [];
  let path: string[] = [];
  let begun: string[] = [];
  let isAfterData = true;
  for (const row of body) {
    if (row.kind === 'heading') {
      const heading = cleanLabel(words(row));
      begun = heading.endsWith(':') ? [] : [...begun, heading];
      // "Diluted:" replaces "Basic:" below the heading of both.
      const kept = isAfterData ? (namesTwin.test(heading) ? path.filter((word) => !namesTwin.test(word)) : []) : path.slice(-3);
      path = [...kept, heading];
      isAfterData = false;
      continue;
    }
    isAfterData = true;
    const figures: (Figure | null)[] = columns.map(() => null);
    let isCrowded = false;
    for (const { cell, figure } of row.figures) {
      const index = columns.findIndex((column) => overlaps({ from: cell.anchorFrom, to: cell.anchorTo }, column));
      if (index === -1) continue;
      if (figures[index] !== null) isCrowded = true;
      figures[index] = figure;
    }
    const own = row.label === null ? '' : cleanLabel(row.label.bare.slice(0, wordsCharactersMax));
    const label = isPlain && goesOn.test(own) ? [...begun, own].join(' ') : (twinOf(rows.at(-1)?.label ?? '', own) ?? own);
    begun = [];
    // If a column has two figures in this row, it is unknown which one belongs to it.
    if (!isCrowded) rows.push(withLossSign({ label, path, figures }));
    if (own.endsWith(':')) path = [own];
  }
  return rows;
}

const loss =
  /\b(?:net|operating) \(?loss(?:es)?\)?(?! on\b)|\bloss(?:es)?\)? (?:from (?:continuing )?operations|per\b|attributable\b|for the (?:period|quarter|year)\b)/i;
/** Returns whether a label names a loss only: "Net loss", "(Loss) per share"; not "Net income (loss)". */
const namesLoss = (label: string): boolean => loss.test(label) && !/\b(?:income|earnings|profits?|gains?)\b/i.test(label);

/** Makes the figures of a loss negative if none of them is printed with a sign. */
function withLossSign(row: GridRow): GridRow {
  if (!namesLoss(row.label) || row.figures.some((figure) => figure?.value.startsWith('-') === true)) return row;
  const signed = (figure: Figure): Figure => (figure.isPercent || /^[0.]+$/.test(figure.value) ? figure : { ...figure, value: `-${figure.value}` });
  return { ...row, figures: row.figures.map((figure) => (figure === null ? null : signed(figure))) };
}

/** Returns a label without footnote marks and leader dots. */
export const cleanLabel = memoise((label: string): string =>
  label
    .replace(/(?:\.\s?){3,}/g, ' ')
    .replace(/\((?:\d{1,2}|[a-z])\)|\[\d{1,2}\]|[*†‡]+/g, ' ')
    .replace(/(?<=[a-z])\d{1,2}(?:,\d)*$/i, '')
    .replace(/(?<=[a-z])\s+\d$/i, '')
    .replace(/\s+/g, ' ')
    .trim(),
);
