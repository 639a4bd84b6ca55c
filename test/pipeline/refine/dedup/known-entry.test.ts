import { describe, expect, test } from 'vitest';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { queryArticle } from '#pipeline/refine/enrich/query-article.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { createSeen } from '#pipeline/refine/state/seen.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { digestOf, publisherIdentityOf, aggregatorIdentity, uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { at, claimFrom, contextOf, dropIn, rawArticle, rowIn } from '../fixtures.ts';

const url = 'https://www.reuters.com/markets/1';
const title = 'Nvidia announces a $50 billion share buyback as data center revenue doubles';
const own = (changes: Partial<RawArticle> = {}): RawArticle =>
  rawArticle(title, { identity: url, url, outlet: 'Reuters', outlet_domain: 'reuters.com', ...changes });
const listed = (changes: Partial<RawArticle> = {}): RawArticle =>
  rawArticle(changes.title ?? title, {
    identity: aggregatorIdentity('lists.example', url),
    url,
    outlet: 'Lists',
    outlet_domain: 'lists.example',
    ...changes,
  });

const redirect = { url: 'https://lists.example/go/1', identity: 'via:lists.example|https://lists.example/go/1' };

/** A log in memory and refine's state, either kept from record to record or rebuilt before each decision. */
function createLog(isRebuilt = false) {
  const records: FeedRecord[] = [];
  const remember = () => {
    const seen = createSeen();
    const recent = createRecentArticles();
    const apply = (record: FeedRecord): void => {
      if (record.type !== 'gap') seen.add(record.uid, digestOf(record.identity));
      recent.apply(record);
    };
    records.forEach(apply);
    return { recent, claimUid: claimFrom(seen), apply };
  };
  let memory = remember();
  const take = (raw: RawArticle, hours = records.length): FeedRecord | null => {
    if (isRebuilt) memory = remember();
    const record = refineArticle(raw, contextOf({ ...memory, refinedAt: at(hours) }));
    if (record !== null) {
      records.push(record);
      memory.apply(record);
    }
    return record;
  };
  return { records, take, memory: () => memory };
}

test('a listing is known by its own identity, and says what it lists', () => {
  expect(publisherIdentityOf(aggregatorIdentity('lists.example', `${url}?a=b|c`))).toBe(`${url}?a=b|c`);
  expect(publisherIdentityOf(url)).toBeNull();
});

const by = (site: string): Partial<RawArticle> => ({ identity: `https://${site}/1`, url: `https://${site}/1`, outlet: site, outlet_domain: site });

describe.each([
  ['lived through', false],
  ['rebuilt', true],
])('with a memory %s', (_how, isRebuilt) => {
  describe("a publisher's own entry that comes after a listing of it", () => {
    test.each([
      ['by another title', listed({ title: 'Chip maker of the hour: Nvidia stock soars 5% on record results' })],
      ['by the same title', listed()],
      ['by the same title, at a redirect address', listed(redirect)],
      ['under its own name', listed({ outlet: 'Reuters', outlet_domain: 'reuters.com' })],
    ])('%s is a row, as if there were none', (_what, listing) => {
      const log = createLog(isRebuilt);
      const first = rowIn(log.take(listing)!);
      expect(first.item.original).toMatchObject({ source: listing.outlet, source_domain: listing.outlet_domain });
      const row = rowIn(log.take(own())!);
      const alone = rowIn(createLog().take(own(), 1)!);
      expect(JSON.stringify(row)).toBe(JSON.stringify(alone));
      expect(row).toMatchObject({ uid: uidOf(url), identity: url, story_id: uidOf(url) });
      expect(row.item.original).toMatchObject({ uid: uidOf(url), title, source: 'Reuters', source_domain: 'reuters.com', url });
      expect(log.take(own())).toBeNull();
    });

    test('is the copy that it would be beside the entry of another publisher', () => {
      const log = createLog(isRebuilt);
      log.take(listed());
      const other = rowIn(log.take(own(by('cnbc.com')))!);
      expect(dropIn(log.take(own())!)).toMatchObject({ reason: 'near_duplicate', duplicate_of: other.uid, story_id: other.story_id });
    });
  });

  describe("a listing that comes after the publisher's own entry", () => {
    test.each([
      ['by another title', listed({ title: 'Chip maker of the hour: Nvidia stock soars 5% on record results' }), null],
      ['by the same title', listed(), null],
      ['by the same title, at a redirect address', listed(redirect), uidOf(url)],
    ])('%s is a copy of it', (_what, listing, story_id) => {
      const log = createLog(isRebuilt);
      const row = rowIn(log.take(own())!);
      expect(dropIn(log.take(listing)!)).toMatchObject({
        reason: 'near_duplicate',
        duplicate_of: row.uid,
        story_id,
        source_domain: 'lists.example',
      });
    });

    test('adds no row where that entry is not served either', () => {
      const log = createLog(isRebuilt);
      const dropped = dropIn(log.take(own({ title: 'Nvidia-Aktie fällt nach schwachen Zahlen deutlich' }))!);
      expect(dropped.reason).toBe('not_english');
      expect(dropIn(log.take(listed())!)).toMatchObject({ reason: 'near_duplicate', duplicate_of: dropped.uid });
    });
  });

  describe('a story', () => {
    const event = (index: number, changes: Partial<RawArticle>): RawArticle =>
      rawArticle(
        [
          'Nvidia to buy Ford in $50 billion deal',
          'Ford agrees to be bought by Nvidia for $50 billion',
          'Nvidia strikes $50 billion deal to buy Ford',
        ][index]!,
        {
          summary: `Nvidia agreed to buy Ford Motor for $50 billion in cash, the companies said. Report ${['one', 'two', 'three'][index]}.`,
          ...changes,
        },
      );
    const listing = { ...redirect, outlet: 'Lists', outlet_domain: 'lists.example' };

    test('that only an aggregator tells of is not joined by a publisher: its own row opens another, which others join', () => {
      const log = createLog(isRebuilt);
      const rows = [event(0, listing), event(1, by('reuters.com')), event(2, by('cnbc.com'))].map((raw) => rowIn(log.take(raw)!));
      expect(rows.map(({ story_id }) => story_id)).toEqual([rows[0]!.uid, rows[1]!.uid, rows[1]!.uid]);
    });

    test('that a publisher has opened is joined by what an aggregator lists of it', () => {
      const log = createLog(isRebuilt);
      const rows = [event(0, by('reuters.com')), event(1, listing), event(2, by('cnbc.com'))].map((raw) => rowIn(log.take(raw)!));
      expect(new Set(rows.map(({ story_id }) => story_id))).toEqual(new Set([rows[0]!.uid]));
    });
  });
});

test('no model is asked about a listing whose article is known', () => {
  const log = createLog();
  log.take(own());
  const model = { model: 'some-model', parameters: {} };
  const listing = listed({ title: 'Chip maker of the hour: Nvidia stock soars 5% on record results' });
  expect(queryArticle(listing, model, contextOf({ ...log.memory(), refinedAt: at(1) }))?.isCopy).toBe(true);
  expect(queryArticle(listing, model, contextOf())?.isCopy).toBe(false);
});
