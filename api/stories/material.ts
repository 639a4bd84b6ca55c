/** A material is an article of a story, with its publisher. */
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import { compareText } from '#schemas/compare-text.ts';
import type { StoredItem } from '#schemas/item.ts';
import { publisherOf } from '#schemas/publisher-owners.ts';
import type { StoryMaterial } from '#schemas/story.ts';

export interface Material {
  readonly uid: string;
  readonly seq: number;
  /** Owner of the outlet, or the news agency; the outlets of one owner count as one publisher. */
  readonly owner: string;
  readonly publisher: string;
  readonly domain: string;
  readonly publishedAtMs: number;
  readonly createdAtMs: number;
  readonly title: string;
  readonly summary: string;
  readonly url: string;
  readonly enrichment: StoredItem['enrichment'];
}

export function materialOf({ uid, seq, publishedAtMs, createdAtMs, doc }: StoredRow): Material {
  const { original, enrichment } = JSON.parse(doc) as StoredItem;
  const { title, summary, url, source, source_domain: domain } = original;
  const publisher = source === '' ? domain : source;
  return { uid, seq, owner: publisherOf(original), publisher, domain, publishedAtMs, createdAtMs, title, summary, url, enrichment };
}

type Place = Pick<Material, 'publishedAtMs' | 'uid'>;

/** Compares two materials for `sort`: oldest first, then by uid. */
export const oldestFirst = (a: Place, b: Place): number => a.publishedAtMs - b.publishedAtMs || compareText(a.uid, b.uid);

/** Returns the materials with distinct publishers' names: outlets of equal name and different owners are named by their domains. */
export function withDistinctNames(materials: readonly Material[]): readonly Material[] {
  const ownersOf = new Map<string, Set<string>>();
  for (const { publisher, owner } of materials) ownersOf.getOrInsertComputed(publisher, () => new Set()).add(owner);
  return materials.map((material) => (ownersOf.get(material.publisher)!.size > 1 ? { ...material, publisher: material.domain } : material));
}

export const servedMaterial = ({ uid, title, publisher, publishedAtMs, url, enrichment }: Material): StoryMaterial => ({
  uid,
  title,
  publisher,
  time_published: new Date(publishedAtMs).toISOString(),
  url,
  relevance_score: enrichment.relevance_score,
  seo_eligible: false,
});
