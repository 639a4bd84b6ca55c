/**
 * Finds the rows of guidance in the tables of a release. Each becomes a sentence of its label and its current or earlier figures; other
 * columns are blanked, and a low and a high column are joined to a range. The headings or the lines above must call the table guidance.
 */
import type { Cell, ReducedText, Row, Table } from '../../documents/reduced-text.ts';
import type { Sentence } from '../prose/sentences.ts';
import { datesIn } from '../terms/period.ts';
import { isYear } from './figure.ts';
import { cleanLabel, overlaps } from './grid.ts';
import { scaleIn, type Scale } from './scale.ts';
import { linesAbove } from './sections.ts';

export interface GuidedRow {
  readonly sentence: Sentence;
  readonly label: string;
  readonly figuresFrom: number;
  readonly heading: string;
  /** Titles and headings, the column's last; they name the period. */
  readonly under: string;
  readonly scale: Scale | null;
  /** Whether only ranges count, because nothing inside the table calls it guidance. */
  readonly onlyRanges: boolean;
  /** Whether the table reconciles one measure with another; the rows between are not guidance of their own. */
  readonly isReconciliation: boolean;
  readonly isEarlier: boolean;
}

const rowsMax = 60;
/** Maximum rows of a table and cells of a row; larger tables are statements or lists. */
const tableRowsMax = 100;
const cellsMax = 40;
const rowCharactersMax = 2_000;
const charactersAbove = 2_000;
const titleLines = 3;
const saysGuidance = /\b(?:guidance|outlook|targets?|forecasts?|expectations|projected|projections)\b/i;

export function guidanceRows({ text, tables }: ReducedText): GuidedRow[] {
  const guided: GuidedRow[] = [];
  let after = 0;
  for (const table of tables) {
    const from = Math.max(after, table.start - charactersAbove);
    after = Math.max(after, table.end);
    if (guided.length >= rowsMax) break;
    if (!saysGuidance.test(text.slice(from, table.end))) continue;
    const lines = linesAbove(text.slice(from, Math.max(from, table.start))).slice(0, titleLines);
    guided.push(...rowsOf(text, table, lines));
  }
  return guided.slice(0, rowsMax);
}

