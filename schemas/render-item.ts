/**
 * Renders a stored item as lists serve it. An item of a later release may have more keys or another order; `storyKeys` still come last,
 * because pages replace them without parsing.
 */
import { storyKeys, type StoredItem } from './item.ts';

/** Returns the item as JSON that ends with `storyKeys`; `text` is the item as JSON, where the caller has it. */
export function renderItem(item: StoredItem, text: string = JSON.stringify(item)): string {
  if (text.endsWith(storyKeys)) return text;
  const { story_id: _, sources_count: __, sources: ___, ...rest } = item;
  return JSON.stringify({ ...rest, story_id: null, sources_count: null, sources: null });
}
