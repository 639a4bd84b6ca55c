/**
 * Real headlines with a category and the directions they point their companies: one reading by annotators, most of whom had
 * not seen the rules. labels/street.jsonl holds the labels only and names each headline by its set and a hash; the texts are
 * found in the folder of labelled sets, and read as the service reads a title. Rows whose text is not found are left out.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cleanTitle } from '#pipeline/refine/normalise/title.ts';
import type { Category, Sentiment } from '#schemas/vocabulary.ts';
import { readRows } from '../evaluate/enrichment/rows.ts';
import { tweetText } from '../evaluate/enrichment/sentiment-sets.ts';

export interface Labelled {
  readonly set: StreetSet;
  /** See headlineKey. */
  readonly key: string;
}

export interface StreetLabel extends Labelled {
  /** Null: no desk wants it. Absent: read for directions only. */
  readonly category?: Category | null;
  /** Listed companies and coins by their names in the headline, each with the direction that it points their price; null: it is not clear. */
  readonly names?: Readonly<Record<string, Sentiment | null>>;
}

interface Texts {
  /** As in its set. */
  readonly source: string;
  /** Without the hashtags at its end, as it is served. */
  readonly text: string;
}

export type StreetHeadline = StreetLabel & Texts;

export type StreetSet = 'uci' | 'cashtag' | 'topic' | 'sentfin';

const noOutlet = { outlet: '', domain: '', isAggregated: false };
export const servedTitle = (text: string): string => cleanTitle(text, noOutlet);

const files: Readonly<Record<StreetSet, { readonly file: string; readonly column: string; readonly read: (text: string) => string }>> = {
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

export const streetLabels = (): StreetLabel[] => labelsIn<StreetLabel>('street');

/** In the order of the labels. */
export const streetHeadlines = (folder: string): StreetHeadline[] => withTexts(folder, streetLabels());

/** The labels of a file of `labels`, as they are written there. */
export function labelsIn<Label extends Labelled>(file: 'street' | 'gold'): Label[] {
  const lines = readFileSync(new URL(`../labels/${file}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Label);
}

/** Each label with its headline; those whose text is not found are left out. */
export function withTexts<Label extends Labelled>(folder: string, labels: readonly Label[]): (Label & Texts)[] {
  const textsOf = new Map((Object.keys(files) as StreetSet[]).map((set) => [set, textsByKey(folder, set)]));
  return labels.flatMap((label) => {
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
