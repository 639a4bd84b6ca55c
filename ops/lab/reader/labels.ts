/**
 * Reads labels of real headlines, made by the guide of the street set. labels/headlines.jsonl identifies each headline by its set and a
 * hash (headlineKey); the texts come from the folder of labelled sets.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cleanTitle } from '#pipeline/refine/normalise/title.ts';
import type { Category, Sentiment } from '#schemas/vocabulary.ts';
import { readRows } from '../evaluate/enrichment/rows.ts';
import { tweetText } from '../evaluate/enrichment/sentiment-sets.ts';

type LabelledSet = 'uci' | 'cashtag' | 'topic' | 'sentfin';

export interface HeadlineLabel {
  readonly set: LabelledSet;
  readonly key: string;
  readonly serve: 'yes' | 'no' | 'maybe';
  readonly score: number;
  /** Category; null when no desk wants the headline. */
  readonly category: Category | null;
  /** Expected effect on the price, by symbol of each company or coin that the headline is about; null when it is unclear. */
  readonly names: Readonly<Record<string, Sentiment | null>>;
}

const noOutlet = { outlet: '', domain: '', isAggregated: false };
/** Returns the text as the service serves a title. */
export const servedTitle = (text: string): string => cleanTitle(text, noOutlet);

const files: Readonly<Record<LabelledSet, { readonly file: string; readonly column: string; readonly read: (text: string) => string }>> = {
  uci: { file: 'stories/uci_news_aggregator_sample.jsonl', column: 'title', read: servedTitle },
  cashtag: { file: 'tickers/twitter_cashtag_headlines.jsonl', column: 'headline', read: servedTitle },
  sentfin: { file: 'sentiment/sentfin.jsonl', column: 'title', read: servedTitle },
  topic: { file: 'category/twitter_fin_topic.jsonl', column: 'text', read: (text) => servedTitle(tweetText(text)) },
};

/** Returns a hash that ignores case, punctuation, HTML entities and links. */
export function headlineKey(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/https?\S*/g, ' ')
    .replace(/&(?:amp|quot|lt|gt|nbsp|#\d{1,5});/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
}

export function headlineLabels(): HeadlineLabel[] {
  const lines = readFileSync(new URL('../labels/headlines.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as HeadlineLabel);
}

/**
 * Returns each label with its headline as in the set (`source`) and as served (`text`). Labels whose text is not in `folder` are left out.
 */
export function labelledHeadlines(folder: string): (HeadlineLabel & { readonly source: string; readonly text: string })[] {
  const textsOf = new Map((Object.keys(files) as LabelledSet[]).map((set) => [set, textsByKey(folder, set)]));
  return headlineLabels().flatMap((label) => {
    const source = textsOf.get(label.set)?.get(label.key);
    return source === undefined ? [] : [{ ...label, source, text: files[label.set].read(source) }];
  });
}

function textsByKey(folder: string, set: LabelledSet): Map<string, string> {
  const { file, column } = files[set];
  const texts = (readRows<Readonly<Record<string, unknown>>>(folder, file) ?? []).flatMap((row) => {
    const text = row[column];
    return typeof text === 'string' ? [text] : [];
  });
  return new Map(texts.map((text) => [headlineKey(text), text]));
}
