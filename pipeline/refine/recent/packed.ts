/**
 * Packs an entry of the window into a list of integers: an article with its features and keys, or a change (a withdrawal, or a new root). The
 * window exists in this form only, in memory and in the state file.
 *
 * length | flags | time (2) | time of publication (2) | arrival (2) | uid (2) | story (2) | bytes of text | length of the fingerprint |
 * number of terms | number of keys | scope (9) | fingerprint | terms twice | keys | text
 */
import { Buffer } from 'node:buffer';
import type { Category } from '#schemas/vocabulary.ts';
import { intsOf, type Fingerprint } from '../dedup/fingerprint.ts';
import type { StoryFeatures } from '../story/features.ts';
import { PERIODS_MASK } from '../story/periods.ts';
import { RESULTS_MASK } from '../story/results.ts';
import { noScope, SCOPE_LENGTH, type Scope } from '../story/scope.ts';
import { doubleAt, hexOf, setDouble, type IntPages, type ListPlace } from '../state/int-pages.ts';

const [FLAGS, TIME, PUBLISHED, CREATED, UID, STORY, TEXT_BYTES, FINGERPRINT, TERMS, KEYS, SCOPE] = [1, 2, 4, 6, 8, 10, 12, 13, 14, 15, 16] as const;
const HEAD = SCOPE + SCOPE_LENGTH;
const [IS_ARTICLE, HAS_NAMES, IS_AGGREGATOR_ENTRY, HAS_RATERS, IS_ROOT] = [1, 2, 4, 8, 16] as const;
/** First bits of the title's results (story/results.ts) and periods (story/periods.ts). */
const [RESULTS_FROM, PERIODS_FROM] = [5, 7] as const;

interface EntryHead {
  /** Milliseconds in the window's time (window-clock.ts). */
  readonly atMs: number;
  readonly publishedAtMs: number;
  /** `created_at` of the row. */
  readonly createdAtMs: number;
  readonly uid: string;
  readonly storyId: string;
  readonly sourceDomain: string;
  readonly isAggregatorEntry: boolean;
  /** Whether the article represents its story from here on. */
  readonly makesRoot: boolean;
}

function setId(page: Int32Array, at: number, id: string): void {
  page[at] = Number.parseInt(id.slice(0, 8), 16);
  page[at + 1] = Number.parseInt(id.slice(8), 16);
}
const idAt = (page: Int32Array, at: number): string => hexOf(page[at]!) + hexOf(page[at + 1]!);

/** Returns domain, category and tickers, one in each line. */
const textOf = (domain: string, { category, tickers }: StoryFeatures): string => `${domain}\n${category ?? ''}\n${tickers.join('\n')}`;

export function packArticle(pages: IntPages, entry: EntryHead, features: StoryFeatures, keys: Int32Array): ListPlace {
  const text = textOf(entry.sourceDomain, features);
  const fingerprint = intsOf(features.fingerprint);
  const textBytes = Buffer.byteLength(text);
  const keysAt = HEAD + fingerprint.length + 2 * features.size;
  const place = pages.reserve(keysAt + keys.length + Math.ceil(textBytes / 4));
  const { page, at } = place;
  setHead(
    place,
    entry,
    IS_ARTICLE |
      (features.hasNames ? HAS_NAMES : 0) |
      (features.hasRaters ? HAS_RATERS : 0) |
      (entry.isAggregatorEntry ? IS_AGGREGATOR_ENTRY : 0) |
      (entry.makesRoot ? IS_ROOT : 0) |
      (features.results << RESULTS_FROM) |
      (features.periods << PERIODS_FROM),
  );
  page[at + FINGERPRINT] = fingerprint.length;
  page[at + TERMS] = features.size;
  page[at + KEYS] = keys.length;
  page.set(features.scope, at + SCOPE);
  page.set(fingerprint, at + HEAD);
  page.set(features.ints.subarray(features.at, features.at + 2 * features.size), at + HEAD + fingerprint.length);
  page.set(keys, at + keysAt);
  page[at + TEXT_BYTES] = textBytes;
  Buffer.from(page.buffer, page.byteOffset + 4 * (at + keysAt + keys.length), textBytes).write(text);
  return place;
}

