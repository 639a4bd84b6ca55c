/**
 * Cursors for rows that did not fit into an answer. A cursor contains their uids and the operation's next cursor, so an agent that sends it
 * gets these rows and then the next page.
 */
import { sourcesOfStories } from '#clickhouse/feed-pages.ts';
import type { StoredItem } from '#schemas/item.ts';
import { invalidParameter } from '../errors.ts';
import { rowsOfUids } from '../feed/stored-article.ts';
import { quoted } from '../request/quoted.ts';
import type { ListedItem } from './article-row.ts';
import type { ToolCall } from './tool.ts';

const prefix = 'left2.';
const uidBytes = 8;
/** More than any page has. */
const uidsMax = 200;

/** `next`: cursor of what follows, null: nothing. */
export interface LeftOut {
  readonly uids: readonly string[];
  readonly next: string | null;
}

type Sealing = Pick<ToolCall, 'name' | 'arguments'> & { readonly deps: Pick<ToolCall['deps'], 'cursors'> };

/** Sizes may change from call to call; tool and filters may not. */
const sizes: ReadonlySet<string> = new Set(['cursor', 'page_size', 'limit']);

function sealOf(text: string, { name, arguments: given, deps }: Sealing): string {
  const filters = Object.entries(given).filter(([argument]) => !sizes.has(argument)).sort(([a], [b]) => (a < b ? -1 : 1)); // prettier-ignore
  return deps.cursors.signText(JSON.stringify([name, filters, text]));
}

/** Returns a cursor that is valid for this tool with these filters; if no row is left out, the operation's own next cursor. */
export function cursorOf({ uids, next }: LeftOut, call: Sealing): string | null {
  if (uids.length === 0) return next;
  const text = `${Buffer.from(uids.join(''), 'hex').toString('base64url')}.${next ?? ''}`;
  return `${prefix}${sealOf(text, call)}.${text}`;
}

/** Returns what the call's cursor names; null: it is one of an operation, or absent. Throws 400. */
export function leftOutOf(call: Sealing): LeftOut | null {
  const { cursor } = call.arguments;
  if (cursor === undefined || !cursor.startsWith(prefix)) return null;
  const [code = '', encoded = '', ...rest] = cursor.slice(prefix.length).split('.');
  const next = rest.join('.');
  const bytes = Buffer.from(encoded, 'base64url');
  const isOurs = rest.length > 0 && sealOf(`${encoded}.${next}`, call) === code;
  if (!isOurs || bytes.length === 0 || bytes.length > uidsMax * uidBytes)
    throw invalidParameter('cursor', `${quoted(cursor)} is damaged, or of another tool or other arguments; call again without it`);
  const uids = Array.from({ length: bytes.length / uidBytes }, (_, index) => bytes.toString('hex', index * uidBytes, (index + 1) * uidBytes));
  return { uids, next: next === '' ? null : next };
}

/** Returns the note of an answer with rows that another left out. */
export const leftOutNote = ({ uids }: LeftOut, articles: readonly unknown[]): string =>
  `Rows that the answer before left out${articles.length === uids.length ? '.' : '; some are no longer served.'}`;

/**
 * Returns the rows in the order of the uids, as lists have them, without those that are no longer served; those of a list of stories with
 * their outlets.
 */
export async function itemsOf(uids: readonly string[], { deps }: ToolCall, areStories: boolean): Promise<ListedItem[]> {
  const rows = await rowsOfUids(uids, deps);
  const storyIds = rows.map(({ storyId }) => storyId);
  const outlets = areStories ? await deps.ask((store) => sourcesOfStories(store, storyIds)) : null;
  return rows.map(({ doc, storyId }) => {
    const { sources = null, sourcesCount = null } = outlets?.get(storyId) ?? {};
    return { ...(JSON.parse(doc) as StoredItem), story_id: storyId, sources, sources_count: sourcesCount };
  });
}
