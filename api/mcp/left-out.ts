/** Cursors that return the rows left out of an answer, and then the operation's next page. */
import { sourcesOfStories } from '#clickhouse/feed-pages.ts';
import type { StoredItem } from '#schemas/item.ts';
import { invalidParameter } from '../errors.ts';
import { rowsOfUids } from '../feed/stored-article.ts';
import { quoted } from '../request/quoted.ts';
import type { ListedItem } from './article-row.ts';
import type { ToolCall } from './tool.ts';

const prefix = 'left2.';
const uidBytes = 8;
/** Maximum number of uids in a cursor; no page has as many rows. */
const uidsMax = 200;

interface LeftOut {
  readonly uids: readonly string[];
  /** The operation's cursor of the page after these rows; null when there is none. */
  readonly next: string | null;
}

type SigningCall = Pick<ToolCall, 'name' | 'arguments'> & { readonly deps: Pick<ToolCall['deps'], 'cursors'> };

/** Arguments that may change from page to page. The tool and its other arguments may not. */
const pageArguments: ReadonlySet<string> = new Set(['cursor', 'page_size', 'limit']);

function signatureOf(text: string, { name, arguments: given, deps }: SigningCall): string {
  const filters = Object.entries(given).filter(([argument]) => !pageArguments.has(argument)).sort(([a], [b]) => (a < b ? -1 : 1)); // prettier-ignore
  return deps.cursors.signText(JSON.stringify([name, filters, text]));
}

/** Returns a cursor for this tool with these filters. When no row was left out, it is the operation's own next cursor. */
export function cursorOf({ uids, next }: LeftOut, call: SigningCall): string | null {
  if (uids.length === 0) return next;
  const text = `${Buffer.from(uids.join(''), 'hex').toString('base64url')}.${next ?? ''}`;
  return `${prefix}${signatureOf(text, call)}.${text}`;
}

/** Returns the rows that the call's cursor names, or null when the cursor is absent or an operation's own. Throws 400 for any other cursor. */
export function leftOutOf(call: SigningCall): LeftOut | null {
  const { cursor } = call.arguments;
  if (cursor === undefined || !cursor.startsWith(prefix)) return null;
  const [signature = '', encoded = '', ...rest] = cursor.slice(prefix.length).split('.');
  const next = rest.join('.');
  const bytes = Buffer.from(encoded, 'base64url');
  const isValid = rest.length > 0 && signatureOf(`${encoded}.${next}`, call) === signature;
  if (!isValid || bytes.length === 0 || bytes.length > uidsMax * uidBytes)
    throw invalidParameter('cursor', `${quoted(cursor)} is damaged, or of another tool or other arguments; call again without it`);
  const uids = Array.from({ length: bytes.length / uidBytes }, (_, index) => bytes.toString('hex', index * uidBytes, (index + 1) * uidBytes));
  return { uids, next: next === '' ? null : next };
}

export const leftOutNote = ({ uids }: LeftOut, articles: readonly unknown[]): string =>
  `Rows that the previous answer left out${articles.length === uids.length ? '.' : '; some are no longer served.'}`;

/** Returns the rows that are still served, in the order of the uids. `areStories` adds the outlets of each row's story. */
export async function itemsOf(uids: readonly string[], { deps }: ToolCall, areStories: boolean): Promise<ListedItem[]> {
  const rows = await rowsOfUids(uids, deps);
  const storyIds = rows.map(({ storyId }) => storyId);
  const outlets = areStories ? await deps.ask((store) => sourcesOfStories(store, storyIds)) : null;
  return rows.map(({ doc, storyId }) => {
    const { sources = null, sourcesCount = null } = outlets?.get(storyId) ?? {};
    return { ...(JSON.parse(doc) as StoredItem), story_id: storyId, sources, sources_count: sourcesCount };
  });
}
