/** Runs ELD's language detector over the n-grams in its package's file, kept in 4 MB; the package's own copy takes 46 MB. */
import { readFileSync } from 'node:fs';
import type { eld } from 'eld/small';

interface LanguageSet {
  readonly type: string;
  readonly languages: Readonly<Record<number, string>>;
  /** Weights by language id, by n-gram; undefined for an unknown n-gram. */
  readonly ngrams: Readonly<Record<string, Readonly<Record<number, number>> | undefined>>;
}

interface DetectorModule {
  readonly createEld: () => { readonly instance: typeof eld; readonly loadData: (set: LanguageSet) => string };
}

const fileOfPackage = (path: string): URL => new URL(path, import.meta.resolve('eld/small'));

// The package has no export without its own copy of the n-grams.
const { createEld } = (await import(fileOfPackage('../languageDetector.js').href)) as DetectorModule;

export function createDetector(): Pick<typeof eld, 'detect'> {
  const { instance, loadData } = createEld();
  loadData(readLanguageSet(readFileSync(fileOfPackage('../ngrams/small.js'), 'utf8')));
  return instance;
}

const HEAD = /export const ngramsData = \{type:'(\w+)',languages:\{((?:\d+:'\w+',?)+)\},isSubset:false,ngrams:\{/;
/** Matches one n-gram with its weights; a key that is not an identifier is in quotes. */
const NGRAM = /(?:'((?:[^'\\]|\\['\\])+)'|([^'\\:{},]+)):\{(\d+:\d+(?:,\d+:\d+)*,?)\},?/y;
const END = '}};';
/** Factor of a packed place: the index of the first weight times this, plus the number of weights. */
const LANGUAGES_MAX = 64;

/** Parses the package's n-grams. Throws when the text has another format or a weight exceeds one byte. */
function readLanguageSet(source: string): LanguageSet {
  const head = HEAD.exec(source);
  if (head === null) throw new Error("the file of eld's n-grams does not begin as expected: pin the version of eld that this parser was written for");
  const languages = Object.fromEntries(pairs(head[2]!).map(([id, name]) => [id, name.slice(1, -1)]));
  const places = new Map<string, number>();
  const bytes: number[] = [];
  NGRAM.lastIndex = head.index + head[0].length;
  let end = NGRAM.lastIndex;
  for (let found = NGRAM.exec(source); found !== null; found = NGRAM.exec(source)) {
    end = NGRAM.lastIndex;
    const ngram = found[1]?.replace(/\\(.)/g, '$1') ?? found[2]!;
    const from = bytes.length;
    for (const digits of found[3]!.matchAll(/\d+/g)) {
      const value = Number(digits[0]);
      if (value > 255) throw new Error('a weight of eld exceeds one byte');
      bytes.push(value);
    }
    const weights = (bytes.length - from) / 2;
    if (weights >= LANGUAGES_MAX) throw new Error('an n-gram of eld has too many languages');
    places.set(ngram, (from / 2) * LANGUAGES_MAX + weights);
  }
  if (!source.startsWith(END, end))
    throw new Error(`the file of eld's n-grams is not as expected at character ${end}: pin the version of eld that this parser was written for`);
  return { type: head[1]!, languages, ngrams: weightsByNgram(places, Uint8Array.from(bytes)) };
}

const pairs = (text: string): [string, string][] =>
  text
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split(':') as [string, string]);

/** Builds the object of an n-gram at each look-up: most articles need no n-grams, the others about sixty. */
const weightsByNgram = (places: ReadonlyMap<string, number>, weights: Uint8Array): LanguageSet['ngrams'] =>
  new Proxy<LanguageSet['ngrams']>(
    {},
    {
      get: (_, ngram) => {
        const place = places.get(ngram as string);
        if (place === undefined) return undefined;
        const byLanguage: Record<number, number> = {};
        const from = Math.floor(place / LANGUAGES_MAX) * 2;
        const to = from + (place % LANGUAGES_MAX) * 2;
        for (let at = from; at < to; at += 2) byLanguage[weights[at]!] = weights[at + 1]!;
        return byLanguage;
      },
    },
  );
