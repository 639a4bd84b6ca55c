import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { openStateFile, type StateFile } from '#pipeline/refine/state/state-file.ts';
import { createState, type RefineState } from '#pipeline/refine/state/state.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { dropRecord } from '#test/support/records.ts';
import { at, contextOf, loggedRow, rawArticle } from '../fixtures.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'state-file-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): StateFile => openStateFile(folder)!;
const pathOf = (place = 0): string => join(folder, `place-${place}`, 'state.db');
const words = ['Zorbex', 'Quaver', 'Plimsol', 'Gannet', 'Dunlin', 'Curlew', 'Whimbrel', 'Godwit'];
const titleOf = (number: number): string => `${words[number % 8]} wins contract ${number * 7 + 1} worth $${number} million`;
const record = (number: number): FeedRecord => {
  const instants = { published_at: null, seen_at: at(0), fetched_at: at(0), refined_at: at(number / 100) };
  if (number % 3 === 0) return dropRecord(`dropped ${number}`, { instants });
  return { ...loggedRow(titleOf(number), { at: at(number / 100) }), identity: titleOf(number) };
};
const identityOf = (of: FeedRecord): string => (of.type === 'gap' ? '' : of.identity);
const stored = Promise.resolve();

/** Applies `count` records after the state's position. */
function advance(state: RefineState, count: number): void {
  const from = state.position().seq + 1;
  for (let seq = from; seq < from + count; seq += 1) state.applyAppended(record(seq), { generation: 5, seq });
}
function takeUp(file: StateFile): RefineState {
  const saved = file.read();
  if (saved === null) throw new Error('the file holds no state');
  return createState({ file, saved });
}
/** Makes a state of `count` records in the file, and closes it. */
async function written(count: number): Promise<void> {
  const file = open();
  const state = createState({ file });
  advance(state, count);
  await state.save(stored);
  file.close();
}
/** Runs SQL on the file that no process has open. */
function sql<T>(text: string): T[] {
  const database = new DatabaseSync(pathOf());
  try {
    return database.prepare(text).all() as T[];
  } finally {
    database.close();
  }
}
/** Returns the decision on an article that resembles the record of this number. */
const decision = (state: RefineState, number: number): string =>
  JSON.stringify(
    refineArticle(rawArticle(titleOf(number), { url: `https://o.example/${number}` }), contextOf({ recent: state.recent, refinedAt: at(30) })),
  );

function expectSame(state: RefineState, seq: number): void {
  expect(state.position()).toMatchObject({ generation: 5, seq });
  const unknown = Array.from({ length: seq }, (_, index) => identityOf(record(index + 1))).filter((identity) => !state.seen.find(identity).isKnown);
  expect(unknown).toEqual([]);
  expect(state.seen.find(identityOf(record(seq + 1))).isKnown).toBe(false);
  const whole = createState();
  advance(whole, seq);
  expect(state.seen.size()).toBe(seq);
  expect(state.recent.size()).toBe(whole.recent.size());
  for (const number of [1, Math.floor(seq / 2), seq]) expect(decision(state, number)).toBe(decision(whole, number));
  expect(state.lastRefinedAtMs()).toBe(whole.lastRefinedAtMs());
}

/** Expects the file to have the state of so many records. */
function expectWritten(seq: number): void {
  const file = open();
  expectSame(takeUp(file), seq);
  file.close();
}

