/** Computes a story's publishers, importance, category, tickers and times from its materials. */
import type { Category } from '#schemas/vocabulary.ts';
import { oldestFirst, withDistinctNames, type Material } from './material.ts';

export interface Outline {
  readonly storyId: string;
  readonly materials: readonly Material[];
  readonly publishers: number;
  readonly importance: number;
  readonly category: Category;
  readonly tickers: readonly string[];
  readonly firstPublishedAtMs: number;
  readonly lastMaterialAtMs: number;
}

const publishersMin = 2;

/** Returns the outline of a story, or null if fewer than two owners published its materials. */
export function outlineOf(storyId: string, given: readonly Material[]): Outline | null {
  const byOwner = Map.groupBy(given, ({ owner }) => owner);
  if (byOwner.size < publishersMin) return null;
  const materials = withDistinctNames(given).toSorted(oldestFirst);
  const best = [...byOwner.values()].map((of) => Math.max(...of.map(({ enrichment }) => enrichment.relevance_score)));
  return {
    storyId,
    materials,
    publishers: byOwner.size,
    importance: Math.floor(medianOf(best)),
    category: commonest(materials, ({ enrichment }) => [enrichment.category])[0]!.value,
    tickers: tickersOf(materials),
    firstPublishedAtMs: materials[0]!.publishedAtMs,
    lastMaterialAtMs: materials.at(-1)!.publishedAtMs,
  };
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the values of the materials, those of the most owners first; among equals the value that came first. */
function commonest<T>(materials: readonly Material[], valuesOf: (material: Material) => readonly T[]): { value: T; owners: number }[] {
  const owners = new Map<T, Set<string>>();
  for (const material of materials) for (const value of valuesOf(material)) owners.getOrInsertComputed(value, () => new Set()).add(material.owner);
  return [...owners].map(([value, of]) => ({ value, owners: of.size })).sort((a, b) => b.owners - a.owners);
}

function tickersOf(materials: readonly Material[]): string[] {
  const shared = commonest(materials, ({ enrichment }) => enrichment.tickers).filter(({ owners }) => owners >= publishersMin);
  const first = materials.find(({ enrichment }) => enrichment.tickers.length > 0)?.enrichment.tickers ?? [];
  return shared.length > 0 ? shared.map(({ value }) => value) : [...new Set(first)];
}
