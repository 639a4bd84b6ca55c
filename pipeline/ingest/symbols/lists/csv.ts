/** Parses CSV with a header (RFC 4180) into records by column, or returns why it is invalid. */

const columnsMax = 100;

export function csvRecords(text: string): Record<string, string>[] | string {
  const lines = linesOf(text);
  const [head, ...rest] = lines;
  if (head === undefined || head.length < 2 || head.length > columnsMax) return 'not CSV with a header row';
  const names = head.map((name) => name.trim());
  return rest.filter((cells) => cells.length === names.length).map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]!])));
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  // Matches a cell up to the next comma or end of line; a quoted one may contain both, and doubled quotes.
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  let at = 0;
  while (at < text.length) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (found === null) {
      // A line with a stray quote is ignored.
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      [cells, at] = [[], end + 1];
      continue;
    }
    at = cell.lastIndex;
    cells.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'));
    if (found[3] === ',') continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}
