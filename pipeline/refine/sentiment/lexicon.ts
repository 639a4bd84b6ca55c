/**
 * Words and phrases that point a price up or down, our own list, each with a weight: what a price did
 * (strongest), how results came out, what happened to a company. Phrases of the object speak of what
 * follows them (`to acquire X`, `hurts X`), those of the subject of what stands before. The phrases and where they are
 * from stand in polarities.txt, no-polarity.txt and idioms.txt.
 */
import { dataLines, dataRows } from '../text/data-file.ts';

export interface Polarity {
  readonly weight: number;
  /** Whom it speaks of: the nearest name before it, or the nearest after it. */
  readonly of: 'subject' | 'object';
}

/** The lines `subject 3: jumps | soars` of polarities.txt. */
export const polarities: readonly (readonly [phrase: string, polarity: Polarity])[] = dataRows(new URL('polarities.txt', import.meta.url)).flatMap(
  ([key, phrases]) => {
    const [of = '', weight] = key.split(' ');
    const polarity: Polarity = { of: of === 'object' ? of : 'subject', weight: Number(weight) };
    return phrases.split(' | ').map((phrase) => [phrase, polarity] as const);
  },
);

/** Before an expression, within three words: it is turned around, or taken back. */
export const negations: ReadonlySet<string> = new Set([
  'not',
  'no',
  'never',
  'without',
  "isn't",
  "aren't",
  "wasn't",
  "don't",
  "doesn't",
  "didn't",
  "won't",
  "can't",
  'cannot',
  "couldn't",
  'unlikely',
  'hardly',
  'neither',
  'nor',
  'denies',
  'rules',
  'despite',
  'fails',
  'failed',
  'lacks',
  'lack',
  'halts',
  'stops',
  'avoids',
  'ends',
  'unable',
]);
/** What it introduces did not decide: `falls despite strong results`. */
export const concessions: ReadonlySet<string> = new Set(['despite', 'although', 'though', 'notwithstanding', 'shrugs', 'defying', 'defies']);
/** Phrases in which a word of the list means nothing. */
export const noPolarity: readonly string[] = dataLines(new URL('no-polarity.txt', import.meta.url));
/** Idioms, and what is neither a price nor a result: a text that says no more than this points nowhere, whatever its words say alone. */
export const idioms: readonly string[] = dataLines(new URL('idioms.txt', import.meta.url));
