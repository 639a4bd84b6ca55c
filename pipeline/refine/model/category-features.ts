/**
 * Extracts hashed features of a headline for the category model: words, stems and classes alone and in pairs, topics of
 * words (category-words.ts), matched rules (category/rules.ts), and the style of the text. Of the lead only its presence
 * counts: labelled sets have none, and the rules read it.
 */
import { categories } from '#schemas/vocabulary.ts';
import { startsUpper, type Words } from '../text/words.ts';
import { GROUPS, groupsOf } from './category-words.ts';
import { mix, NO_WORD, type FeatureSet } from './feature-set.ts';

const TITLE_WORDS_MAX = 40;
/** Sums of the rules are told apart in steps of this, up to five of them. */
const SUM_STEP = 2.5;
/** Evidence of a rule below this is ignored. */
const SUM_MIN = 1;
/** A group of words counts once, twice, or more often. */
const GROUP_COUNT_MAX = 3;

/** Fills `set`. `sums`: what the rules give each category, in the order of the vocabulary. */
export function putCategoryFeatures(set: FeatureSet, title: Words, lead: Words, sums: Float64Array): void {
  set.clear();
  const style = styleOf(title, lead);
  const count = Math.min(title.lower.length, TITLE_WORDS_MAX);
  addStems(set, title, count);
  for (let i = 0; i < count; i += 1) {
    const lexeme = title.lexemes[i];
    if (lexeme === undefined) continue;
    const stem = lexeme.stemId;
    const word = mix(0x12, lexeme.wordId);
    set.add(word, i, i + 1);
    set.add(mix(mix(0x13, style), stem), i, i + 1);
    if (i + 1 < count) set.add(mix(word, idAt(title, i + 1)), i, i + 2);
    const next = i + 1 < count ? title.lexemes[i + 1] : undefined;
    for (const id of lexeme.classes) {
      set.add(mix(0x15, id), i, i + 1);
      if (next !== undefined) for (const nextId of next.classes) set.add(mix(mix(0x16, id), nextId), i, i + 2);
    }
    if (i < 2) set.add(mix(0x17 + i, stem), i, i + 1);
    if (i === count - 1) set.add(mix(0x19, stem), i, i + 1);
  }
  addGroups(set, title, count);
  addRules(set, sums, style);
  addShape(set, title, style);
}

const idAt = (words: Words, i: number): number => words.lexemes[i]?.stemId ?? 0;

function addStems(set: FeatureSet, words: Words, count: number): void {
  for (let i = 0; i < count; i += 1) {
    const stem = mix(0x11, idAt(words, i));
    set.add(stem, i, i + 1);
    if (i + 1 < count) set.add(mix(stem, idAt(words, i + 1)), i, i + 2);
  }
}

/** How often each group of words occurs in the text that is read, up to GROUP_COUNT_MAX. */
const groupCounts = new Uint8Array(GROUPS);

/** What the words are about: each, in the order of the text, and each with every other. */
function addGroups(set: FeatureSet, words: Words, count: number): void {
  groupCounts.fill(0);
  let last: readonly number[] = [];
  for (let i = 0; i < count; i += 1) {
    const groups = groupsOf(idAt(words, i));
    if (groups.length === 0) continue;
    for (const group of groups) {
      groupCounts[group] = Math.min(GROUP_COUNT_MAX, (groupCounts[group] ?? 0) + 1);
      set.add(mix(0x21, group), i, i + 1);
      for (const before of last) set.add(mix(mix(0x22, before), group), i, i + 1);
    }
    last = groups;
  }
  for (let group = 0; group < GROUPS; group += 1) {
    if (groupCounts[group] === 0) continue;
    set.add(mix(mix(0x23, group), groupCounts[group] ?? 0), NO_WORD, NO_WORD);
    for (let other = group + 1; other < GROUPS; other += 1) if (groupCounts[other] !== 0) set.add(mix(mix(0x24, group), other), NO_WORD, NO_WORD);
  }
}

function addRules(set: FeatureSet, sums: Float64Array, style: number): void {
  let best = -1;
  for (let at = 0; at < categories.length; at += 1) {
    const sum = sums[at] ?? 0;
    if (sum < SUM_MIN) continue;
    const step = Math.min(5, Math.floor(sum / SUM_STEP));
    set.add(mix(0x31, at), NO_WORD, NO_WORD);
    set.add(mix(mix(0x32, at), step), NO_WORD, NO_WORD);
    set.add(mix(mix(mix(0x33, style), at), step), NO_WORD, NO_WORD);
    if (best < 0 || sum > (sums[best] ?? 0)) best = at;
  }
  set.add(mix(0x34, best), NO_WORD, NO_WORD);
  set.add(mix(mix(0x35, style), best), NO_WORD, NO_WORD);
}

function addShape(set: FeatureSet, { text, lower }: Words, style: number): void {
  set.add(0x41, NO_WORD, NO_WORD);
  set.add(mix(0x42, style), NO_WORD, NO_WORD);
  set.add(mix(0x43, Math.min(6, lower.length >> 2)), NO_WORD, NO_WORD);
  if (text.endsWith('?')) set.add(0x44, NO_WORD, NO_WORD);
  if (text.includes(':')) set.add(0x45, NO_WORD, NO_WORD);
  if (/[@#]/.test(text)) set.add(0x46, NO_WORD, NO_WORD);
}

/** Capitals as in a headline, the marks of a post, a lead: a bit each. A word may mean one thing in a post and another in a headline. */
function styleOf(title: Words, lead: Words): number {
  let long = 0;
  let capital = 0;
  for (let i = 0; i < title.raw.length; i += 1) {
    const word = title.raw[i] ?? '';
    if (word.length < 4 || (title.lexemes[i]?.numberKind ?? null) !== null) continue;
    long += 1;
    if (startsUpper(word)) capital += 1;
  }
  return (long > 0 && capital > 0.6 * long ? 1 : 0) + (isPost(title) ? 2 : 0) + (lead.lower.length > 0 ? 4 : 0);
}

/** A link, a cashtag, a hashtag, somebody addressed, a text cut short. */
export const isPost = ({ text }: Words): boolean => /https|[$#][A-Za-z]|(?:^|\s)@\w|…/.test(text);
