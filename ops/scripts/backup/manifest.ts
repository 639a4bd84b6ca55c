/** `manifest.json`: what a backup contains, with a digest of itself. It is written last, so a folder without it is no complete backup. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';
import { DamagedBackupError, FileFacts } from './files.ts';

const formatNow = 1;
const name = 'manifest.json';

export const StreamFacts = FileFacts.extend({
  name: z.string(),
  config: z.looseObject({ name: z.string() }),
  state: z.looseObject({ messages: z.int(), bytes: z.int(), first_seq: z.int(), last_seq: z.int() }),
});
export type StreamFacts = z.infer<typeof StreamFacts>;

export const Manifest = z.object({
  format: z.literal(formatNow),
  release: z.string(),
  began_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  nats_version: z.string(),
  /** Number of the release's newest migration. */
  migration: z.int(),
  log: z.object({ first_seq: z.int(), last_seq: z.int() }),
  epochs: z.array(z.object({ id: z.int(), afterSeq: z.int() })),
  streams: z.array(StreamFacts),
  /** Records of the feed log from the tables, one per line. */
  records: FileFacts.extend({ count: z.int(), last_seq: z.int() }),
  tables: z.array(FileFacts.extend({ name: z.string(), rows: z.int() })),
});
export type Manifest = z.infer<typeof Manifest>;

const digestOf = (manifest: unknown): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Writes the manifest to a temporary file and renames it, so that it is whole or missing. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, `${name}.new`);
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ sha256: digestOf(manifest), manifest }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, name));
  const directory = await open(folder);
  await directory.sync().finally(() => directory.close());
}

/** Returns the manifest. Throws a DamagedBackupError with the reason when there is no valid one. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, name);
  const damaged = (why: string): DamagedBackupError => new DamagedBackupError(`${path} is damaged (${why}): take another backup`);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new DamagedBackupError(`${path} cannot be read (${code}); only the owner of the backup may read it`);
    if (!existsSync(folder)) throw new DamagedBackupError(`${folder}: there is no such folder`);
    throw new DamagedBackupError(`${folder} has no ${name}: it is not a backup, or one that was not finished`);
  }
  const read = parseJson(text);
  if (read === undefined) throw damaged('it is not JSON');
  const sealed = z.object({ sha256: z.string(), manifest: z.looseObject({ format: z.int() }) }).safeParse(read);
  if (!sealed.success) throw damaged('it is not a manifest');
  const { sha256, manifest } = sealed.data;
  if (digestOf((read as { readonly manifest: unknown }).manifest) !== sha256) throw damaged('its contents changed since it was written');
  if (manifest.format > formatNow) throw new DamagedBackupError(`${path} was made by a later release: restore it with that release`);
  const parsed = Manifest.safeParse(manifest);
  if (!parsed.success) throw damaged(z.prettifyError(parsed.error));
  return parsed.data;
}
