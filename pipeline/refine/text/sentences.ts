/** Splits plain text into at most `max` sentences: after `.`, `!` or `?` where what follows begins like a sentence. */

/** Matches a word that ends in a dot without ending a sentence. */
const ABBREVIATION =
  /(?:\b(?:Inc|Corp|Co|Ltd|Cos|Bros|Mr|Mrs|Ms|Dr|St|Ft|Mt|Jr|Sr|No|vs|Gov|Sen|Rep|Gen|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|approx|est|Jos|[A-Z])|\b(?:[A-Za-z]\.){1,4}[A-Za-z])\.$/;

export function sentencesOf(text: string, max: number): string[] {
  const sentences: string[] = [];
  const boundary = /[.!?]["'”’)]*\s+(?=["'“‘(]?[A-Z0-9$])/g;
  let from = 0;
  while (sentences.length < max) {
    const match = boundary.exec(text);
    if (match === null) break;
    const end = match.index + match[0].trimEnd().length;
    if (text[match.index] === '.' && ABBREVIATION.test(text.slice(Math.max(from, match.index - 8), match.index + 1))) continue;
    sentences.push(text.slice(from, end).trim());
    from = match.index + match[0].length;
  }
  const rest = text.slice(from).trim();
  if (sentences.length < max && rest !== '') sentences.push(rest);
  return sentences.filter((sentence) => sentence !== '');
}
