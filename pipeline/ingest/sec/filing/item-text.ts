/** Extracts the text of the item of an 8-K that matters most to traders, without headings, cautions and pointers to exhibits. */
import { alarmItems, itemToday } from '#schemas/filing.ts';
import { itemRelevance } from '../../../refine/filing/score.ts';
import { isCaution, isPointer } from './boilerplate.ts';
import { datelineLength } from '../documents/dateline.ts';
import { firstParagraphs, hasSentences } from './paragraphs.ts';

const leadCharacters = 3_000;
const heading = /^\W*(?:section\s+\d\W.{0,80}?)?items?\s*(?:no\.?\s*)?(\d{1,2}(?:\.\s?\d{2})?)(?!\d)[^]*$/i;
const signature = /^\W*(?:signatures?\b|pursuant to the requirements of the (?:securities exchange act|exchange act))/i;
/** Maximum number of characters of a heading; a longer one is followed by text on its line. */
const headingCharacters = 260;

const proseCharactersMin = 60;
/** Matches a verb. A sentence of names has few lower-case words otherwise: "appointed Jeff Williams as Chief Operating Officer." */
const verb = /\b(?:[a-z]{2,12}ed|has|have|had|was|were|will)\b/;
const isProse = (text: string): boolean =>
  hasSentences(text, proseCharactersMin) || (text.length >= 40 && verb.test(text) && /[.!?]["”)]?$/.test(text));

interface Section {
  readonly item: string;
  readonly paragraphs: string[];
}

/** Returns the sections by item. A narrow table may split a heading into two paragraphs: "Item 2.02", "Results of Operations …". */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const { text: words } of firstParagraphs(text.replace(/\t/g, ' '))) {
    // A signature ends the items, unless it is the end of a table of contents, which no text precedes.
    if (signature.test(words) && sections.some(({ paragraphs }) => paragraphs.some(isProse))) break;
    const number = heading.exec(words)?.[1]?.replace(/\s/g, '');
    if (number === undefined || /^\W*items?\s[\d.]+\s+(?:of|above|below|is|shall)\b/i.test(words)) {
      sections.at(-1)?.paragraphs.push(words);
      continue;
    }
    const body = words.length > headingCharacters ? words.replace(/^.{0,260}?(?:\.\s+|\)\s+|:\s+)(?=[A-Z(“"])/, '') : '';
    sections.push({ item: number, paragraphs: body === '' ? [] : [body] });
  }
  return sections;
}

/** Matches a pointer to an exhibit at the end of a sentence: "…, a copy of which is attached as Exhibit 99.1". */
const pointing =
  / (?:(?:a copy|copies|the (?:full )?text) of which|and (?:a copy|copies) of (?:which|such|the|that)[^.]{0,40}?|which(?: press release| release)?) (?:is|are|was|were|has been)\b[^.]{0,200}?\bexhibits?\b[^]*$/i;
/** Matches a pointer within a sentence: "a press release, a copy of which is furnished as Exhibit 99.1, announcing …". */
const pointingInPassing =
  /,? (?:a copy|the text) of which (?:is|was|has been) [^,;]{0,80}\bexhibit \d{1,2}(?:\.\d{1,2})?,? (?=(?:announc|report|contain|regard|relat|concern|disclos|describ)\w+ )/i;
function withoutPointer(sentence: string): string {
  const plain = sentence.replace(pointingInPassing, ' ');
  return isPointer(plain) ? `${plain.replace(pointing, '').replace(/[,.;]$/, '')}.` : plain;
}

/** Matches words that begin a new sentence even after an abbreviation. */
const ofPaper = '(?:A copy|Copies|The (?:full |complete )?(?:text|(?:joint )?(?:press |news )?release))\\b';
const sentenceEnd = new RegExp(
  `(?<=[a-z\\d)”"]{2}[.;])(?:(?<!\\b(?:Inc|Corp|Ltd|Co|No|Nos|Mr|Ms|Mrs|Dr|vs|Jr|Sr)\\.)\\s+(?=[A-Z“"(])|\\s+(?=${ofPaper}))`,
);

/** Returns a paragraph without sentences that only caution or point elsewhere, and without its dateline. */
function withoutCautions(paragraph: string): string {
  const text = paragraph
    .split(sentenceEnd)
    .map(withoutPointer)
    .filter((sentence) => !isCaution(sentence) && !isPointer(sentence))
    .join(' ')
    .replace(/^\([a-e]\)(?:\s*\(\d\))?\s*/, '')
    .trim();
  return text.slice(datelineLength(text)).trim();
}

/** Returns whether a text only names a press release or an exhibit, without saying what it is about. */
export const onlyPoints = (text: string): boolean =>
  text.length < 600 &&
  /\b(?:press release|news release|exhibit)\b/i.test(text) &&
  !/\b(?:announc|report|relat|regard|concern|disclos|entitl|titled|revis|comment)\w*/i.test(text);

export interface ItemText {
  readonly text: string;
  /** Number of the item, in the present numbering; null if no item has a text of its own. */
  readonly item: string | null;
}

/** Minimum difference in weight with which an item replaces the first one. */
const weightLeadMin = 2;

/** Returns the text of the first item, or of one that matters clearly more. `items`: numbers as filed, the primary item first. */
export function readItemText(text: string, items: readonly string[]): ItemText {
  const sections = sectionsOf(text);
  const order = [
    ...items.flatMap((item) => sections.filter((section) => section.item === item)),
    ...sections.filter(({ item }) => !items.includes(item)),
  ];
  const isExhibits = ({ item }: Section): boolean => item === '9.01' || item === '7';
  const passages = order
    .filter((section) => !isExhibits(section))
    .map(({ item, paragraphs }) => ({ item, isFiled: items.includes(item), text: paragraphs.map(withoutCautions).filter(isProse).join('\n') }))
    .filter((section) => section.text !== '');
  const [first] = passages;
  const isServed = (one: ItemPassage): boolean => one === first || isAlarm(one) || weightOf(one) >= weightOf(first!) + weightLeadMin;
  const best = passages.toSorted((a, b) => Number(isAlarm(b)) - Number(isAlarm(a)) || weightOf(b) - weightOf(a)).find(isServed);
  if (best !== undefined) return { text: best.text.slice(0, leadCharacters), item: itemToday(best.item) };
  const elsewhere = order.flatMap(({ paragraphs }) => paragraphs.filter((words) => isProse(words) && !isCaution(words)));
  return { text: (elsewhere[0] ?? '').slice(0, leadCharacters), item: null };
}

interface ItemPassage {
  readonly item: string;
  /** Whether the header lists the item. The heading of any other may be a mention only. */
  readonly isFiled: boolean;
  readonly text: string;
}

const isAlarm = ({ item, isFiled }: ItemPassage): boolean => isFiled && alarmItems.includes(itemToday(item) ?? '');

const weightOf = ({ item, isFiled, text }: ItemPassage): number => {
  const today = itemToday(item);
  return today === null || !isFiled ? 0 : itemRelevance(today, text);
};
