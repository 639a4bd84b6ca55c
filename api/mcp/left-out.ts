/**
 * Cursors for rows that an answer had no room for: they name the rows, and the cursor of what follows. So an agent that passes next_cursor
 * on gets the rows left out, then the next page.
 */
import { Uid } from '#schemas/primitives.ts';
import type { Article } from '#schemas/item.ts';
import { ApiError, invalidParameter } from '../errors.ts';
import { article } from '../feed/article.ts';
import { ask } from './ask.ts';
import type { ToolCall } from './tool.ts';

const prefix = 'left1.';
const uidBytes = 8;
/** More than any page has. */
const uidsMax = 200;

/** `next`: cursor of what follows, null: nothing. */
export interface LeftOut {
  readonly uids: readonly string[];
  readonly next: string | null;
}

/** Returns the cursor; without rows, that of what follows. */
export const cursorOf = ({ uids, next }: LeftOut): string | null =>
  uids.length === 0 ? next : `${prefix}${Buffer.from(uids.join(''), 'hex').toString('base64url')}.${next ?? ''}`;

/** Returns what such a cursor names; null: it is one of an operation, or absent. Throws 400. */
export function leftOutOf(cursor: string | undefined): LeftOut | null {
  if (cursor === undefined || !cursor.startsWith(prefix)) return null;
  const at = cursor.indexOf('.', prefix.length);
  const bytes = Buffer.from(cursor.slice(prefix.length, Math.max(at, prefix.length)), 'base64url');
  const uids = Array.from({ length: bytes.length / uidBytes }, (_, index) => bytes.toString('hex', index * uidBytes, (index + 1) * uidBytes));
  if (at < 0 || bytes.length % uidBytes !== 0 || uids.length === 0 || uids.length > uidsMax || uids.some((uid) => !Uid.safeParse(uid).success))
    throw invalidParameter('cursor', 'is damaged; call again without it');
  const next = cursor.slice(at + 1);
  return { uids, next: next === '' ? null : next };
}

const gone: ReadonlySet<string> = new Set(['not_found', 'archive_horizon']);

/** Returns the articles in the order of the uids, without those that are no longer served. */
export async function articlesOf(uids: readonly string[], call: ToolCall): Promise<Article[]> {
  const found = await Promise.all(
    uids.map(async (uid) => {
      try {
        return [await ask<Article>({ operation: article, call, path: { uid } })];
      } catch (error) {
        if (error instanceof ApiError && gone.has(error.code)) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}
