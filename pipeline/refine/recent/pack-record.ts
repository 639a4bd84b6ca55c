/** Packs records of the log as entries of the window. It uses served fields only, so that the window follows from the log. */
import { changesRow, type FeedRecord, type FeedRevision, type FeedRow } from '#schemas/feed-log.ts';
import { publisherIdentityOf } from '#schemas/identity.ts';
import { wordsAndFingerprint } from '../dedup/fingerprint.ts';
import type { IntPages, ListPlace } from '../state/int-pages.ts';
import { storyFeaturesOf } from '../story/features.ts';
import { companyNames } from '../tickers/names/company-names.ts';
import { allKeys } from './keys.ts';
import { packArticle, packChange } from './packed.ts';

/** Fields of a row, or of the correction of an edited article, that the window needs. */
type ServedArticle = Pick<FeedRow, 'item' | 'key_entities' | 'story_id' | 'is_root' | 'identity' | 'extract' | 'is_category_unsure'>;

/** Returns the place of the record's entry; null for a record that makes none. `atMs` is in the window's time. */
export function packRecord(pages: IntPages, record: FeedRecord, atMs: number): ListPlace | null {
  if (isServed(record)) return packServed(pages, record, atMs);
  if (!isChange(record)) return null;
  const { revises: uid, story_id: storyId = uid, withdrawn } = record;
  return packChange(pages, { uid, storyId, atMs, makesRoot: withdrawn === undefined });
}

export const isPacked = (record: FeedRecord): boolean => isServed(record) || isChange(record);

function packServed(pages: IntPages, row: ServedArticle, atMs: number): ListPlace {
  const { original, enrichment } = row.item;
  const { words, fingerprint } = wordsAndFingerprint(original.title, row.extract ?? original.summary);
  const features = storyFeaturesOf(words, fingerprint, {
    tickers: enrichment.tickers,
    companies: companyNames(row.key_entities),
    category: row.is_category_unsure === true ? null : enrichment.category,
  });
  const entry = {
    atMs,
    publishedAtMs: Date.parse(original.time_published),
    createdAtMs: Date.parse(original.created_at),
    uid: original.uid,
    storyId: row.story_id,
    sourceDomain: original.source_domain,
    isAggregatorEntry: publisherIdentityOf(row.identity) !== null,
    makesRoot: row.is_root === true,
  };
  return packArticle(pages, entry, features, allKeys(fingerprint, words, enrichment.tickers));
}

const isServed = (record: FeedRecord): record is FeedRecord & ServedArticle =>
  record.type === 'row'
    ? record.item.original.source_type === 'publisher'
    : record.type === 'revision' && record.item !== null && record.story_id !== undefined;

/** Returns whether a record only withdraws an article, or only makes it the root of its story. */
const isChange = (record: FeedRecord): record is FeedRevision => record.type === 'revision' && record.item === null && changesRow(record);
