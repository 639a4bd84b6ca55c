/**
 * The outlets of stories whose root is in the tail, in order of first appearance. A root is the first record of its story, so the tail has
 * read every later one. A story of one outlet takes no memory here.
 */
import type { Stories, StorySources } from './page.ts';

export interface StoryOutlets {
  /** Adds an outlet to a story whose root is in the tail; `rootOutlet` is called once per story. */
  readonly join: (storyId: string, outlet: string, rootOutlet: () => string) => void;
  readonly forget: (storyId: string) => void;
  readonly clear: () => void;
  /** Returns the stories with more than one outlet. */
  readonly of: (storyIds: readonly string[]) => Stories;
  readonly bytes: () => number;
}

/** As many as a row of the feed shows. */
const sourcesShownMax = 10;
/** Bytes of a set with its place in the map, and of an entry of it. */
const [storyBytes, outletBytes] = [300, 60];

const weightOf = (outlets: ReadonlySet<string>): number => {
  let bytes = storyBytes;
  for (const { length } of outlets) bytes += length + outletBytes;
  return bytes;
};

export function createStoryOutlets(): StoryOutlets {
  const stories = new Map<string, Set<string>>();
  let bytes = 0;
  return {
    join: (storyId, outlet, rootOutlet) => {
      if (outlet === '') return;
      const known = stories.get(storyId);
      if (known !== undefined) {
        if (known.has(outlet)) return;
        known.add(outlet);
        bytes += outlet.length + outletBytes;
        return;
      }
      const first = rootOutlet();
      if (first === outlet) return;
      const outlets = new Set(first === '' ? [outlet] : [first, outlet]);
      stories.set(storyId, outlets);
      bytes += weightOf(outlets);
    },
    forget: (storyId) => {
      const outlets = stories.get(storyId);
      if (outlets === undefined) return;
      bytes -= weightOf(outlets);
      stories.delete(storyId);
    },
    clear: () => {
      stories.clear();
      bytes = 0;
    },
    of: (storyIds) => {
      const found = new Map<string, StorySources>();
      for (const storyId of storyIds) {
        const outlets = stories.get(storyId);
        if (outlets !== undefined) found.set(storyId, { sources: [...outlets].slice(0, sourcesShownMax), sourcesCount: outlets.size });
      }
      return found;
    },
    bytes: () => bytes,
  };
}
