/**
 * Measures how the gate treats GDELT's pages: each real title of a folder's recorded batches (laid out like `../shared/data/gdelt`) passes
 * once through the reader and every step of a publisher's article. Each passes alone, so near-duplicates are not found. The cost of a day
 * of GDELT is estimated from the means, because no titles of a real day exist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readGkg } from '#pipeline/ingest/gdelt/read-gkg.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/cryptocurrencies.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { zipOne } from '../upstream/gdelt/zip.ts';
import { newWindow } from './enrichment/stories.ts';

/** Number of documents at GDELT's usual rate. */
export const documentsPerDay = 2_000 * 96;
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
  readonly refine_us_per_article: number;
  /** Estimated from the means above for 192,000 documents. */
  readonly per_day: { readonly raw_megabytes: number; readonly log_megabytes: number; readonly refine_seconds: number };
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
  const startedAt = process.cpuUsage();
  for (const raw of articles.values()) {
    bytes.raw += JSON.stringify(raw).length;
    const record = refineArticle(raw, contextFor(raw, directory));
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
  const { user, system } = process.cpuUsage(startedAt);
  const drops = articles.size - kept;
  const mean = (sum: number, of: number): number => (of === 0 ? 0 : Math.round(sum / of));
  const logBytes = mean(bytes.drops + bytes.rows, articles.size);
  const refineUs = mean(user + system, articles.size);
  return {
    rows,
    articles: articles.size,
    refused,
    dropped,
    kept,
    served,
    bytes_of_raw_message: mean(bytes.raw, articles.size),
    bytes_of_drop: mean(bytes.drops, drops),
    bytes_of_row: mean(bytes.rows, kept),
    refine_us_per_article: refineUs,
    per_day: {
      raw_megabytes: Math.round((mean(bytes.raw, articles.size) * documentsPerDay) / 1e6),
      log_megabytes: Math.round((logBytes * documentsPerDay) / 1e6),
      refine_seconds: Math.round((refineUs * documentsPerDay) / 1e6),
    },
  };
}

/** Returns the rows of each batch; one recorded file may have rows of two batches. */
function recordedBatches(dir: string): { readonly batch: string; readonly body: Buffer }[] {
  return readdirSync(dir)
    .filter((name) => /^\d{14}\.gkg\b.*\.csv(\.gz)?$/.test(name))
    .sort()
    .flatMap((name) => {
      const bytes = readFileSync(join(dir, name));
      const body = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      const batches = new Map<string, string[]>();
      for (const row of body.toString('utf8').split('\n')) {
        const batch = row.split('\t', 2)[1] ?? '';
        if (/^\d{14}$/.test(batch)) batches.set(batch, [...(batches.get(batch) ?? []), row]);
      }
      return [...batches].map(([batch, rows]) => ({ batch, body: Buffer.from(`${rows.join('\n')}\n`) }));
    });
}

const contextFor = (raw: RawArticle, directory: Directory): RefineContext => ({
  refinedAt: raw.fetched_at,
  uidFor: uidOf,
  directory,
  recent: newWindow(),
  knownEvents: { find: () => null, sameDay: () => [], pricesNear: () => [] },
  settings: { blockedDomains: new Set(), relevanceFloor: 1, majorTickers: { kind: 'all' }, surfacedItems: [] },
});

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ') || 'none';

export function printGdelt(figures: GdeltFigures): string {
  const { served, per_day: day } = figures;
  return `${[
    `${figures.rows} recorded rows, ${figures.articles} articles; refused: ${listed(figures.refused)}`,
    `dropped: ${listed(figures.dropped)}`,
    `kept ${figures.kept}, of which ${served.length} score ${servedFrom} or more:`,
    ...served.map(({ title, score, category, tickers }) => `  ${score} ${category} [${tickers.join(' ')}] ${title}`),
    `bytes: a message of RAW ${figures.bytes_of_raw_message}, a drop ${figures.bytes_of_drop}, a row ${figures.bytes_of_row}; refine ${figures.refine_us_per_article} µs an article`,
    `a day of ${documentsPerDay} documents like these (reckoned): ${day.raw_megabytes} MB through RAW, ${day.log_megabytes} MB in the log, ${day.refine_seconds} s of refine`,
  ].join('\n')}\n`;
}
