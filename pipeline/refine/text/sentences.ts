/** Splits plain text into sentences: after `.`, `!` or `?` when the next characters can begin a sentence. */

/** Matches a word that ends in a dot without ending a sentence. */
const ABBREVIATION =
  /(?:\b(?:Inc|Corp|Co|Ltd|Cos|Bros|Mr|Mrs|Ms|Dr|St|Ft|Mt|Jr|Sr|No|vs|Gov|Sen|Rep|Gen|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|approx|est|Jos|[A-Z])|\b(?:[A-Za-z]\.){1,4}[A-Za-z])\.$/;

/** Returns at most `max` sentences, trimmed. */
export function sentencesOf(text: string, max: number): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const next of laterStarts(text)) {
    if (sentences.length >= max) break;
    sentences.push(text.slice(from, next).trim());
    from = next;
  }
  const rest = text.slice(from).trim();
  if (sentences.length < max && rest !== '') sentences.push(rest);
  return sentences.filter((sentence) => sentence !== '');
}

export function startOfSentence(text: string, at: number): number {
  let start = 0;
  for (const next of laterStarts(text)) {
    if (next > at) break;
    start = next;
  }
  return start;
}

/** Matches the end of a sentence before the start of another, which may have the letter of a paragraph: `(b) On May 3`. */
const STARTS = /[.!?]["'”’)]*\s+(?=(?:\([a-h]\) )?["'“‘(]?[A-Z0-9$])/g;

function* laterStarts(text: string): Generator<number> {
  let from = 0;
  for (const { 0: end, index } of text.matchAll(STARTS)) {
    if (text[index] === '.' && ABBREVIATION.test(text.slice(Math.max(from, index - 8), index + 1))) continue;
    from = index + end.length;
    yield from;
  }
}