describe('a state file', () => {
  test('taken up is the state that was written, and goes on to be written by who took it up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 4 }), async (steps) => {
        rmSync(folder, { recursive: true, force: true });
        let seq = 0;
        for (const count of steps) {
          const file = open();
          const state = seq === 0 ? createState({ file }) : takeUp(file);
          if (seq > 0) expectSame(state, seq);
          for (const part of [Math.floor(count / 2), count - Math.floor(count / 2)]) {
            advance(state, part);
            await state.save(stored);
          }
          seq += count;
          expectSame(state, seq);
          file.close();
        }
      }),
      { numRuns: 8 },
    );
  });

  test('says nothing before the log holds all that it says', async () => {
    const file = open();
    const state = createState({ file });
    advance(state, 10);
    await state.save(stored);
    advance(state, 10);
    await expect(state.save(Promise.reject(new Error('it was refused')))).rejects.toThrow('it was refused');
    file.close();
    expectWritten(10);
  });

  test('that is written while the state goes on is of the moment at which that began', async () => {
    const file = open();
    const state = createState({ file });
    advance(state, 100);
    const { promise: isStored, resolve } = Promise.withResolvers<void>();
    const saving = state.save(isStored);
    advance(state, 300);
    resolve();
    await saving;
    expectSame(state, 400);
    file.close();
    expectWritten(100);
  });

  test('that was emptied meanwhile gets nothing of the state before', async () => {
    const file = open();
    const state = createState({ file });
    advance(state, 20);
    const { promise: isStored, resolve } = Promise.withResolvers<void>();
    const saving = state.save(isStored);
    file.clear();
    resolve();
    await saving;
    expect([file.position(), file.size(), file.read()]).toEqual([null, 0, null]);
    file.close();
  });

  test('of a state that was killed while it was being made holds none', () => {
    const file = open();
    const state = createState({ file });
    advance(state, 5);
    file.append(state.seen.unwritten());
    file.close();
    const again = open();
    expect([again.position(), again.read()]).toEqual([null, null]);
    again.close();
  });

  test('of a window that other code has made leaves the window to be folded again', async () => {
    await written(30);
    sql(`UPDATE state SET kept = json_set(kept, '$.code', 'of another release')`);
    const file = open();
    const state = takeUp(file);
    expect(file.read()!.window).toBeNull();
    expect(state.recent.size()).toBe(0);
    expect(state.seen.find(identityOf(record(7))).isKnown).toBe(true);
    file.close();
  });

  test('of another layout, or that is no such file, is emptied', async () => {
    for (const spoil of [
      () => writeFileSync(pathOf(), 'no database at all, but longer than a header would be: '.repeat(50)),
      () => sql('PRAGMA user_version = 99'),
      () => sql(`UPDATE state SET kept = '{"position":1}'`),
    ]) {
      await written(30);
      spoil();
      const file = open();
      expect([file.position(), file.size()]).toEqual([null, 0]);
      const state = createState({ file });
      advance(state, 3);
      await state.save(stored);
      expectSame(state, 3);
      file.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('that lost its end is reported as damaged, and is a file again once it was emptied', async () => {
    await written(2_000);
    truncateSync(pathOf(), Math.floor(statSync(pathOf()).size / 2));
    let file: StateFile | null = null;
    const use = (): void => {
      file = open();
      const state = takeUp(file);
      for (let number = 1; number <= 2_000; number += 1) state.seen.find(identityOf(record(number)));
    };
    expect(use).toThrow();
    file!.clear();
    expect(file!.position()).toBeNull();
    file!.close();
  });

  test('keeps in its lists what is new only', async () => {
    const file = open();
    const state = createState({ file });
    advance(state, 2_000);
    await state.save(stored);
    advance(state, 20);
    await state.save(stored);
    file.close();
    const sizes = sql<{ bytes: number }>("SELECT length(ints) AS bytes FROM lists WHERE kind = 'window' ORDER BY page, at");
    expect(sizes).toHaveLength(2);
    expect(sizes[1]!.bytes).toBeLessThan(sizes[0]!.bytes / 50);
  });
});

describe('places', () => {
  test('are locked by one process each, until it closes its file', () => {
    const [first, second] = [open(), open()];
    first.append([['00000000000000aa', 1]]);
    expect([first.size(), second.size()]).toEqual([1, 0]);
    first.close();
    const third = open();
    expect(third.size()).toBe(1);
    second.close();
    third.close();
  });

  test('of a killed process are free, with what it had written', async () => {
    const script = join(folder, 'hold.mjs');
    const module = new URL('../../../../pipeline/refine/state/state-file.ts', import.meta.url).href;
    writeFileSync(
      script,
      `import { openStateFile } from ${JSON.stringify(module)};
       const file = openStateFile(${JSON.stringify(folder)});
       file.append([['00000000000000aa', 1], ['ffffffffffffffff', 4294967295]]);
       process.send('locked');
       setInterval(() => undefined, 1_000);`,
    );
    const child = fork(script);
    await once(child, 'message');
    const beside = open();
    expect(beside.size()).toBe(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const after = open();
    expect([after.size(), after.find('ffffffffffffffff'), after.find('00000000000000ab')]).toEqual([2, 4_294_967_295, null]);
    after.close();
    beside.close();
    expect(readFileSync(pathOf(1)).length).toBeGreaterThan(0);
  });

  test('are sixteen; who finds none gets an error', () => {
    const files = Array.from({ length: 16 }, open);
    expect(openStateFile(folder)).toBeNull();
    for (const file of files) file.close();
  });
});
