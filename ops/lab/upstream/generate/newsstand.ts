/**
 * Serves the generated feeds. An entry stays until its feed has 100 newer entries and as many articles have followed as are released in two
 * minutes at the highest rate so far. A feed has at most 2,000 entries; above about 180 articles per second this shortens the two minutes.
 * Some entries get another headline a minute after their release.
 */
import { createHash } from 'node:crypto';
import { dateText, feedContentType, writeEntry, writeFeed } from '../feeds/write.ts';
import { bareEntry, type FeedEntry } from '../feeds/manners.ts';
import { escapeXml } from '../feeds/markup.ts';
import type { ReleaseSchedule } from '../lane.ts';
import { intBetween, pick, randomOf } from '../random.ts';
import { reply, type Reply } from '../reply.ts';
import { articleAt, bodyOf, editAfterMs, laterTitle, outletAt, type Article } from './article.ts';
import { outlets, siteOf, type Outlet } from './outlets.ts';

export const entriesLeast = 100;
export const entriesMost = 2_000;
export const windowSeconds = 120;
/** Number of articles to search back at the first request, enough to find a hundred of the rarest outlet. */
const scanBack = 20_000;
const dayMs = 86_400_000;

export const feedPath = (outlet: Outlet): string => `${outlet.id}.${outlet.extension}`;
const pagePath = ({ slug }: Article): string => `articles/${slug}`;
/** Returns the URL of the article's page on its publisher's site, which does not exist. */
export const pageAddress = (article: Article): string => `${siteOf(article.home)}${pagePath(article)}`;
/** Returns the page's URL with the query and fragment that the feed adds. */
export const addressOf = (article: Article): string => `${pageAddress(article)}${article.suffix}`;

const permanentId = (article: Article): string =>
  article.outlet.isPermalink ? pageAddress(article) : `tag:${article.outlet.domain},2020:article-${article.index}`;

/** Returns the link of the feed entry. JSON Feed has no base URL, so its links are never relative. */
const linkOf = (article: Article): string =>
  article.defect === 'relative_link' && article.outlet.dialect !== 'json' ? `/${pagePath(article)}${article.suffix}` : addressOf(article);

/** Returns the title of the feed entry, and its malformed XML or null. */
function titles(article: Article): { readonly title: string; readonly titleXml: string | null } {
  const { title, defect } = article;
  const asHtml = escapeXml(title);
  if (defect === 'double_escaped_title') return { title: asHtml.replace(' ', '&nbsp;').replaceAll("'", '&#8217;'), titleXml: null };
  if (defect === 'markup_in_title') return { title: asHtml.replace(/^\S+/, (word) => `<b>${word}</b>`), titleXml: null };
  if (defect === 'odd_entities') {
    const odd = asHtml.replace(' ', '&nbsp;').replaceAll('$', '&#36;').replaceAll('-', '&#x2013;').replaceAll("'", '&rsquo;');
    return { title: odd, titleXml: odd };
  }
  return { title, titleXml: null };
}

function dateOf(seed: number, article: Article, releasedAt: number): string | null {
  const at = releasedAt - article.agedMs;
  const style = article.outlet.dates;
  const random = randomOf(seed, 'date', article.index);
  if (article.defect === 'missing_date') return null;
  if (article.defect === 'epoch_date') return dateText(0, style);
  if (article.defect === 'future_date') return dateText(at + intBetween(random, 3, 400) * dayMs, style);
  if (article.defect === 'unreadable_date')
    return pick(random, ['yesterday', '0000-00-00T00:00:00Z', 'Thu, 32 Foo 2026 25:61:00 GMT', '{{ pubDate }}']);
  return dateText(at, style);
}

interface Rack {
  readonly outlet: Outlet;
  indexes: number[];
  /** Entries that get another headline at `atMs`, in ascending order. */
  edits: { readonly index: number; readonly atMs: number }[];
  readonly written: Map<number, string>;
  shown: { readonly etag: string; readonly reply: Reply } | null;
}

