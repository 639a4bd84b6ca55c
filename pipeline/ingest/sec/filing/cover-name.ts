/** The text of a cover document in, the registrant that it names out, as it stands there; '' where none is told. For documents that come without their filing's header. */

const coverCharacters = 6_000;
const marked = /^[^\w\n\r]*\(?\s*exact name of (?:the )?(?:registrant|company|issuer)/im;
/** For 6-K: "(Translation of registrant's name into English)". */
const translated = /^[^\w\n\r]*\(?\s*translation of (?:the )?registrant[’'`]?s name/im;
const noName =
  /^\W*$|\b(?:date of (?:report|earliest)|washington|securities and exchange|form [86]-?k|current report|commission file|pursuant to|act of 1934|report of foreign|for the month|earliest event)\b|^\W*\(/i;
const nameCharactersMax = 120;

export function coverName(text: string): string {
  const head = text.slice(0, coverCharacters);
  const at = marked.exec(head)?.index ?? translated.exec(head)?.index;
  if (at === undefined) return '';
  const above = head
    .slice(0, at)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => /\w/.test(line));
  const name = above.at(-1) ?? '';
  return noName.test(name) || name.length > nameCharactersMax || !/[A-Za-z]{2}/.test(name) ? '' : name.replace(/^[_\s]+|[_\s]+$/g, '');
}
