/**
 * Writes the generated articles as GDELT lists them: a batch has those dated in its quarter of an hour, at most 2,000, in the 27 columns of
 * the Global Knowledge Graph 2.1. Titles end with the outlet's name, as in pages; columns for names are empty and the tone is constant.
 */
import type { GdeltShelf } from '../gdelt/files.ts';
import { escapeXml } from '../feeds/markup.ts';
import type { ReleaseSchedule } from '../lane.ts';
import { articleAt, type Article } from './article.ts';
import { pageAddress } from './newsstand.ts';

const quarterMs = 900_000;
const rowsMost = 2_000;
/** Batches stay available for two days. */
const keptMs = 2 * 86_400_000;

export const generatedGdelt = (seed: number, lane: ReleaseSchedule): GdeltShelf => ({
  newest: (now) => nameOf(Math.floor(now / quarterMs) * quarterMs),
  rows: (batch, now) => {
    const at = timeOf(batch);
    if (Number.isNaN(at) || at % quarterMs !== 0 || at > now || at < now - keptMs) return null;
    const [from, to] = [firstAfter(lane, at - quarterMs, now), firstAfter(lane, at, now)];
    const rows: string[] = [];
    for (let index = Math.max(from, to - rowsMost); index < to; index += 1) {
      const article = articleAt(seed, index);
      // GDELT lists translated articles in a separate stream.
      if (article.language === 'en') rows.push(rowOf(article, batch, rows.length));
    }
    return Buffer.from(rows.join(''), 'utf8');
  },
});

/** Returns the index of the first document dated after `at`; dates never decrease with the index. */
function firstAfter(lane: ReleaseSchedule, at: number, now: number): number {
  let [low, high] = [0, lane.position(now)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (lane.datedAt(middle) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

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
