/** Stores a poller's position in a file (Node only). A crash or power cut leaves either the old or the new position. */
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Position, PositionStore } from './position.ts';

/** Returns a store for one poller. The folder of the file must exist. */
export function positionFile(path: string): PositionStore {
  return {
    load: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if ((error as { readonly code?: string }).code === 'ENOENT') return null;
        throw error;
      });
      return text === null ? null : positionIn(text, path);
    },
    save: async (position) => {
      const temporary = `${path}.new`;
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(position)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      await syncFolder(dirname(path));
    },
  };
}

function positionIn(text: string, path: string): Position {
  try {
    const { feed, cursor } = JSON.parse(text) as Partial<Position>;
    if (typeof feed === 'string' && typeof cursor === 'string') return { feed, cursor };
  } catch {
    // The error follows below.
  }
  throw new Error(`${path} is not a position file of a poller; delete it to start with the newest page`);
}

/** Flushes the folder, because until then a power cut undoes a rename. Windows can neither open a folder nor needs this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
