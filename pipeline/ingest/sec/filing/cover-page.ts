/** Reads the cover page of a filing's main document: the registrant's name and the trading symbols of its securities. */
const nameWithin = 6_000;
/** Match the caption below the name, on an 8-K and on a 6-K: "(Translation of registrant's name into English)". */
const marks = [/\bexact name of (?:the )?(?:registrant|company|issuer)/i, /\btranslation of (?:the )?registrant[’'`]?s name/i] as const;
const noName =
  /\b(?:date of (?:report|earliest)|washington|securities and exchange|form [86]-?k|current report|commission file|pursuant to|act of 1934|report of foreign|for the month|earliest event)\b|^[^\p{L}\d]*\(/iu;
const nameCharactersMax = 120;

/** Returns the registrant's name as printed, or '' if none is recognised. It is needed when the filing has no header. */
export function coverName(text: string): string {
  const lines = text
    .slice(0, nameWithin)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => /[\p{L}\d]/u.test(line));
  const at = marks.map((mark) => lines.findIndex((line) => mark.test(line))).find((index) => index > 0);
  const name = at === undefined ? '' : lines[at - 1]!.replaceAll('_', ' ').trim();
  return noName.test(name) || name.length > nameCharactersMax || !/\p{L}{2}/u.test(name) ? '' : name;
}

const symbolsWithin = 12_000;
const tableHeading = /trading\s+symbols?(?:\(s\))?/i;
const tableEnd = /indicate by check mark|emerging growth company|\bitem\s+\d/i;
const symbol = /^[A-Z]{1,5}(?:[./ -][A-Z]{1,4})?$/;
const symbolsMax = 30;

/** Returns the symbols in order. Filings since 2019 print them in the table of securities under Section 12(b). */
export function tradingSymbols(text: string): string[] {
  const cover = text.slice(0, symbolsWithin);
  const start = tableHeading.exec(cover);
  if (start === null) return [];
  const rest = cover.slice(start.index);
  const table = rest.slice(0, tableEnd.exec(rest)?.index ?? 3_000);
  const cells = table.split(/[\t\n]+/).map((cell) => cell.trim().replace(/^[“"]|[”"]$/g, ''));
  return [...new Set(cells.filter((cell) => symbol.test(cell) && !/^(?:N\/A|NONE|NYSE|NASDAQ|LLC|INC)$/.test(cell)))].slice(0, symbolsMax);
}