/** Writes a change: the article becomes the root of its story, or is withdrawn. */
export function packChange(pages: IntPages, { uid, storyId, atMs, makesRoot }: Pick<EntryHead, 'uid' | 'storyId' | 'atMs' | 'makesRoot'>): ListPlace {
  const place = pages.reserve(HEAD);
  setHead(place, { atMs, publishedAtMs: atMs, createdAtMs: atMs, uid, storyId }, makesRoot ? IS_ROOT : 0);
  return place;
}

function setHead(
  { page, at }: ListPlace,
  { atMs, publishedAtMs, createdAtMs, uid, storyId }: Omit<EntryHead, 'sourceDomain' | 'isAggregatorEntry' | 'makesRoot'>,
  flags: number,
): void {
  page[at + FLAGS] = flags;
  setDouble(page, at + TIME, atMs);
  setDouble(page, at + PUBLISHED, publishedAtMs);
  setDouble(page, at + CREATED, createdAtMs);
  setId(page, at + UID, uid);
  setId(page, at + STORY, storyId);
}

const keyCountAt = ({ page, at }: ListPlace): number => page[at + KEYS]!;
const keysAt = ({ page, at }: ListPlace): number => at + HEAD + page[at + FINGERPRINT]! + 2 * page[at + TERMS]!;
export const keysOf = (place: ListPlace): Int32Array => place.page.subarray(keysAt(place), keysAt(place) + keyCountAt(place));

const scopeAt = (page: Int32Array, at: number): Scope => {
  const scope = page.subarray(at, at + SCOPE_LENGTH);
  return scope.some((bits) => bits !== 0) ? scope : noScope;
};

/** Returns an entry; `features` is null for a change. `share` returns one string for all equal ones, to save memory. */
export function unpackEntry(place: ListPlace, share: (text: string) => string): EntryHead & { readonly features: StoryFeatures | null } {
  const { page, at } = place;
  const uid = idAt(page, at + UID);
  const storyId = page[at + UID] === page[at + STORY] && page[at + UID + 1] === page[at + STORY + 1] ? uid : idAt(page, at + STORY);
  const textAt = keysAt(place) + keyCountAt(place);
  const text = Buffer.from(page.buffer, page.byteOffset + 4 * textAt, page[at + TEXT_BYTES]).toString();
  const times = { atMs: doubleAt(page, at + TIME), publishedAtMs: doubleAt(page, at + PUBLISHED), createdAtMs: doubleAt(page, at + CREATED) };
  const flags = page[at + FLAGS]!;
  const head = { ...times, uid, storyId, isAggregatorEntry: (flags & IS_AGGREGATOR_ENTRY) !== 0, makesRoot: (flags & IS_ROOT) !== 0 };
  if ((flags & IS_ARTICLE) === 0) return { ...head, sourceDomain: '', features: null };
  const [domain = '', category = '', ...tickers] = text.split('\n').map(share);
  const fingerprint: Fingerprint = { ints: page, at: at + HEAD };
  return {
    ...head,
    sourceDomain: domain,
    features: {
      ints: page,
      at: at + HEAD + page[at + FINGERPRINT]!,
      size: page[at + TERMS]!,
      hasNames: (flags & HAS_NAMES) !== 0,
      hasRaters: (flags & HAS_RATERS) !== 0,
      results: (flags >> RESULTS_FROM) & RESULTS_MASK,
      periods: (flags >> PERIODS_FROM) & PERIODS_MASK,
      tickers: tickers.length === 1 && tickers[0] === '' ? [] : tickers,
      category: category === '' ? null : (category as Category),
      scope: scopeAt(page, at + SCOPE),
      fingerprint,
    },
  };
}