export function createNewsstand(seed: number, lane: ReleaseSchedule, publicUrl: string) {
  const racks = new Map(outlets.map((outlet): [string, Rack] => [outlet.id, { outlet, indexes: [], edits: [], written: new Map(), shown: null }]));
  const byPath = new Map(outlets.map((outlet) => [feedPath(outlet), racks.get(outlet.id)]));
  let stocked = 0;

  /** Adds the articles released by `now` to every feed. */
  function stock(now: number): void {
    const published = lane.position(now);
    const windowCount = Math.ceil(lane.peakPerSecond() * windowSeconds);
    for (let index = Math.max(stocked, published - Math.max(windowCount, scanBack)); index < published; index++) {
      const rack = racks.get(outletAt(seed, index).id);
      rack?.indexes.push(index);
      if (laterTitle(seed, index) !== null) rack?.edits.push({ index, atMs: lane.releasedAt(index) + editAfterMs });
    }
    stocked = Math.max(stocked, published);
    for (const rack of racks.values()) trim(rack, published - windowCount);
  }

  function trim(rack: Rack, keptFrom: number): void {
    const { indexes, written } = rack;
    let gone = Math.max(0, indexes.length - entriesMost);
    while (indexes.length - gone > entriesLeast && (indexes[gone] ?? keptFrom) < keptFrom) gone++;
    if (gone === 0) return;
    for (const index of indexes.slice(0, gone)) for (const key of [index, -1 - index]) written.delete(key);
    rack.indexes = indexes.slice(gone);
    rack.edits = rack.edits.filter(({ index }) => index >= (rack.indexes[0] ?? 0));
  }

  function entryText(rack: Rack, index: number, isEdited: boolean): string {
    const key = isEdited ? -1 - index : index;
    const known = rack.written.get(key);
    if (known !== undefined) return known;
    const released = articleAt(seed, index);
    const article = isEdited ? { ...released, title: laterTitle(seed, index) ?? released.title } : released;
    const { outlet } = rack;
    const entry: FeedEntry = {
      ...titles(article),
      link: linkOf(article),
      id: permanentId(article),
      idIsAddress: outlet.isPermalink,
      lead: article.lead,
      bodyHtml: outlet.carriesBody
        ? bodyOf(seed, article)
            .map((text) => `<p>${escapeXml(text)}</p>`)
            .join('\n')
        : null,
      authors: article.authors,
      topics: article.topics,
      dateText: dateOf(seed, article, lane.datedAt(index)),
      language: article.language === outlet.language ? null : article.language,
      imageUrl: index % 3 === 0 ? `https://images.${outlet.domain}/${article.slug}.jpg` : null,
    };
    const text = writeEntry(entry, outlet);
    rack.written.set(key, text);
    return text;
  }

  function show(rack: Rack, etag: string, edits: Rack['edits']): Reply {
    const { outlet, indexes } = rack;
    const last = indexes.at(-1);
    const newestAt = Math.max(last === undefined ? 0 : lane.releasedAt(last), edits.at(-1)?.atMs ?? 0);
    const edited = new Set(edits.map(({ index }) => index));
    const head = {
      title: outlet.name,
      homeUrl: siteOf(outlet),
      selfUrl: `${publicUrl}/feeds/${feedPath(outlet)}`,
      language: outlet.language,
      dateText: dateText(newestAt, outlet.dates),
    };
    const entries = indexes.map((index) => entryText(rack, index, edited.has(index))).reverse();
    return reply(200, feedContentType(outlet), writeFeed(head, entries, outlet), {
      ...(outlet.validators === 'both' || outlet.validators === 'etag' ? { etag } : {}),
      ...(outlet.validators === 'both' || outlet.validators === 'modified' ? { lastModifiedAt: newestAt } : {}),
      shows: indexes.map((index) => ({ lane: 0, index })),
    });
  }

  return {
    feed: (path: string, now: number): Reply | null => {
      const rack = byPath.get(path);
      if (rack === undefined) return null;
      stock(now);
      const edits = rack.edits.filter(({ atMs }) => atMs <= now);
      const state = `${rack.outlet.id}:${seed}:${rack.indexes[0] ?? ''}-${rack.indexes.at(-1) ?? ''}:${edits.at(-1)?.index ?? ''}:${publicUrl}`;
      const etag = `"${createHash('sha256').update(state).digest('hex').slice(0, 20)}"`;
      if (rack.shown?.etag !== etag) rack.shown = { etag, reply: show(rack, etag, edits) };
      return rack.shown.reply;
    },
  };
}

const scannedMost = 2_000;
const foundMost = 30;
const queryCharsMax = 200;

/**
 * Returns a function that searches the newest generated articles for a ticker or for words of the title, and returns a feed of the results,
 * newest first, or null for an empty query.
 */
export function searchFeed(seed: number, lane: ReleaseSchedule, publicUrl: string): (query: string, now: number) => Reply | null {
  const manners = outlets[0];
  return (query, now) => {
    const trimmed = query.trim().slice(0, queryCharsMax);
    if (manners === undefined || trimmed === '') return null;
    const words = trimmed.toLowerCase();
    const published = lane.position(now);
    const entries: string[] = [];
    let newestAt = 0;
    for (let index = published - 1; index >= Math.max(0, published - scannedMost) && entries.length < foundMost; index -= 1) {
      const article = articleAt(seed, index);
      if (article.language !== 'en' || !(article.tickers.includes(trimmed.toUpperCase()) || article.title.toLowerCase().includes(words))) continue;
      newestAt = Math.max(newestAt, lane.datedAt(index));
      const dated = dateText(lane.datedAt(index) - article.agedMs, 'gmt');
      const entry = { ...bareEntry, title: article.title, link: addressOf(article), id: permanentId(article), lead: article.lead, dateText: dated };
      entries.push(writeEntry(entry, manners));
    }
    const selfUrl = `${publicUrl}/search?q=${encodeURIComponent(trimmed)}`;
    const head = { title: `Search: ${trimmed}`, homeUrl: `${publicUrl}/`, selfUrl, language: 'en', dateText: dateText(newestAt, 'gmt') };
    return reply(200, 'application/rss+xml; charset=utf-8', writeFeed(head, entries, manners));
  };
}
