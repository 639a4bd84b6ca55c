/** Splits texts into sentences, and sentences into the stems of the words that say what they are about. */

/** Words before a full stop that ends no sentence. */
const abbreviation =
  /(?:^|[\s("“])(?:Inc|Corp|Co|Cos|Ltd|Plc|Bros|Mr|Mrs|Ms|Dr|Prof|Gov|Sen|Rep|Gen|St|No|vs|approx|est|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|e\.g|i\.e|[A-Z]|(?:[A-Z]\.)+[A-Z])$/;
const end = /[.!?]["”’)]*\s+(?=["“‘(]?[\p{Lu}\p{N}$€£])/gu;

/** Returns the whole sentences of a summary; a last one that was cut off is left out. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  const put = (to: number): void => {
    const sentence = text.slice(from, to).trim();
    from = to;
    if (/[.!?]["”’)]*$/.test(sentence) && !/(?:\.\.\.|…)["”’)]*$/.test(sentence)) sentences.push(sentence);
  };
  for (const { index, 0: found } of text.matchAll(end))
    if (!(text[index] === '.' && abbreviation.test(text.slice(from, index)))) put(index + found.length);
  put(text.length);
  return sentences;
}

const stopWords = new Set(
  'about above after again against also amid among around back because been before being below between both company could does down during each even every first following from further have having here high into just last late later least less like made make many more most much must near nearly next only other over said same says second shares should since some still such take than that their them then there these they third this those through today total under until very week were what when where which while will with would year years million billion trillion percent quarter'.split(
    ' ',
  ),
);

export function stemsOf(sentence: string): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const [word] of sentence.toLowerCase().matchAll(/\p{L}{4,}/gu))
    if (!stopWords.has(word)) stems.add(word.replace(/(?:ations?|ments?|ings?|ions?|ies|ers?|ed|es|s|e|y)$/, '').slice(0, 8));
  return stems;
}

export const sharedBetween = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared;
};

/** Capitalised words that are not names by themselves. */
const titles = new Set(
  'bank group company inc corp ltd plc co mr mrs ms dr the a an in on at of for by to and or as it its he she they but'.split(' '),
);
const calendar =
  /^(?:january|february|march|april|may|june|july|august|sept?|september|oct|october|nov|november|dec|december|jan|feb|mar|apr|jun|jul|aug|(?:mon|tues|wednes|thurs|fri|satur|sun)day|q[1-4])$/;

const wordsIn = (text: string): string[] => text.match(/\p{L}[\p{L}\p{N}&-]*/gu) ?? [];

/** Returns the words that are in lower case somewhere in these texts, and so are not names if capitalised. */
export const commonWordsOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => wordsIn(text).filter((word) => /^\p{Ll}/u.test(word))));

/** Returns the capitalised words of a sentence that are not common words, in lower case. */
export const namesOf = (sentence: string, common: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    wordsIn(sentence)
      .filter((word) => /^\p{Lu}/u.test(word) && word.length > 1)
      .map((word) => word.toLowerCase())
      .filter((word) => !common.has(word) && !titles.has(word) && !calendar.test(word)),
  );
