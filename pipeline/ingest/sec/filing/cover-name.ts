/** Reads the registrant's name as printed on a cover document, '' when absent, for documents without their filing's header. */

const coverCharacters = 6_000;
/** The second is for 6-K: "(Translation of registrant's name into English)". */
const marks = [/\bexact name of (?:the )?(?:registrant|company|issuer)/i, /\btranslation of (?:the )?registrant[’'`]?s name/i] as const;
const noName =
  /^\W*$|\b(?:date of (?:report|earliest)|washington|securities and exchange|form [86]-?k|current report|commission file|pursuant to|act of 1934|report of foreign|for the month|earliest event)\b|^\W*\(/i;
const nameCharactersMax = 120;

export function coverName(text: string): string {
  const lines = text
    .slice(0, coverCharacters)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => /\w/.test(line));
  const at = marks.map((mark) => lines.findIndex((line) => mark.test(line))).find((index) => index > 0);
  const name = at === undefined ? '' : lines[at - 1]!.replaceAll('_', ' ').trim();
  return noName.test(name) || name.length > nameCharactersMax || !/[A-Za-z]{2}/.test(name) ? '' : name;
}
