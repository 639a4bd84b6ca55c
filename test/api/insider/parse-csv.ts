/** Parses CSV (RFC 4180) into rows of cells. Written for the tests, independently of the code that writes it. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error('a quoted cell has no end');
        cell += text[at];
        if (text[at] === '"') at += 1;
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) {
        if (text[at] === '"' || text[at] === '\n') throw new Error('a bare cell holds a quote or a line feed');
        cell += text[at];
      }
    }
    row.push(cell);
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) throw new Error('a line has no end');
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`a line ends in ${JSON.stringify(text.slice(at, at + 2))}`);
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Removes the apostrophe that keeps a spreadsheet from running the cell. */
export const unguarded = (cell: string): string => (/^'(\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(cell) ? cell.slice(1) : cell);
