/** Changes the HTML layout of a real release, without changing its content or with some of it removed. */

interface Cell {
  readonly open: string;
  readonly close: string;
  inner: string;
  text: string;
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;|&#160;|&#xa0;/gi, ' ')
    .replace(/&#8212;|&#x2014;|&mdash;/g, '—')
    .replace(/\s+/g, ' ')
    .trim();

const cellPattern = /<(t[dh])\b([^>]*)>([\s\S]*?)<\/\1>/gi;

/** Changes the cells of every row that has no nested table. */
function changeRows(html: string, change: (cells: Cell[]) => readonly Cell[]): string {
  return html.replace(/<tr\b[^>]*>[\s\S]*?<\/tr>/gi, (row) => {
    if (/<table/i.test(row)) return row;
    const cells = [...row.matchAll(cellPattern)].map(([, tag = '', attributes = '', inner = '']): Cell => {
      return { open: `<${tag}${attributes}>`, close: `</${tag}>`, inner, text: textOf(inner) };
    });
    if (cells.length === 0) return row;
    return `<tr>${change(cells)
      .map(({ open, inner, close }) => open + inner + close)
      .join('')}</tr>`;
  });
}

const setText = (cell: Cell, text: string): void => {
  cell.inner = text;
  cell.text = text;
};

/** Moves signs and brackets from their own cells into the figure's cell; the empty cells remain. */
function joinSigns(cells: Cell[]): Cell[] {
  for (const [at, cell] of cells.entries()) {
    const next = cells.findIndex(({ text }, index) => index > at && text !== '');
    const following = cells[next];
    if (following !== undefined && next - at <= 3 && /^(?:(?:US)?\$|\(|\$\s*\(|RMB|€)$/.test(cell.text) && /[\d—-]/.test(following.text)) {
      setText(following, cell.text + following.text);
      setText(cell, '');
    }
  }
  for (const [at, cell] of cells.entries()) {
    if (!/^(?:\)|%|\)\s*%)$/.test(cell.text)) continue;
    const before = cells.findLastIndex(({ text }, index) => index < at && text !== '');
    const figure = cells[before];
    if (figure === undefined || at - before > 2 || !/\d/.test(figure.text)) continue;
    setText(figure, figure.text + cell.text);
    setText(cell, '');
  }
  return cells;
}

const isHead = (cells: readonly Cell[]): boolean =>
  cells.slice(1).some(({ text }) => /\b(?:19|20)\d\d\b|months|quarter|ended/i.test(text)) &&
  !cells.slice(1).some(({ text }) => /^\$?\(?\d[\d,]*\.\d|^\$?\(?\d{1,3},\d{3}/.test(text));

const aYear = /^(?:[A-Z][a-z]{2,8}\.? \d{1,2},?\s*)?20\d\d(?:\s*\(\d\))?$/;

/** Returns null when the change cannot be applied to this release. */
export type Change = (html: string) => string | null;

/** Changes after which the release still states the same figures. */
export const layouts: Readonly<Record<string, Change>> = {
  'signs and brackets in the cells of their figures': (html) => changeRows(html, joinSigns),
  'columns in reverse order': (html) =>
    /rowspan\s*=\s*["']?[2-9]/i.test(html)
      ? null
      : changeRows(html, (cells) => {
          const [label, ...others] = joinSigns(cells);
          return label === undefined ? [] : [label, ...others.toReversed()];
        }),
  'headings a column further on': (html) =>
    changeRows(html, (cells) =>
      isHead(cells) ? cells.flatMap((cell, at) => (at === 0 ? [cell, { open: '<td>', close: '</td>', inner: '', text: '' }] : [cell])) : cells,
    ),
  'headings without their spans': (html) =>
    changeRows(html, (cells) =>
      isHead(cells) ? cells.map((cell) => ({ ...cell, open: cell.open.replace(/colspan\s*=\s*["']?\d+["']?/i, '') })) : cells,
    ),
  'thirteen years earlier': (html) => html.replace(/\b20(?:0[89]|1\d|2[0-5])\b/g, (year) => String(Number(year) - 13)),
};

/** Changes after which some facts are missing: figures still read must be as before. */
export const losses: Readonly<Record<string, Change>> = {
  'no year over the newest column': (html) =>
    changeRows(html, (cells) => {
      const at = isHead(cells) ? cells.findIndex(({ text }, index) => index > 0 && aYear.test(text)) : -1;
      return cells.map((cell, index) => (index === at ? { ...cell, inner: '' } : cell));
    }),
  'no scale': (html) => html.replace(/\(?\b(?:amounts )?in (?:thousands|millions)[^)<]{0,80}\)?/gi, ''),
  'no duration': (html) => html.replace(/(?:three|six|nine|twelve)(?:\s|&nbsp;|&#160;)+months(?:\s|&nbsp;|&#160;)+ended/gi, 'Period ended'),
};
