/**
 * Writes the generated articles as batches of GDELT's Global Knowledge Graph 2.1. A batch has the articles dated in its quarter of an hour,
 * at most 2,000. Titles end with the outlet's name; the columns of names are empty and the tone is constant.
 */
import { lowerBound } from '#schemas/lower-bound.ts';
import type { GdeltShelf } from '../gdelt/files.ts';
import { escapeXml } from '../feeds/markup.ts';
import type { ReleaseSchedule } from '../lane.ts';
import { articleAt, type Article } from './article.ts';
import { pageAddress } from './newsstand.ts';

const quarterMs = 900_000;
const rowsMost = 2_000;
const batchesKeptMs = 2 * 86_400_000;

export const generatedGdelt = (seed: number, lane: ReleaseSchedule): GdeltShelf => ({
  newest: (now) => nameOf(Math.floor(now / quarterMs) * quarterMs),
  rows: (batch, now) => {
    const at = timeOf(batch);
    if (Number.isNaN(at) || at % quarterMs !== 0 || at > now || at < now - batchesKeptMs) return null;
    const [from, to] = [firstAfter(lane, at - quarterMs, now), firstAfter(lane, at, now)];
    const rows: string[] = [];
    for (let index = Math.max(from, to - rowsMost); index < to; index += 1) {
      const article = articleAt(seed, index);
      // GDELT lists articles in other languages in a separate stream.
      if (article.language === 'en') rows.push(rowOf(article, batch, rows.length));
    }
    return Buffer.from(rows.join(''), 'utf8');
  },
});

/** Returns the index of the first released document dated after `at`. */
const firstAfter = (lane: ReleaseSchedule, at: number, now: number): number =>
  lowerBound(0, lane.position(now), (index) => lane.datedAt(index) <= at);

function rowOf(article: Article, batch: string, row: number): string {
  const columns = Array.from({ length: 27 }, () => '');
  columns[0] = `${batch}-${row}`;
  columns[1] = batch;
  columns[2] = '1';
  columns[3] = article.home.domain;
  columns[4] = pageAddress(article);
  columns[15] = '0,0,0,0,0,0,100';
  columns[17] = 'wc:100';
  const title = article.title.replace(/\s+/g, ' ').trim();
  if (title !== '') columns[26] = `<PAGE_TITLE>${escapeXml(title)} | ${escapeXml(article.home.name)}</PAGE_TITLE>`;
  return `${columns.join('\t')}\n`;
}

const nameOf = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$|[-:T]/g, '');
const timeOf = (batch: string): number => Date.parse(batch.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
