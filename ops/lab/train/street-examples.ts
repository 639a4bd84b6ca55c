/** Examples of headlines as general feeds bring them: street-labels.ts, patterns of ours, topics that are no posts. */
import { readRows } from '../evaluate/enrichment/rows.ts';
import { tweetText } from '../evaluate/enrichment/sentiment-sets.ts';
import { textKey } from '../evaluate/enrichment/text-key.ts';
import { categoryEvidence } from '#pipeline/refine/category/evidence.ts';
import { isPost } from '#pipeline/refine/model/category-features.ts';
import { createFeatureSet } from '#pipeline/refine/model/feature-set.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { categoryExample, required, type Counting, type LabelledExample, type TopicRow } from './examples.ts';
import { ownCategorised } from './own-headlines.ts';
import { servedTitle, streetHeadlines, type StreetSet } from './street-labels.ts';

const NO_WORDS = wordsOf('');
const OWN_SEED = 11;
const OWN_COUNT = 2;
const OWN_WEIGHT = 0.5;
/** Topics of posts that are written like headlines. */
const TOPIC_WEIGHT = 0.1;

/** Ratings of brokers: `other` to readers of headlines, `market_movers` in the set of posts. */
const otherwiseFiled: ReadonlySet<string> = new Set(['Analyst Update']);

/** Whether to buy one company: readers of one gold set call it `sector_analysis`, those of the other `other`. Nothing is learnt of it. */
const isOpinion = (set: StreetSet, category: Category): boolean => set === 'cashtag' && category === 'sector_analysis';

export function streetCategoryExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const example = (source: string, words: Words, label: Category, counting: Counting): LabelledExample => {
    const { sums } = categoryEvidence(words, NO_WORDS);
    return { ...categoryExample(set, words, sums, label), source, key: textKey(source), ...counting };
  };
  const topics = required(readRows<TopicRow>(folder, 'category/twitter_fin_topic.jsonl'), 'category/twitter_fin_topic.jsonl');
  return [
    ...found(folder).flatMap(({ set: origin, text, source, category }) =>
      category === undefined || category === null || isOpinion(origin, category)
        ? []
        : [example(source, wordsOf(text), category, { weight: 1, isMeasured: true })],
    ),
    ...ownCategorised(OWN_COUNT, OWN_SEED).map(({ text, label }) => ({
      ...example(text, wordsOf(text), label, { weight: OWN_WEIGHT, isMeasured: false }),
      source: null,
    })),
    ...topics.flatMap(({ text, topic, proposed }) => {
      if (otherwiseFiled.has(topic)) return [];
      const words = wordsOf(servedTitle(tweetText(text)));
      return proposed === null || isPost(words) ? [] : [example(text, words, proposed, { weight: TOPIC_WEIGHT, isMeasured: false })];
    }),
  ];
}

function found(folder: string): ReturnType<typeof streetHeadlines> {
  const headlines = streetHeadlines(folder);
  if (headlines.length === 0) throw new Error(`no headline of train/labels/street.jsonl is in ${folder}: nothing can be trained without them`);
  return headlines;
}
