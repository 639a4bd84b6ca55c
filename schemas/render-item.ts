/**
 * Renders a stored item as lists serve it. The keys in `storyKeys` come last, also if a later release wrote the item with more keys or in
 * another order, because pages replace them without parsing the JSON.
 */
import { storyKeys, type StoredItem } from './item.ts';

/** Returns JSON that ends with `storyKeys`. `text` is the item as JSON, if the caller has it already. */
export function renderItem(item: StoredItem, text: string = JSON.stringify(item)): string {
  if (text.endsWith(storyKeys)) return text;
  const { story_id: _, sources_count: __, sources: ___, ...rest } = item;
  return JSON.stringify({ ...rest, story_id: null, sources_count: null, sources: null });
}
