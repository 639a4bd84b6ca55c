/**
 * Measures how the gate treats GDELT's pages: each real title of a folder's recorded batches (laid out like `../shared/data/gdelt`) passes
 * once through the reader and every step of a publisher's article. Each passes alone, so near-duplicates are not found.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readGkg } from '#pipeline/ingest/gdelt/read-gkg.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { readRecorded } from '../upstream/folder/files.ts';
import { zipOne } from '../upstream/gdelt/zip-one.ts';
import { contextAlone } from './enrichment/wild.ts';

/** The lowest score that the API serves by default. */
const servedFrom = 4;

export interface GdeltFigures {
  readonly rows: number;
  /** Number of rows that became articles for RAW. */
  readonly articles: number;
  /** Number of rows and whole files that the reader refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Number of articles that the gate dropped, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly kept: number;
  /** The kept articles that the API serves by default. */
  readonly served: readonly { readonly title: string; readonly score: number; readonly category: string; readonly tickers: readonly string[] }[];
  readonly bytes_of_raw_message: number;
  readonly bytes_of_drop: number;
  readonly bytes_of_row: number;
}

export function evaluateGdelt(dir: string, lists: Directory): GdeltFigures {
  const directory = lists.withEntries(cryptocurrencies);
  const refused: Record<string, number> = {};
  const count = (into: Record<string, number>, reason: string): void => void (into[reason] = (into[reason] ?? 0) + 1);
  const articles = new Map<string, RawArticle>();
  let rows = 0;
  for (const { batch, body } of recordedBatches(dir)) {
    const url = `http://data.gdeltproject.org/gdeltv2/${batch}.gkg.csv.zip`;
    const read = readGkg({ body: zipOne(`${batch}.gkg.csv`, body), batch, url, md5: null, fetchedAt: new Date().toISOString() });
    if (!read.ok) {
      count(refused, read.reason);
      continue;
    }
    rows += read.rows;
    for (const { reason } of read.refusals) count(refused, reason);
    for (const article of read.articles) articles.set(article.identity, article);
  }
  const dropped: Record<string, number> = {};
  const served: GdeltFigures['served'][number][] = [];
  const bytes = { raw: 0, drops: 0, rows: 0 };
  let kept = 0;
  for (const raw of articles.values()) {
    bytes.raw += JSON.stringify(raw).length;
    const record = refineArticle(raw, contextAlone(raw, directory));
    if (record?.type === 'row') {
      kept += 1;
      bytes.rows += JSON.stringify(record).length;
      const { title } = record.item.original;
      const { relevance_score: score, category, tickers } = record.item.enrichment;
      if (score >= servedFrom) served.push({ title, score, category, tickers });
    } else if (record?.type === 'drop') {
      count(dropped, record.reason);
      bytes.drops += JSON.stringify(record).length;
    }
  }
  const mean = (sum: number, of: number): number => (of === 0 ? 0 : Math.round(sum / of));
  return {
    rows,
    articles: articles.size,
    refused,
    dropped,
    kept,
    served,
    bytes_of_raw_message: mean(bytes.raw, articles.size),
    bytes_of_drop: mean(bytes.drops, articles.size - kept),
    bytes_of_row: mean(bytes.rows, kept),
  };
}

/** Returns the rows of each batch; one recorded file may have rows of two batches. */
function recordedBatches(dir: string): { readonly batch: string; readonly body: Buffer }[] {
  return readdirSync(dir)
    .filter((name) => /^\d{14}\.gkg\b.*\.csv(\.gz)?$/.test(name))
    .sort()
    .flatMap((name) => {
      const body = readRecorded(join(dir, name));
      const batches = new Map<string, string[]>();
      for (const row of body.toString('utf8').split('\n')) {
        const batch = row.split('\t', 2)[1] ?? '';
        if (/^\d{14}$/.test(batch)) batches.set(batch, [...(batches.get(batch) ?? []), row]);
      }
      return [...batches].map(([batch, rows]) => ({ batch, body: Buffer.from(`${rows.join('\n')}\n`) }));
    });
}

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ') || 'none';

export function printGdelt(figures: GdeltFigures): string {
  const { served } = figures;
  return `${[
    `${figures.rows} recorded rows, ${figures.articles} articles; refused: ${listed(figures.refused)}`,
    `dropped: ${listed(figures.dropped)}`,
    `kept ${figures.kept}, of which ${served.length} score ${servedFrom} or more:`,
    ...served.map(({ title, score, category, tickers }) => `  ${score} ${category} [${tickers.join(' ')}] ${title}`),
    `bytes: a message of RAW ${figures.bytes_of_raw_message}, a drop ${figures.bytes_of_drop}, a row ${figures.bytes_of_row}`,
  ].join('\n')}\n`;
}
