/**
 * Real headlines that were read by the guide of the street set. labels/headlines.jsonl holds the labels only and names each headline by its
 * set and a hash; the texts are found in the folder of labelled sets, and read as the service reads a title.
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
  /** See headlineKey. */
  readonly key: string;
  /** Whether a trading desk wants it. */
  readonly serve: 'yes' | 'no' | 'maybe';
  /** 1-10. */
  readonly score: number;
  /** Null: no desk wants it. */
  readonly category: Category | null;
  /** By symbol of each company or coin that it is about, the direction that it points the price; null: it is not clear. */
  readonly names: Readonly<Record<string, Sentiment | null>>;
}

const noOutlet = { outlet: '', domain: '', isAggregated: false };
/** Returns a text as the service shows it as a title. */
export const servedTitle = (text: string): string => cleanTitle(text, noOutlet);

const files: Readonly<Record<LabelledSet, { readonly file: string; readonly column: string; readonly read: (text: string) => string }>> = {
  uci: { file: 'stories/uci_news_aggregator_sample.jsonl', column: 'title', read: servedTitle },
  cashtag: { file: 'tickers/twitter_cashtag_headlines.jsonl', column: 'headline', read: servedTitle },
  sentfin: { file: 'sentiment/sentfin.jsonl', column: 'title', read: servedTitle },
  topic: { file: 'category/twitter_fin_topic.jsonl', column: 'text', read: (text) => servedTitle(tweetText(text)) },
};

/** Equal for texts that differ in case, punctuation, entities and links alone. */
export function headlineKey(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/https?\S*/g, ' ')
    .replace(/&(?:amp|quot|lt|gt|nbsp|#\d{1,5});/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
}

/** Returns the labels of labels/headlines.jsonl. */
export function headlineLabels(): HeadlineLabel[] {
  const lines = readFileSync(new URL('../labels/headlines.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as HeadlineLabel);
}

/** Returns each label with its headline as in its set and as served; labels whose text `folder` does not hold are left out. */
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
