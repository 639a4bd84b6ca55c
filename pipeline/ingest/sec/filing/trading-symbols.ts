/** Reads the trading symbols of a cover page, in order, from the table of section 12(b) securities on filings since 2019. */

const coverCharacters = 12_000;
const tableHeading = /trading\s+symbols?(?:\(s\))?/i;
const tableEnd = /indicate by check mark|emerging growth company|\bitem\s+\d/i;
const symbol = /^[A-Z]{1,5}(?:[./ -][A-Z]{1,4})?$/;
const symbolsMax = 30;

export function tradingSymbols(text: string): string[] {
  const cover = text.slice(0, coverCharacters);
  const start = tableHeading.exec(cover);
  if (start === null) return [];
  const rest = cover.slice(start.index);
  const table = rest.slice(0, tableEnd.exec(rest)?.index ?? 3_000);
  const cells = table.split(/[\t\n]+/).map((cell) => cell.trim().replace(/^[“"]|[”"]$/g, ''));
  return [...new Set(cells.filter((cell) => symbol.test(cell) && !/^(?:N\/A|NONE|NYSE|NASDAQ|LLC|INC)$/.test(cell)))].slice(0, symbolsMax);
}
