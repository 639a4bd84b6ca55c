/**
 * Examples of headlines as general feeds bring them (street-labels.ts, and patterns of ours), which the weights of names
 * are fitted on after the larger sets and the weights of street categories alone.
 */
import { readRows } from '../evaluate/enrichment/rows.ts';
import { sentfinRows, spansOf, tweetText, type SentimentRow } from '../evaluate/enrichment/sentiment-sets.ts';
import { textKey } from '../evaluate/enrichment/text-key.ts';
import { categoryEvidence } from '#pipeline/refine/category/evidence.ts';
import { isPost } from '#pipeline/refine/model/category-features.ts';
import { createFeatureSet } from '#pipeline/refine/model/feature-set.ts';
import type { Span } from '#pipeline/refine/sentiment/polarity.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { categoryExample, required, sentimentExample, type Counting, type LabelledExample, type TopicRow } from './examples.ts';
import { ownCategorised, ownDirected } from './own-headlines.ts';
import { directionOf } from './own-patterns.ts';
import { streetHeadlines, type StreetHeadline } from './street-labels.ts';

const NO_WORDS = wordsOf('');
const OWN_SEED = 11;
const OWN_COUNT = 2;
const OWN_WEIGHT = 0.5;
/** Rows of the larger set keep the weights right for its kind too. */
const LARGER_WEIGHT = 0.3;
/** Topics of posts that are written like headlines. */
const TOPIC_WEIGHT = 0.1;

export function streetSentimentExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const larger = required(sentfinRows(folder), 'sentiment/sentfin.jsonl');
  return [
    ...found(folder).flatMap((headline) => rowsOf(headline).map((row) => sentimentExample(set, row, { weight: 1, isMeasured: true }))),
    ...[...ownDirected(OWN_COUNT, OWN_SEED, 'street'), ...ownDirected(1, OWN_SEED)].map(({ text, label, self, other }) => {
      const words = wordsOf(text);
      const about = self === null ? null : spansOf(words, self);
      const others = other === null ? [] : spansOf(words, other);
      const row = { source: text, words, about, others, label, isContested: false };
      return { ...sentimentExample(set, row, { weight: OWN_WEIGHT, isMeasured: false }), source: null };
    }),
    ...larger.map((row) => sentimentExample(set, row, { weight: LARGER_WEIGHT, isMeasured: false })),
  ];
}

/** A row for each name that stands in the text; of two names in one place each is asked about without the other. */
function rowsOf({ text, source, names }: StreetHeadline): SentimentRow[] {
  const words = wordsOf(text);
  const spans = names.map(([name]) => spansOf(words, name));
  return names.flatMap(([, sign], at) => {
    const about = spans[at] ?? [];
    const label = directionOf(sign);
    if (about.length === 0 || label === null) return [];
    const others = spans.flatMap((other, i) => (i === at ? [] : other)).filter((other) => about.every((own) => isApart(own, other)));
    return [{ source, words, about, others, label, isContested: false }];
  });
}

const isApart = (a: Span, b: Span): boolean => a.from >= b.to || a.to <= b.from;

export function streetCategoryExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const example = (source: string, words: Words, label: Category, counting: Counting): LabelledExample => {
    const { sums } = categoryEvidence(words, NO_WORDS);
    return { ...categoryExample(set, words, sums, label), source, key: textKey(source), ...counting };
  };
  const topics = required(readRows<TopicRow>(folder, 'category/twitter_fin_topic.jsonl'), 'category/twitter_fin_topic.jsonl');
  return [
    ...found(folder).flatMap(({ text, source, category }) =>
      category === null ? [] : [example(source, wordsOf(text), category, { weight: 1, isMeasured: true })],
    ),
    ...ownCategorised(OWN_COUNT, OWN_SEED).map(({ text, label }) => ({
      ...example(text, wordsOf(text), label, { weight: OWN_WEIGHT, isMeasured: false }),
      source: null,
    })),
    ...topics.flatMap(({ text, proposed }) => {
      const words = wordsOf(tweetText(text));
      return proposed === null || isPost(words) ? [] : [example(text, words, proposed, { weight: TOPIC_WEIGHT, isMeasured: false })];
    }),
  ];
}

function found(folder: string): StreetHeadline[] {
  const headlines = streetHeadlines(folder);
  if (headlines.length === 0) throw new Error(`no headline of train/labels/street.jsonl is in ${folder}: nothing can be trained without them`);
  return headlines;
}
