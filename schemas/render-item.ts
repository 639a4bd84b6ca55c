/**
 * Renders a stored item as lists serve it. An item of a later release may have more keys or another order; `storyKeys` still come last,
 * because pages replace them without parsing.
 */
import type { FeedRow } from './feed-log.ts';
import { storyKeys } from './item.ts';

/** Returns the item of a record as JSON that ends with its score version and `storyKeys`; `text` is the item as JSON, where the caller has it. */
export function renderItem({ item, score_version }: Pick<FeedRow, 'item' | 'score_version'>, text: string = JSON.stringify(item)): string {
  const version = `"score_version":${JSON.stringify(score_version)},`;
  if (text.endsWith(storyKeys)) return `${text.slice(0, -storyKeys.length)}${version}${storyKeys}`;
  const { story_id: _, sources_count: __, sources: ___, ...rest } = item;
  return JSON.stringify({ ...rest, score_version, story_id: null, sources_count: null, sources: null });
}
