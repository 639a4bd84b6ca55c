/** Joins the raw cells of an HTML row as a reader sees them: signs in their own cells join their figure, and empty cells are dropped. */
import type { Cell } from './reduced-text.ts';

export type RawCell = Pick<Cell, 'text' | 'bare' | 'from' | 'to'>;

type JoinedCell = Omit<Cell, 'start' | 'end'>;

const currencySigns = /^(?:US|HK|NT|C|A|R|S|NZ|CA|AU|Cdn|MX)?\$$|^(?:€|£|¥|₩|₪|₹|RMB|US\$|USD|EUR|GBP|CHF|CAD|NIS|Rs\.?|R\$|Ps\.?|NT\$|HK\$|CNY)$/i;
/** Matches an opening sign in its own cell. A dash is not one: alone it means zero or nothing. */
const openers = /^(?:\(|\$\s*\(|\(\s*\$)$/;
const closers = /^(?:\)|%|\)\s*%|%\s*\)|\)\s*\*{1,3}|pts?\.?|bps?)$/i;
/** Matches footnote marks of a figure. `*` is not one: alone it may mean "not meaningful". */
const footnotes = /^(?:\([a-z]\)|\)\s*\(\d{1,2}\)|\)\s*\([a-z]\))$/;
/** Returns whether a cell is a footnote mark. "(1)" may be a loss of one, so it is a mark only if it is raised. */
const isFootnote = (cell: RawCell): boolean => footnotes.test(cell.text) || (cell.bare === '' && /^\(?\w{1,2}\)?$/.test(cell.text));
const figure = /^(?:[(\-−–]\s*|\s+)?(?:(?:[A-Z]{0,3}\$|€|£|¥|RMB|US\$)\s*)?(?:[(\-−–]\s*)?(?:\d|\.\d)/;
const figureOrDash = /^(?:[(\-−–—]|n\/?[am]|\d|\.\d|(?:[A-Z]{0,3}\$|€|£|¥)\s?[(\d.—–-])/i;

/** Length of the longest sign: `US $`, `)(12)`. */
const signMax = 5;

export function joinCells(raw: readonly RawCell[]): JoinedCell[] {
  const filled = raw.filter((cell) => cell.text !== '');
  const joined: JoinedCell[] = [];
  for (let at = 0; at < filled.length; at++) {
    let cell = filled[at] as RawCell;
    const from = cell.from;
    let prefix = '';
    const next = filled[at + 1];
    // A sign farther away than two columns is unrelated.
    if (next !== undefined && cell.text.length <= signMax && next.from - cell.to <= 2 && figureOrDash.test(next.text)) {
      if (currencySigns.test(cell.text)) {
        prefix = cell.text;
        cell = next;
        at += 1;
      } else if (openers.test(cell.text)) {
        cell = { ...next, text: cell.text + next.text, bare: cell.bare + next.bare };
        at += 1;
      }
    }
    let { text, bare, to } = cell;
    if (figure.test(text) || /^[(]?[—–-]/.test(text)) {
      for (let after = filled[at + 1]; after !== undefined; after = filled[at + 1]) {
        if (after.text.length > signMax) break;
        const isCloser = closers.test(after.text);
        if (!isCloser && !isFootnote(after)) break;
        if (/^\)/.test(after.text) && !hasOpenBracket(text)) break;
        if (!isCloser && after.from - to > 1) break;
        text += isCloser || after.text.startsWith(')') ? after.text : ` ${after.text}`;
        if (isCloser) bare += after.bare;
        else if (after.text.startsWith(')')) bare += ')';
        to = after.to;
        at += 1;
      }
    }
    joined.push({ text, bare, prefix, from, to, anchorFrom: cell.from, anchorTo: cell.to });
  }
  return joined;
}

export const hasOpenBracket = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')');
