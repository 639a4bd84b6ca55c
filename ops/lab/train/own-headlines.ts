/**
 * Headlines written by us for training: patterns in which `{self}` is the name that is asked about and `{other}`
 * another, with the direction each points its price; and patterns with their category. Nothing of any labelled
 * set went into them.
 */
import { categories, type Category, type Sentiment } from '#schemas/vocabulary.ts';
import { randomFrom } from './fit.ts';
import { directionOf, ownPatterns } from './own-patterns.ts';

const list = (text: string): readonly string[] =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const firms = list(
  'Norvik|Halden Motors|Tampere Steel|Aurelia|Kestrel|Bergmann|Sorensen Pharma|Lindqvist|Oakmont|Varma Energy|Delphi Foods|Corvin Bank|Marlowe Airlines|Hexel Semiconductor|Pinecrest|Juniper Hills Therapeutics',
);
export const brokers = list('Goldman Sachs|Morgan Stanley|JPMorgan|Citigroup|Barclays|Jefferies|UBS|Deutsche Bank|Credit Suisse|Piper Sandler');

export interface OwnHeadline<L> {
  readonly text: string;
  readonly label: L;
  /** The name that is asked about, and the other; null where the pattern has none. */
  readonly self: string | null;
  readonly other: string | null;
}

/** `texts/directed.txt`: a pattern a line, after the signs of the directions it points `{self}` and `{other}` (`.`: not told). */
export function ownDirected(count: number, seed: number): OwnHeadline<Sentiment>[] {
  const random = randomFrom(seed);
  const headlines: OwnHeadline<Sentiment>[] = [];
  for (const { label, pattern } of ownPatterns('directed')) {
    const [ofSelf, ofOther] = [directionOf(label.charAt(0)), directionOf(label.charAt(1))];
    for (let i = 0; i < count; i += 1) {
      const { text, self, other } = filled(pattern, random);
      if (ofSelf !== null) headlines.push({ text, label: ofSelf, self, other });
      if (ofOther !== null) headlines.push({ text, label: ofOther, self: other, other: self });
    }
  }
  return headlines;
}

/** `texts/categorised.txt`: a pattern a line, after its category. */
export function ownCategorised(count: number, seed: number): OwnHeadline<Category>[] {
  const random = randomFrom(seed);
  return ownPatterns('categorised').flatMap(({ label, pattern }) => {
    const category = categories.find((each) => each === label);
    return category === undefined ? [] : Array.from({ length: count }, () => ({ ...filled(pattern, random), label: category }));
  });
}

function filled(pattern: string, random: () => number): Omit<OwnHeadline<unknown>, 'label'> {
  const self = pick(firms, random);
  const other = pick(
    firms.filter((firm) => firm !== self),
    random,
  );
  const text = pattern
    .replaceAll('{self}', self)
    .replaceAll('{other}', other)
    .replaceAll('{broker}', () => pick(brokers, random))
    .replace(/\{n\}/g, () => String(1 + Math.floor(random() * 60)));
  const isIn = (slot: string): boolean => pattern.includes(slot);
  return {
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
    self: isIn('{self}') ? self : null,
    other: isIn('{other}') ? other : null,
  };
}

const pick = (choices: readonly string[], random: () => number): string => choices[Math.floor(random() * choices.length)] ?? '';
