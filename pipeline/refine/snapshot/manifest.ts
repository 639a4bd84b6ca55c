/**
 * The manifest of a snapshot: which files it consists of and its position in the log. One JSON line with its CRC-32 on a
 * second one, put in place by a rename once everything it names is on disk. Two are kept, the newest and one some
 * minutes older, for a log that turns out shorter than the newest.
 */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';

/** Of the files' own layout; another one is no snapshot of ours. */
const FORMAT = 1;

const whole = z.int().min(0);
const FilePartJson = z.object({ name: z.string().regex(/^[a-z]+-[a-z0-9-]+\.(?:bin|run)$/), bytes: whole, crc: whole });
const PageJson = FilePartJson.extend({ number: whole });

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Of the code that made the window (code-mark.ts). */
  code: z.string(),
  position: z.object({ generation: whole, seq: whole, uid: z.string().nullable() }),
  lastRefinedAtMs: z.number().nullable(),
  seen: z.object({ files: whole, runs: z.array(z.object({ name: z.string().regex(/^seen-[a-z0-9-]+\.run$/), level: whole })), head: FilePartJson }),
  events: z.array(PageJson),
  window: z.object({
    clock: z.object({ last: z.object({ refinedAtMs: z.number(), windowMs: z.number() }).nullable() }),
    pages: z.array(PageJson),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestNames = ['snapshot.json', 'snapshot-older.json'] as const;
const [newest, older] = manifestNames;

export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...parts });

const crcOf = (json: string): string => crc32(json).toString(16).padStart(8, '0');

/** Null where there is none, or it is incomplete. */
export async function readManifest(folder: string, name: (typeof manifestNames)[number]): Promise<Manifest | null> {
  try {
    const [json = '', crc = ''] = (await readFile(join(folder, name), 'utf8')).split('\n');
    return crc === crcOf(json) ? Manifest.parse(JSON.parse(json)) : null;
  } catch {
    return null;
  }
}

/** Puts `manifest` in the place of the newest; `isTurned`: that one becomes the older first. */
export async function writeManifest(folder: string, manifest: Manifest, { isTurned }: { readonly isTurned: boolean }): Promise<void> {
  const json = JSON.stringify(manifest);
  const made = join(folder, `${newest}.new`);
  const file = await open(made, 'w', 0o600);
  try {
    await file.writeFile(`${json}\n${crcOf(json)}`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isTurned) await rename(join(folder, newest), join(folder, older)).catch(unlessAbsent);
  await rename(made, join(folder, newest));
  await syncFolder(folder);
}

export async function removeManifest(folder: string, name: (typeof manifestNames)[number]): Promise<void> {
  await rm(join(folder, name), { force: true });
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
