/**
 * Keeps the outlets of stories whose first row is in the tail, in order of first appearance. The tail has every later record of such a story,
 * so the outlets are complete. A story with one outlet takes no memory here while its first row is served.
 */
import { sourcesShownMax } from '#clickhouse/feed-pages.ts';
import type { OutletsByStory, OutletsOfStory } from './page.ts';

/** Estimated bytes of a story's set with its map entry, and of an outlet besides its text. */
const [storyBytes, outletBytes] = [300, 60];

const weightOf = (outlets: ReadonlySet<string>): number => [...outlets].reduce((bytes, { length }) => bytes + length + outletBytes, storyBytes);

export function createStoryOutlets() {
  const byStory = new Map<string, Set<string>>();
  let bytes = 0;
  const set = (storyId: string, outlets: Set<string>): void => {
    byStory.set(storyId, outlets);
    bytes += weightOf(outlets);
  };
  return {
    /** Records the outlet of a story's first row before the row is withdrawn. */
    begin: (storyId: string, outlet: string): void => {
      if (outlet !== '' && !byStory.has(storyId)) set(storyId, new Set([outlet]));
    },
    /** Adds an outlet to a story. `firstOutlet` returns the outlet of the story's first row, '' if unknown; it is slow. */
    join: (storyId: string, outlet: string, firstOutlet: () => string): void => {
      if (outlet === '') return;
      const known = byStory.get(storyId);
      if (known !== undefined) {
        if (known.has(outlet)) return;
        known.add(outlet);
        bytes += outlet.length + outletBytes;
        return;
      }
      const first = firstOutlet();
      if (first === outlet) return;
      set(storyId, new Set(first === '' ? [outlet] : [first, outlet]));
    },
    forget: (storyId: string): void => {
      const outlets = byStory.get(storyId);
      if (outlets === undefined) return;
      bytes -= weightOf(outlets);
      byStory.delete(storyId);
    },
    clear: (): void => {
      byStory.clear();
      bytes = 0;
    },
    of: (storyIds: readonly string[]): OutletsByStory => {
      const found = new Map<string, OutletsOfStory>();
      for (const storyId of storyIds) {
        const outlets = byStory.get(storyId);
        if (outlets !== undefined) found.set(storyId, { sources: [...outlets].slice(0, sourcesShownMax), sourcesCount: outlets.size });
      }
      return found;
    },
    bytes: (): number => bytes,
  };
}
