/**
 * Texts of a given length that may slow a reader down: one thing many times over, from the characters that reading rules use; and for the
 * regular expressions of a folder, texts that attack their form.
 */
import { attacksOn } from '../regex/attacks.ts';
import { expressionsIn } from '../regex/expressions.ts';

export interface Payload {
  readonly name: string;
  readonly of: (length: number) => string;
}

const repeated = (unit: string): Payload => ({
  name: `many ${JSON.stringify(unit)}`,
  of: (length) => unit.repeat(Math.max(1, Math.floor(length / unit.length))),
});

// prettier-ignore
const units = [
  ' ', '\t', '\n', ' \n', '\u00a0', '\u200b', '\ufeff', 'a', 'A', 'Aa ', '0', '0,', '1.', '-', '—', '–', '. ', '...', ',', ', ', ':', ';', '(', ')', '[', ']', '"', '“', '”', "'", '’', '@', 'a@', 'a@b.', '#', '#a ', '$', '$1 ', '$1 to $2 ', '%', '5% ', '/', '|', ' | ', '_', '=', '*',
  '&', '&amp;', '&amp;amp;', '&#', '&#x41;', '&lt;', '&nbsp', '<', '>', '<a', '<a ', '<a>', '</a>', '<a b="', "<a ='", '<p>', '<br/>', '<!--', '<!---->', '-->', '<![CDATA[', ']]>', '<?', '<!', '<!DOCTYPE ', '<script>', '<style>', '<title>', '<iframe>', '<svg>', '<sup>', '<PRY>',
  '%41', '%%33', 'http://', 'https://a.b/ ', '../', '{', '{"a":', '\\', 'é', '中', '\ud83d\ude00', '\ud800', '\ue000', '\ufffd', 'i\u0307', 'Mr. ', 'A.B.C. ', 'J.P. ', 'U.S. ', 'Inc. ', 'and ', 'the ', 'AAPL ', 'Apple ', '(NYSE: ', '(NYSE: A) ', '$AAPL ', 'CEO ', 'CEO A. B. ', 'Nov 3 ', '2026 ', 'Q1 ', 'first quarter ',
  'net income ', 'net income of $1.2 million ', 'loss per share ', 'in thousands of ', 'see remarks ', 'Item 2.02 ', 'Item 2.02\n', 'SIGNATURES\n', 'Exhibit 99.1\n', 'three, six and ', 'compared with ', 'forward-looking ', 'expects revenue of about $1 million. ', 'said. "', 'may 1 ', 'us$', 'not ', 'not made under a plan ',
] as const;

export const payloads: readonly Payload[] = units.map(repeated);

/** Returns a generator of numbers in [0, 1), the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns one random attack text for every expression of the folder. */
export function attacksIn(folder: string): Payload[] {
  const random = createRandom(1);
  return expressionsIn([folder]).all.map((expression) => {
    const attacks = attacksOn(expression);
    const { name, of } = attacks[Math.floor(random() * attacks.length)]!;
    return { name: `${expression.place} ${name}`, of };
  });
}
