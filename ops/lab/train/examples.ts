/**
 * The labelled rows that may be trained on (SEntFiN, MIT; Twitter Financial News sentiment and topic, MIT;
 * UCI News Aggregator, CC BY 4.0; sentences of ours), as examples of each model: hashed features, label, weight.
 */
import { readRows } from '../evaluate/enrichment/rows.ts';
import { sentfinRows, spansOf, tweetText, twitterRows, untokenised, type SentimentRow } from '../evaluate/enrichment/sentiment-sets.ts';
import { textKey } from '../evaluate/enrichment/text-key.ts';
import { categoryEvidence } from '#pipeline/refine/category/evidence.ts';
import { putCategoryFeatures } from '#pipeline/refine/model/category-features.ts';
import { ruleScores } from '#pipeline/refine/model/category-model.ts';
import { createFeatureSet, type FeatureSet } from '#pipeline/refine/model/feature-set.ts';
import { cleanText } from '#pipeline/refine/normalise/clean.ts';
import { putFeaturesOf, sentimentLabels } from '#pipeline/refine/sentiment/read.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';
import { categories, type Category } from '#schemas/vocabulary.ts';
import type { Example } from './fit.ts';
import { ownDesk } from './own-desk.ts';
import { ownCategorised, ownDirected } from './own-headlines.ts';
import { ownSentences } from './own-sentences.ts';
import { streetDirections } from './street-labels.ts';

export interface LabelledExample extends Example {
  /** The text as its set has it; null for sentences of ours. */
  readonly source: string | null;
  readonly key: number;
  /** Counted when figures are made: not the rows of another set or kind that help. */
  readonly isMeasured: boolean;
}

const NO_WORDS = wordsOf('');
const OWN_SEED = 7;
/** How often each pattern of ours is filled, and what each filling counts. */
const OWN_DIRECTED_COUNT = 3;
const OWN_DIRECTED_WEIGHT = 0.5;
/** They are few beside the headlines of one paper, and nearer to what is served. */
const STREET_WEIGHT = 1.75;
const OWN_SENTENCES_COUNT = 8;
const OWN_SENTENCE_WEIGHT = 0.7;
const OWN_CATEGORISED_COUNT = 8;

export function nameSentimentExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const own = ownDirected(OWN_DIRECTED_COUNT, OWN_SEED).map(({ text, label, self, other }) => {
    const words = wordsOf(text);
    const others = other === null ? [] : spansOf(words, other);
    return { source: text, words, about: self === null ? null : spansOf(words, self), others, label, isContested: false };
  });
  return [
    ...required(sentfinRows(folder), 'sentiment/sentfin.jsonl').map((row) => sentimentExample(set, row, { weight: 1, isMeasured: true })),
    ...streetDirections(folder).map((row) => sentimentExample(set, row, { weight: STREET_WEIGHT, isMeasured: false })),
    ...own.map((row) => ({ ...sentimentExample(set, row, { weight: OWN_DIRECTED_WEIGHT, isMeasured: false }), source: null })),
  ];
}

export function textSentimentExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const headlines = required(sentfinRows(folder), 'sentiment/sentfin.jsonl').filter(({ isContested }) => !isContested);
  const own = ownSentences(OWN_SENTENCES_COUNT, OWN_SEED).map(({ text, label }) => ({
    source: text,
    words: wordsOf(untokenised(text)),
    about: null,
    others: [],
    label,
    isContested: false,
  }));
  return [
    ...required(twitterRows(folder), 'sentiment/twitter_fin_sentiment.jsonl').map((row) =>
      sentimentExample(set, row, { weight: 1, isMeasured: true }),
    ),
    ...headlines.map((row) => sentimentExample(set, { ...row, about: null, others: [] }, { weight: 0.5, isMeasured: false })),
    ...own.map((row) => ({ ...sentimentExample(set, row, { weight: OWN_SENTENCE_WEIGHT, isMeasured: false }), source: null })),
  ];
}

export interface Counting {
  readonly weight: number;
  readonly isMeasured: boolean;
}

function sentimentExample(set: FeatureSet, { words, about, others, label, source }: SentimentRow, counting: Counting): LabelledExample {
  putFeaturesOf(set, words, about, others);
  return { buckets: set.buckets.slice(0, set.size), offsets: null, label: sentimentLabels.indexOf(label), source, key: textKey(source), ...counting };
}

export interface TopicRow {
  readonly text: string;
  readonly topic: string;
  readonly proposed: Category | null;
}

/** Topics without a category of ours that hint at one: the label, and how much the hint counts. */
const hints: ReadonlyMap<string, readonly [Category, number]> = new Map([['Financials', ['earnings', 0.5]]]);

/** Unlabelled headlines are labelled by the rules, which keeps the model near the rules on text unlike a post. */
/** Our headlines are not posts, which are what is measured: more of them made posts read worse. */
const OWN_CATEGORY_WEIGHT = 0.3;
const RULED_WEIGHT = 0.15;
const RULED_SUM_MIN = 3;
const SECTION_WEIGHT = 0.3;

