/**
 * Refine's state on disk, so that a start reads what came since and not the whole log. What is kept only grows, in memory and in
 * its files, so a snapshot writes what is new and then a manifest; whatever is not as its manifest says is no snapshot, and the
 * state is made from the log and the table anew.
 */
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { PAGE_LENGTH, type Page } from '../pages.ts';
import { filesIn, type RunFiles } from '../seen/run-files.ts';
import type { KeptState, StatePosition, TakenUp } from '../state.ts';
import { codeMark } from './code-mark.ts';
import { createGrowingFiles, type FilePart, type Grown } from './growing-files.ts';
import { manifestNames, newManifest, readManifest, removeManifest, writeManifest, type Manifest } from './manifest.ts';

export interface Snapshots {
  /** Where the seen-set's files go. */
  readonly files: RunFiles;
  /** Those that are whole as far as their manifests say, the newest first. */
  readonly held: () => Promise<readonly HeldSnapshot[]>;
  /** Writes what is new of `state` and, once `isStored` resolves, names it: the log holds all that it says. False: it could not. */
  readonly save: (state: KeptState, isStored: Promise<void>) => Promise<boolean>;
  /** Forgets all that are held. */
  readonly discard: () => Promise<void>;
}

export interface HeldSnapshot {
  readonly position: StatePosition;
  /** Reads it; throws where a file does not match the manifest. `window` is null where other code made it. */
  readonly read: () => Promise<TakenUp>;
}

/** The older of the two manifests is at least so old when the newest takes its place. */
const olderAfterMs = 180_000;

type PageOf = Manifest['events'][number];

/** Of a file of the seen-set that this owner has written; 0: it is none. */
function runNumberOf(owner: string, name: string): number {
  const prefix = `seen-${owner}-`;
  return name.startsWith(prefix) ? Number(/^(\d+)\.run$/.exec(name.slice(prefix.length))?.[1] ?? 0) : 0;
}

export function createSnapshots(folder: string, log: Logger): Snapshots {
  const growing = createGrowingFiles(folder);
  const code = codeMark();
  /** Names of pages that stand in files already, by their arrays. */
  const pageNames = new WeakMap<Int32Array, string>();
  const flushedRuns = new Set<string>();
  let turnedAtMs = Number.NEGATIVE_INFINITY;
  let failures = 0;

  const nameOf = (owner: string, kind: 'events' | 'window', { ints, number }: Page): string => {
    const known = pageNames.get(ints);
    if (known !== undefined) return known;
    const name = `${kind}-${owner}-${number}.bin`;
    pageNames.set(ints, name);
    return name;
  };
  const grownOf = (owner: string, kind: 'events' | 'window', pages: readonly Page[]): Grown[] =>
    pages.map((page) => ({ name: nameOf(owner, kind, page), content: new Uint8Array(page.ints.buffer, page.ints.byteOffset, 4 * page.used) }));
  const numbered = (parts: readonly FilePart[], pages: readonly Page[]): PageOf[] =>
    parts.map((part, index) => ({ ...part, number: pages[index]!.number }));

  async function readPage(part: PageOf): Promise<Page> {
    const ints = new Int32Array(Math.max(PAGE_LENGTH, part.bytes / 4));
    await growing.read(part, new Uint8Array(ints.buffer));
    pageNames.set(ints, part.name);
    return { number: part.number, ints, used: part.bytes / 4 };
  }

  async function readPages(parts: readonly PageOf[]): Promise<Page[]> {
    const pages: Page[] = [];
    for (const part of parts) pages.push(await readPage(part));
    return pages;
  }

  async function readSnapshot(manifest: Manifest, name: (typeof manifestNames)[number]): Promise<TakenUp> {
    const { position, lastRefinedAtMs, seen, events, window } = manifest;
    // The files go on from where this one says: what a newer one says of them holds no longer.
    if (name !== manifestNames[0]) await removeManifest(folder, manifestNames[0]);
    const head = new Uint32Array(seen.head.bytes / 4);
    await growing.read(seen.head, new Uint8Array(head.buffer));
    for (const run of seen.runs) flushedRuns.add(run.name);
    return {
      position,
      lastRefinedAtMs,
      seen: { runs: seen.runs, files: seen.files, head },
      events: await readPages(events),
      window: manifest.code === code ? { clock: window.clock, pages: await readPages(window.pages) } : null,
    };
  }

  /** Runs are written without waiting for the disk; before a manifest names them they are flushed. */
  async function flushRuns(names: readonly string[]): Promise<void> {
    for (const name of names.filter((each) => !flushedRuns.has(each))) {
      const file = await open(join(folder, name), 'r+');
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
      flushedRuns.add(name);
    }
  }

  async function write(state: KeptState, isStored: Promise<void>): Promise<void> {
    const { seen, events, window } = state;
    const newestHead: Grown = { name: `head-${state.owner}-${seen.files}.bin`, content: new Uint8Array(seen.head.buffer, 0, seen.head.byteLength) };
    const [head] = await growing.write([newestHead]);
    const eventParts = await growing.write(grownOf(state.owner, 'events', events));
    const windowParts = await growing.write(grownOf(state.owner, 'window', window.pages));
    await flushRuns(seen.runs.map(({ name }) => name));
    await isStored;
    const manifest = newManifest({
      code,
      position: state.position,
      lastRefinedAtMs: state.lastRefinedAtMs,
      seen: { files: seen.files, runs: [...seen.runs], head: head! },
      events: numbered(eventParts, events),
      window: { clock: window.clock, pages: numbered(windowParts, window.pages) },
    });
    const isTurned = performance.now() - turnedAtMs > olderAfterMs;
    await writeManifest(folder, manifest, { isTurned });
    if (isTurned) turnedAtMs = performance.now();
    await removeUnnamed(state);
  }

  /** Files that no manifest names go, but for those that the state has begun. */
  async function removeUnnamed({ owner, seen: { files, unfinished } }: KeptState): Promise<void> {
    const manifests = (await Promise.all(manifestNames.map((name) => readManifest(folder, name)))).filter((manifest) => manifest !== null);
    const named = new Set(
      manifests.flatMap(({ seen, events, window }) => [...seen.runs, seen.head, ...events, ...window.pages].map(({ name }) => name)),
    );
    const isBegun = (name: string): boolean => unfinished.includes(name) || runNumberOf(owner, name) > files;
    for (const name of await readdir(folder))
      if (/^(?:seen|head|events|window)-.*\.(?:run|bin)$/.test(name) && !named.has(name) && !isBegun(name))
        await rm(join(folder, name), { force: true });
    growing.forget((name) => named.has(name));
  }

  let saving: Promise<unknown> = Promise.resolve();
  return {
    discard: async () => {
      for (const name of manifestNames) await removeManifest(folder, name);
    },
    files: filesIn(folder),
    held: async () => {
      const found: HeldSnapshot[] = [];
      for (const name of manifestNames) {
        const manifest = await readManifest(folder, name);
        if (manifest !== null) found.push({ position: manifest.position, read: () => readSnapshot(manifest, name) });
      }
      return found;
    },
    save: async (state, isStored) => {
      isStored.catch(() => undefined);
      await saving;
      const attempt = write(state, isStored).then(
        () => {
          failures = 0;
          return true;
        },
        (error: unknown) => {
          failures += 1;
          log.warn({ err: error, failures }, 'snapshot.failed');
          return false;
        },
      );
      saving = attempt;
      return attempt;
    },
  };
}
