/** The position of a poller or stream in its feed. */

export interface Position {
  /** The operation with its filters. A cursor is valid only for these. */
  readonly feed: string;
  readonly cursor: string;
}

export interface PositionStore {
  /** Returns the stored position, or null when there is none yet. */
  readonly load: () => Promise<Position | null>;
  /** Resolves when the position is stored so that it survives a crash of the machine. */
  readonly save: (position: Position) => Promise<void>;
}

/** The stored position belongs to another feed or other filters; the service would refuse its cursor. */
export class PositionMismatchError extends Error {
  override readonly name = 'PositionMismatchError';
}

/** Returns the stored cursor, or null when there is none yet. Throws PositionMismatchError when it belongs to another feed or other filters. */
export async function loadCursor(position: PositionStore, feed: string): Promise<string | null> {
  const stored = await position.load();
  if (stored !== null && stored.feed !== feed)
    throw new PositionMismatchError(`the stored position belongs to ${stored.feed}, not to ${feed}; use a separate position for this poller`);
  return stored?.cursor ?? null;
}

/** Returns the name of a feed. It omits the page size, which may change between runs. */
export function feedOf(name: string, filters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(filters).filter(([key, value]) => key !== 'page_size' && key !== 'limit' && value !== undefined && value !== null);
  return `${name}?${given
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort()
    .join('&')}`;
}
