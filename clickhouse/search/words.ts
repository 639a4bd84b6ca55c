/**
 * Splits text into the words that search knows, with their places in the text. A word is a run of letters and digits in
 * lower case without accents; plurals count as their singular. What is one word in print stays one: `U.S.`, `AT&T`, `3.5`, `1,000`.
 * Linear in the length of the text.
 */

export interface Word {
  /** As it stands in the index. */
  readonly term: string;
  /** Where it stands in the text: first character, and the one behind the last. */
  readonly from: number;
  readonly to: number;
}

/** A longer one is cut; nobody searches for it. */
const termLettersMax = 40;

/** Words that stand in every text: neither indexed nor searched for, but counted where a phrase asks for neighbours. */
const stopWords = new Set(
  `a about after all also am an and any are as at be been being both but by can could did do does for from had has have he her here hers him his
  how i if in into is it its itself me more most my no nor not of on or other our out over own said same she should so some such than that the
  their them then there these they this those to too under until up very was we were what when where which while who whom why will with would you
  your`.split(/\s+/),
);

export const isStopWord = (term: string): boolean => stopWords.has(term);

interface Run {
  text: string;
  from: number;
  to: number;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let open: Run | null = null;
  const close = (): void => {
    if (open === null) return;
    const term = termOf(open.text);
    if (term !== '') words.push({ term, from: open.from, to: open.to });
    open = null;
  };
  for (const found of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const run: Run = { text: found[0], from: found.index, to: found.index + found[0].length };
    const joint: string | null = open === null || run.from !== open.to + 1 ? null : jointOf(open.text, text[open.to]!, run.text);
    if (open === null || joint === null) {
      close();
      open = run;
    } else open = { text: joint, from: open.from, to: run.to };
  }
  close();
  return words;
}

/** The two runs as one word where what stands between them joins them; else null. */
function jointOf(before: string, between: string, after: string): string | null {
  // What is this long is no number or name, and to look at it again for each of its parts would take time by the square.
  if (before.length > termLettersMax) return null;
  // A possessive is the word itself.
  if (between === "'" || between === '’') return /^s$/i.test(after) ? before : before + after;
  if (between === '&' && before.length <= 2 && after.length <= 2) return `${before}&${after}`;
  if (between === '.') {
    if (isNumber(before) && isNumber(after)) return `${before}.${after}`;
    // `U.S.`: letters one by one; what was joined before has as many letters as dots and one more.
    return isLetter(after) && /^\p{Lu}{1,6}$/u.test(before) ? before + after : null;
  }
  return between === ',' && isNumber(before) && after.length === 3 && isNumber(after) ? before + after : null;
}

const isNumber = (run: string): boolean => /^[\d.]+$/.test(run);
const isLetter = (run: string): boolean => /^\p{Lu}$/u.test(run);

const termOf = (run: string): string => singular(run.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()).slice(0, termLettersMax).toWellFormed();

/**
 * The S-stemmer of D. Harman ("How effective is suffixing?", JASIS 42, 1991), with two rules of ours: `losses` and `taxes`
 * lose their whole ending, and `analysis` is no plural. More than plurals is left alone: `interest` and `interesting` are not one word in the news.
 */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ies')) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith('es')) return /[aeo]es$/.test(word) ? word : word.slice(0, -1);
  return /[uis]s$/.test(word) ? word : word.slice(0, -1);
}
