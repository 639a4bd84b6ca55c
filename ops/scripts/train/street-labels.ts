/**
 * Real headlines with a category: one reading by annotators who had not seen the rules. labels/street.jsonl holds the labels
 * only and names each headline by its set and a hash; the texts are found in the folder of labelled sets. Rows whose text is
 * not found are left out.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cleanText } from '#pipeline/refine/normalise/clean.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { readRows } from '../evaluate/enrichment/rows.ts';
import { tweetText } from '../evaluate/enrichment/sentiment-sets.ts';

export interface StreetLabel {
  readonly set: StreetSet;
  readonly key: string;
  readonly category: Category;
}

export interface StreetHeadline extends StreetLabel {
  /** As in its set. */
  readonly source: string;
  readonly text: string;
}

export type StreetSet = 'uci' | 'cashtag' | 'topic';

const files: Readonly<Record<StreetSet, { readonly file: string; readonly column: string; readonly read: (text: string) => string }>> = {
  uci: { file: 'stories/uci_news_aggregator_sample.jsonl', column: 'title', read: cleanText },
  cashtag: { file: 'tickers/twitter_cashtag_headlines.jsonl', column: 'headline', read: cleanText },
  topic: { file: 'category/twitter_fin_topic.jsonl', column: 'text', read: tweetText },
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

export function streetLabels(): StreetLabel[] {
  const lines = readFileSync(new URL('./labels/street.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as StreetLabel);
}

/** In the order of the labels. */
export function streetHeadlines(folder: string): StreetHeadline[] {
  const textsOf = new Map((Object.keys(files) as StreetSet[]).map((set) => [set, textsByKey(folder, set)]));
  return streetLabels().flatMap((label) => {
    const source = textsOf.get(label.set)?.get(label.key);
    return source === undefined ? [] : [{ ...label, source, text: files[label.set].read(source) }];
  });
}

function textsByKey(folder: string, set: StreetSet): Map<string, string> {
  const { file, column } = files[set];
  const texts = (readRows<Readonly<Record<string, unknown>>>(folder, file) ?? []).flatMap((row) => {
    const text = row[column];
    return typeof text === 'string' ? [text] : [];
  });
  return new Map(texts.map((text) => [headlineKey(text), text]));
}
