/**
 * Examples of headlines as general feeds bring them (street-labels.ts, and patterns of ours), which the weights of names
 * are fitted on after the larger sets and the weights of street categories alone.
 */
import { sentfinRows, spansOf } from '../evaluate/enrichment/sentiment-sets.ts';
import { textKey } from '../evaluate/enrichment/text-key.ts';
import { categoryEvidence } from '#pipeline/refine/category/evidence.ts';
import { createFeatureSet } from '#pipeline/refine/model/feature-set.ts';
import type { Span } from '#pipeline/refine/sentiment/polarity.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';
import { categoryExample, required, sentimentExample, type LabelledExample } from './examples.ts';
import { ownDirected } from './own-headlines.ts';
import { directionOf } from './own-patterns.ts';
import { streetHeadlines, type StreetHeadline } from './street-labels.ts';

const NO_WORDS = wordsOf('');
const OWN_SEED = 11;
const OWN_COUNT = 2;
const OWN_WEIGHT = 0.5;
/** Rows of the larger set keep the weights right for its kind too. */
const LARGER_WEIGHT = 0.15;

export function streetSentimentExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  const larger = required(sentfinRows(folder), 'sentiment/sentfin.jsonl');
  return [
    ...found(folder).flatMap((headline) =>
      rowsOf(headline).map((row) => sentimentExample(set, { ...row, isContested: false }, { weight: 1, isMeasured: true })),
    ),
    ...ownDirected(OWN_COUNT, OWN_SEED, 'street').map(({ text, label, self, other }) => {
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
function rowsOf({ text, source, names }: StreetHeadline) {
  const words = wordsOf(text);
  const spans = names.map(([name]) => spansOf(words, name));
  return names.flatMap(([, sign], at) => {
    const about = spans[at] ?? [];
    const label = directionOf(sign);
    if (about.length === 0 || label === null) return [];
    const others = spans.flatMap((other, i) => (i === at ? [] : other)).filter((other) => about.every((own) => isApart(own, other)));
    return [{ source, words, about, others, label } satisfies { words: Words; about: Span[]; others: Span[] } & Record<string, unknown>];
  });
}

const isApart = (a: Span, b: Span): boolean => a.from >= b.to || a.to <= b.from;

export function streetCategoryExamples(folder: string, bits: number): LabelledExample[] {
  const set = createFeatureSet(bits);
  return found(folder).flatMap(({ text, source, category }) => {
    if (category === null) return [];
    const words = wordsOf(text);
    const { sums } = categoryEvidence(words, NO_WORDS);
    return [{ ...categoryExample(set, words, sums, category), source, key: textKey(source), weight: 1, isMeasured: true }];
  });
}

function found(folder: string): StreetHeadline[] {
  const headlines = streetHeadlines(folder);
  if (headlines.length === 0) throw new Error(`no headline of train/labels/street.jsonl is in ${folder}: nothing can be trained without them`);
  return headlines;
}