export function categoryExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const example = (source: string, text: string, label: Category | null, counting: Counting): LabelledExample[] => {
    const words = wordsOf(text);
    const { sums } = categoryEvidence(words, NO_WORDS);
    const chosen = label ?? ruled(sums);
    return chosen === null ? [] : [{ ...categoryExample(set, words, sums, chosen), source, key: textKey(source), ...counting }];
  };
  const topics = required(readRows<TopicRow>(folder, 'category/twitter_fin_topic.jsonl'), 'category/twitter_fin_topic.jsonl');
  const sections = required(
    readRows<{ title: string; category: string }>(folder, 'stories/uci_news_aggregator_sample.jsonl'),
    'stories/uci_news_aggregator_sample.jsonl',
  );
  const headlines = required(readRows<{ title: string }>(folder, 'sentiment/sentfin.jsonl'), 'sentiment/sentfin.jsonl');
  return [
    ...topics.flatMap(({ text, topic, proposed }) => {
      const hint = hints.get(topic);
      if (proposed !== null) return example(text, tweetText(text), proposed, { weight: 1, isMeasured: true });
      return hint === undefined ? [] : example(text, tweetText(text), hint[0], { weight: hint[1], isMeasured: false });
    }),
    ...sections.flatMap(({ title, category }) =>
      example(title, cleanText(title), sectionCategory(category), { weight: SECTION_WEIGHT, isMeasured: false }),
    ),
    ...ownCategorised(OWN_CATEGORISED_COUNT, OWN_SEED)
      .flatMap(({ text, label }) => example(text, text, label, { weight: OWN_CATEGORY_WEIGHT, isMeasured: false }))
      .map((own) => ({ ...own, source: null })),
    ...headlines.flatMap(({ title }) => example(title, cleanText(title), null, { weight: RULED_WEIGHT, isMeasured: false })),
  ];
}

/** Sections of the UCI sample: science and technology, entertainment and medicine; business may be anything. */
const sectionCategory = (section: string): Category | null => (section === 't' ? 'technology' : section === 'b' ? null : 'other');

function ruled(sums: Float64Array): Category | null {
  const best = sums.reduce((most, sum, at) => (sum > (sums[most] ?? 0) ? at : most), 0);
  if ((sums[best] ?? 0) >= RULED_SUM_MIN) return categories[best] ?? null;
  return sums.every((sum) => sum < 1) ? 'other' : null;
}

export function categoryExample(set: FeatureSet, words: Words, sums: Float64Array, label: Category): Pick<Example, 'buckets' | 'offsets' | 'label'> {
  putCategoryFeatures(set, words, NO_WORDS, sums);
  return {
    buckets: set.buckets.slice(0, set.size),
    offsets: ruleScores(sums, new Float64Array(categories.length)),
    label: categories.indexOf(label),
  };
}

/** What a desk wants, by topic: what is not told here may be either. */
const wantedTopics: ReadonlyMap<string, boolean> = new Map([
  ...['Macro', 'Fed | Central Banks', 'Energy | Oil', 'Markets', 'Treasuries | Corporate Debt', 'Currencies', 'Gold | Metals | Materials'].map(
    wanted,
  ),
  ...['Earnings', 'Stock Movement', 'M&A | Investments', 'Dividend', 'Analyst Update', 'IPO', 'Company | Product News'].map(wanted),
  ['General News | Opinion', false],
]);
function wanted(topic: string): readonly [string, boolean] {
  return [topic, true];
}
const OWN_DESK_COUNT = 4;
const OWN_DESK_WEIGHT = 1;
const TOPIC_WEIGHT = 0.3;
const ENTERTAINMENT_WEIGHT = 0.4;
const BUSINESS_WEIGHT = 0.25;
const PRESS_WEIGHT = 0.1;

/** Headlines of ours, which alone are measured; sections and topics of the sets teach how much of either kind is written. */
export function deskExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const example = (source: string, text: string, isWanted: boolean, counting: Counting): LabelledExample => {
    const words = wordsOf(text);
    putCategoryFeatures(set, words, NO_WORDS, categoryEvidence(words, NO_WORDS).sums);
    return { buckets: set.buckets.slice(0, set.size), offsets: null, label: isWanted ? 1 : 0, source, key: textKey(source), ...counting };
  };
  const topics = required(readRows<TopicRow>(folder, 'category/twitter_fin_topic.jsonl'), 'category/twitter_fin_topic.jsonl');
  const sections = required(
    readRows<{ title: string; category: string }>(folder, 'stories/uci_news_aggregator_sample.jsonl'),
    'stories/uci_news_aggregator_sample.jsonl',
  );
  const headlines = required(readRows<{ title: string }>(folder, 'sentiment/sentfin.jsonl'), 'sentiment/sentfin.jsonl');
  const helping = (weight: number): Counting => ({ weight, isMeasured: false });
  return [
    ...ownDesk(OWN_DESK_COUNT, OWN_SEED).map(({ text, pattern, isWanted }) => ({
      ...example(pattern, text, isWanted, { weight: OWN_DESK_WEIGHT, isMeasured: true }),
      source: null,
    })),
    ...topics.flatMap(({ text, topic }) => {
      const isWanted = wantedTopics.get(topic);
      return isWanted === undefined ? [] : [example(text, tweetText(text), isWanted, helping(TOPIC_WEIGHT))];
    }),
    ...sections.flatMap(({ title, category }) => {
      if (category === 'b') return [example(title, cleanText(title), true, helping(BUSINESS_WEIGHT))];
      const isOfBusiness = category === 't' || ruled(categoryEvidence(wordsOf(cleanText(title)), NO_WORDS).sums) !== 'other';
      return isOfBusiness ? [] : [example(title, cleanText(title), false, helping(ENTERTAINMENT_WEIGHT))];
    }),
    ...headlines.map(({ title }) => example(title, cleanText(title), true, helping(PRESS_WEIGHT))),
  ];
}

export function required<T>(rows: readonly T[] | null, file: string): readonly T[] {
  if (rows === null) throw new Error(`${file} is absent: nothing can be trained without it`);
  return rows;
}