const value =
  /[$€£¥]\s?[(-]?\s?\.?\d|\d\s?%|\d\s?(?:percent|million|billion|bn|mn)\b|\d\s*(?:[-–—]|to)\s*\(?[$€£¥]?\d|^[~($-]*\s?\d[\d,.]*\)?$|^(?:RMB|EUR|USD)\s?\d/i;
const isValue = ({ bare }: Cell): boolean => value.test(bare) && !isYear(bare) && datesIn(bare).length === 0;
const isJoint = ({ bare }: Cell): boolean => /^(?:[-–—]|to|and)$/i.test(bare);

interface ValueRow {
  readonly row: Row;
  readonly heads: readonly Row[];
  readonly path: string;
}

function valueRows({ rows }: Table): ValueRow[] {
  const valued: ValueRow[] = [];
  let heads: Row[] = [];
  let path = '';
  let isBody = false;
  for (const row of rows.slice(0, tableRowsMax)) {
    const others = row.cells.slice(1);
    if (row.cells.length > cellsMax || (others.at(-1)?.end ?? 0) - row.start > rowCharactersMax) continue;
    if (row.cells.length > 1 && others.some(isValue)) {
      valued.push({ row, heads, path });
      isBody = true;
    } else if (row.cells.length === 1 && (row.cells[0]?.from === 0 || isBody)) path = row.cells[0]?.bare ?? '';
    else if (row.cells.length > 0) {
      heads = isBody ? [row] : [...heads, row];
      isBody = false;
    }
  }
  return valued;
}

/** Returns the words of the heads over a cell. A row with as many heads as values pairs them in order, even if it is shifted. */
function headOf(cell: Cell, at: number, values: readonly Cell[], heads: readonly Row[]): string {
  return heads
    .flatMap(({ cells }) => {
      const over = cells.filter((head) => overlaps(head, cell));
      if (over.length > 0) return over.map(({ bare }) => bare);
      const own = cells.filter(({ from }) => from > 0);
      return own.length === values.length ? [own[at]!.bare] : [];
    })
    .join(' ');
}

const earlier = /\b(?:prior|previous(?:ly)?|former(?:ly)?|earlier|old|original(?:ly)?)\b(?![\s-]+(?:years?|quarters?|periods?)\b)/i;
const sinceRevised = /\b(?:updated?|revised|current|new|latest)\b/i;
const first = /\b(?:initial|original)\b/i;
const past = /\b(?:actuals?|results?|reported|ytd|year[\s-]to[\s-]date|year[\s-]ago)\b/i;
const change = /\b(?:change|increase|decrease|variance|mid-?point|growth|y\/y|yoy|difference|vs\.?)\b|^\W*%/i;
const lowHigh = /\b(?:low(?:er)?|high(?:er)?|min(?:imum)?|max(?:imum)?|bottom|top)(?:\s+end)?(?:\s+of(?:\s+the)?\s+range)?\b|\b(?:from|to)$/gi;
const issued = /\bas of\b|\b(?:issued|provided|given)\b/i;
const monthOfGuidance = /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b.{0,12}\b(?:guidance|outlook)/i;

/** Returns the day on which a head says its guidance was given, as a number that grows with time; null if it names none. */
function issuedOn(head: string): number | null {
  const [date] = datesIn(head);
  if (date === undefined || !(issued.test(head) || (saysGuidance.test(head) && monthOfGuidance.test(head)))) return null;
  return (date.year ?? 0) * 372 + date.month * 31 + (date.day ?? 0);
}

type Role = 'current' | 'earlier' | null;

/** Returns for each value whether its head makes it current or earlier guidance; null for results and changes. */
function rolesOf(heads: readonly string[]): Role[] {
  const days = heads.map(issuedOn);
  const newest = Math.max(...days.map((day) => day ?? 0));
  const isRevised = heads.some((head) => sinceRevised.test(head));
  const someSay =
    heads.some((head) => saysGuidance.test(head) && !earlier.test(head)) && heads.some((head) => past.test(head) || isYear(head.trim()));
  return heads.map((head, at) => {
    if (past.test(head) || change.test(head)) return null;
    if (earlier.test(head) || (isRevised && first.test(head)) || (days[at] ?? newest) < newest) return 'earlier';
    return !someSay || saysGuidance.test(head) ? 'current' : null;
  });
}

function rowsOf(text: string, table: Table, lines: readonly string[]): GuidedRow[] {
  const rows = valueRows(table);
  const allHeads = [...new Set(rows.flatMap(({ heads }) => heads))].flatMap(({ cells }) => cells.map(({ bare }) => bare));
  const paths = rows.map(({ path }) => path);
  const isInside = [...allHeads, ...paths].some((words) => saysGuidance.test(words));
  if (!isInside && !lines.some((line) => saysGuidance.test(line))) return [];
  // Guidance next to the actual result is earlier guidance, unless its head names another period.
  if (allHeads.some((head) => /\bactuals?\b/i.test(head)) && !allHeads.some((head) => saysGuidance.test(head) && /\d/.test(head))) return [];
  const around = { text, lines, allHeads, isInside };
  return rows.flatMap((row) => (earlier.test(row.path) ? [] : guidedOf(row, around)));
}

interface Around {
  readonly text: string;
  readonly lines: readonly string[];
  readonly allHeads: readonly string[];
  readonly isInside: boolean;
}

interface Group {
  readonly role: Role;
  readonly head: string;
  readonly cells: Cell[];
  readonly isSpan: boolean;
}

const hasRange = /\d\S{0,40}\s*(?:[-–—]|to)\s*\(?[$€£¥]?\s?\d/i;

function groupsOf({ row, heads }: ValueRow): Group[] {
  const [label] = row.cells;
  const values = row.cells.filter((cell) => cell !== label && isValue(cell));
  const words = values.map((cell, at) => headOf(cell, at, values, heads));
  // "From" and "to" head the old and the new range, or the two ends of one range.
  const areRanges = values.some(({ bare }) => hasRange.test(bare));
  const roles = rolesOf(words).map((role, at) => (role === 'current' && areRanges && /\bfrom$/i.test(words[at] ?? '') ? 'earlier' : role));
  const groups: Group[] = [];
  for (const [at, cell] of values.entries()) {
    const head = (words[at] ?? '').replace(lowHigh, ' ').replace(/\s+/g, ' ').trim();
    const last = groups.at(-1);
    const role = roles[at] ?? null;
    if (role === null) continue;
    const isJoined = row.cells.some((other) => isJoint(other) && other.end < cell.start && other.start > (last?.cells.at(-1)?.end ?? Infinity));
    if (last !== undefined && last.role === role && (last.head === head || isJoined)) last.cells.push(cell);
    else groups.push({ role, head, cells: [cell], isSpan: head !== '' || head !== (words[at] ?? '') });
  }
  return groups;
}

function guidedOf(valueRow: ValueRow, { text, lines, allHeads, isInside }: Around): GuidedRow[] {
  const { row, path } = valueRow;
  const [label] = row.cells;
  if (label === undefined || isValue(label) || earlier.test(label.bare) || /^[•·▪●o*-]$/.test(label.bare)) return [];
  const title = [...lines.toReversed(), path].join(' . ');
  const scale = [label.bare, path, ...allHeads, ...lines].map(scaleIn).find((stated) => stated !== null) ?? null;
  return groupsOf(valueRow).map(({ role, head, cells, isSpan }) => ({
    sentence: sentenceOf(text, row, [label, ...cells], isSpan),
    label: cleanLabel(label.bare),
    figuresFrom: label.end - row.start,
    heading: `${path} ${head}`.trim(),
    under: `${title} . ${head}`,
    scale,
    onlyRanges: !isInside,
    isReconciliation: /reconcil/i.test(`${title} ${allHeads.join(' ')}`),
    isEarlier: role === 'earlier',
  }));
}

/** Returns the row with all cells blanked that are not kept. With `isSpan`, two plain figures are joined by a dash. */
function sentenceOf(text: string, row: Row, kept: readonly Cell[], isSpan: boolean): Sentence {
  const end = kept.at(-1)?.end ?? row.start;
  const words = Array.from({ length: end - row.start }, () => ' ');
  const shown = row.cells.filter((cell) => kept.includes(cell) || (isJoint(cell) && cell.start < end));
  for (const { start, end: to, prefix } of shown) for (let at = start - prefix.length; at < to; at += 1) words[at - row.start] = text[at] ?? ' ';
  const [, low, high] = kept;
  const arePlain = kept.length === 3 && kept.slice(1).every(({ bare }) => plainFigure.test(bare));
  if (low !== undefined && high !== undefined && isSpan && arePlain && !row.cells.some(isJoint))
    words[high.start - high.prefix.length - 1 - row.start] = '–';
  return { text: words.join(''), start: row.start, end, paragraph: row.start };
}

const plainFigure = /^[($~-]*\s?\d[\d,.]*\)?\s?(?:%|million|billion)?$/i;
