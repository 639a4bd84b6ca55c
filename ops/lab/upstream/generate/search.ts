/**
 * Generates a search feed over the generated articles, newest first. `q` is a ticker, or words of the title. An article found by its ticker
 * need not contain it.
 */
import { dateText } from '../feeds/dates.ts';
import { writeEntry, writeFeed } from '../feeds/write.ts';
import type { ReleaseSchedule } from '../lane.ts';
import { reply, type Reply } from '../reply.ts';
import { articleAt } from './article.ts';
import { addressOf, permanentId } from './newsstand.ts';
import { outlets } from './outlets.ts';

const scannedMost = 2_000;
const entriesMost = 30;
const queryCharsMax = 200;

export function searchFeed(seed: number, lane: ReleaseSchedule, publicUrl: string): (query: string, now: number) => Reply | null {
  const manners = outlets[0];
  return (query, now) => {
    const asked = query.trim().slice(0, queryCharsMax);
    if (manners === undefined || asked === '') return null;
    const words = asked.toLowerCase();
    const published = lane.position(now);
    const entries: string[] = [];
    let newestAt = 0;
    for (let index = published - 1; index >= Math.max(0, published - scannedMost) && entries.length < entriesMost; index -= 1) {
      const article = articleAt(seed, index);
      if (article.language !== 'en' || !(article.tickers.includes(asked.toUpperCase()) || article.title.toLowerCase().includes(words))) continue;
      newestAt = Math.max(newestAt, lane.datedAt(index));
      const plain = { titleXml: null, idIsAddress: false, bodyHtml: null, authors: [], topics: [], language: null, imageUrl: null };
      const dated = dateText(lane.datedAt(index) - article.agedMs, 'gmt');
      const entry = { ...plain, title: article.title, link: addressOf(article), id: permanentId(article), lead: article.lead, dateText: dated };
      entries.push(writeEntry(entry, manners));
    }
    const selfUrl = `${publicUrl}/search?q=${encodeURIComponent(asked)}`;
    const head = { title: `Search: ${asked}`, homeUrl: `${publicUrl}/`, selfUrl, language: 'en', dateText: dateText(newestAt, 'gmt') };
    return reply(200, 'application/rss+xml; charset=utf-8', writeFeed(head, entries, manners));
  };
}
