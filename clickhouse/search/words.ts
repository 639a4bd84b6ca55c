/**
 * Splits text into search terms in linear time. A term is a run of letters and digits in lower case, without accents and in the singular.
 * `U.S.`, `AT&T`, `3.5` and `1,000` are one term each.
 */

export interface Word {
  readonly term: string;
  /** Offsets in the text; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Maximum length of a term. Longer words are cut in texts and searches. */
const termLettersMax = 40;

/** Frequent words. They are neither indexed nor searched for, but count in phrases. */
const stopWords = new Set(
  `a about after all also am an and any are as at be been being both but by can could did do does for from had has have he her here hers him his
  how i if in into is it its itself me more most my no nor not of on or other our out over own said same she should so some such than that the
  their them then there these they this those to too under until up very was we were what when where which while who whom why will with would you
  your`.split(/\s+/),
);

export const isStopWord = (term: string): boolean => stopWords.has(term);

interface WordRun {
  text: string;
  from: number;
  to: number;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let open: WordRun | null = null;
  const close = (): void => {
    if (open === null) return;
    const term = termOf(open.text);
    if (term !== '') words.push({ term, from: open.from, to: open.to });
    open = null;
  };
  for (const found of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const run: WordRun = { text: found[0], from: found.index, to: found.index + found[0].length };
    const joint: string | null = open === null || run.from !== open.to + 1 ? null : jointOf(open.text, text[open.to]!, run.text);
    if (open === null || joint === null) {
      close();
      open = run;
    } else open = { text: joint, from: open.from, to: run.to };
  }
  close();
  return words;
}

/** Returns two runs as one word if the character between joins them, else null. */
function jointOf(before: string, between: string, after: string): string | null {
  // Without this bound a long run would be examined again for each of its parts, in quadratic time.
  if (before.length > termLettersMax) return null;
  // The possessive ending is dropped.
  if (between === "'" || between === '’') return /^s$/i.test(after) ? before : before + after;
  if (between === '&' && before.length <= 2 && after.length <= 2) return `${before}&${after}`;
  if (between === '.') {
    if (isNumber(before) && isNumber(after)) return `${before}.${after}`;
    // Joins single capitals, at most six before the point, as in `U.S.`.
    return isLetter(after) && /^\p{Lu}{1,6}$/u.test(before) ? before + after : null;
  }
  return between === ',' && isNumber(before) && after.length === 3 && isNumber(after) ? before + after : null;
}

const isNumber = (run: string): boolean => /^[\d.]+$/.test(run);
const isLetter = (run: string): boolean => /^\p{Lu}$/u.test(run);

const termOf = (run: string): string => singular(run.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()).slice(0, termLettersMax).toWellFormed();

/**
 * Returns the singular by the S-stemmer of D. Harman ("How effective is suffixing?", JASIS 42, 1991) and two additional rules: `losses` and
 * `taxes` lose `es`, and `analysis` is no plural. Other endings stay, because `interest` and `interesting` have different meanings.
 */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ies')) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith('es')) return /[aeo]es$/.test(word) ? word : word.slice(0, -1);
  return /[uis]s$/.test(word) ? word : word.slice(0, -1);
}
