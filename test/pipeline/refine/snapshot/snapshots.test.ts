import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSnapshots, type Snapshots } from '#pipeline/refine/snapshot/snapshots.ts';
import { createState, type RefineState } from '#pipeline/refine/state.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { loggedRow } from '../fixtures.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { testLog } from '#test/support/log.ts';
import { dropRecord } from '#test/support/records.ts';
import { at, contextOf, rawArticle } from '../fixtures.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'snapshots-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): Snapshots => createSnapshots(folder, testLog);
const words = ['Zorbex', 'Quaver', 'Plimsol', 'Gannet', 'Dunlin', 'Curlew', 'Whimbrel', 'Godwit'];
const record = (number: number): FeedRecord => {
  const instants = { published_at: null, seen_at: at(0), fetched_at: at(0), refined_at: at(number / 100) };
  if (number % 3 === 0) return dropRecord(`dropped ${number}`, { instants });
  const title = titleOf(number);
  return { ...loggedRow(title, { at: at(number / 100) }), identity: title };
};
const titleOf = (number: number): string => `${words[number % 8]} wins contract ${number * 7 + 1} worth $${number} million`;
/** Applies records numbered from behind the state's place on. */
function advance(state: RefineState, count: number): void {
  const from = state.position().seq + 1;
  for (let seq = from; seq < from + count; seq += 1) state.applyOwn(record(seq), { generation: 5, seq });
}
const identities = (to: number): string[] => Array.from({ length: to }, (_, at_) => identityOf(record(at_ + 1)));
const identityOf = (of: FeedRecord): string => (of.type === 'gap' ? '' : of.identity);
const stored = Promise.resolve();

async function takeUp(snapshots: Snapshots, which = 0): Promise<RefineState> {
  const held = (await snapshots.held())[which];
  if (held === undefined) throw new Error('no snapshot is held');
  return createState({ files: snapshots.files, kept: await held.read() });
}
/** What a decision says of an article that resembles the record of this number. */
const decision = (state: RefineState, number: number): string =>
  JSON.stringify(
    refineArticle(
      rawArticle(`${words[number % 8]} wins contract ${number * 7 + 1} worth $${number} million`, { url: `https://o.example/${number}` }),
      contextOf({ recent: state.recent, refinedAt: at(30) }),
    ),
  );

function expectSame(state: RefineState, seq: number): void {
  expect(state.position()).toMatchObject({ generation: 5, seq });
  const known = identities(seq);
  expect(known.filter((identity) => !state.seen.find(identity).isKnown)).toEqual([]);
  expect(state.seen.find(identityOf(record(seq + 1))).isKnown).toBe(false);
  const whole = createState();
  advance(whole, seq);
  expect(state.recent.size()).toBe(whole.recent.size());
  for (const number of [1, Math.floor(seq / 2), seq]) expect(decision(state, number)).toBe(decision(whole, number));
  expect(state.lastRefinedAtMs()).toBe(whole.lastRefinedAtMs());
}

describe('a snapshot', () => {
  test('taken up is the state that was kept, and goes on to be kept by who took it up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 4 }), async (steps) => {
        rmSync(folder, { recursive: true, force: true });
        folder = mkdtempSync(join(tmpdir(), 'snapshots-'));
        let seq = 0;
        for (const count of steps) {
          const snapshots = open();
          const state = seq === 0 ? createState({ files: snapshots.files }) : await takeUp(snapshots);
          if (seq > 0) expectSame(state, seq);
          for (const part of [Math.floor(count / 2), count - Math.floor(count / 2)]) {
            advance(state, part);
            expect(await snapshots.save(state.kept(), stored)).toBe(true);
          }
          seq += count;
          state.close();
        }
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  test('writes what is new, not what it has', async () => {
    const snapshots = open();
    const state = createState({ files: snapshots.files });
    advance(state, 2_000);
    await snapshots.save(state.kept(), stored);
    const sizes = (): number => readdirSync(folder).reduce((sum, name) => sum + (name.endsWith('.json') ? 0 : statSync(join(folder, name)).size), 0);
    const before = sizes();
    const inodes = new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]));
    advance(state, 20);
    await snapshots.save(state.kept(), stored);
    expect(sizes() - before).toBeLessThan(before / 20);
    for (const [name, ino] of inodes) if (name.endsWith('.bin')) expect(statSync(join(folder, name)).ino).toBe(ino);
    state.close();
  });

  test('says nothing before the log holds all that it says', async () => {
    const snapshots = open();
    const state = createState({ files: snapshots.files });
    advance(state, 10);
    await snapshots.save(state.kept(), stored);
    advance(state, 10);
    expect(await snapshots.save(state.kept(), Promise.reject(new Error('it was refused')))).toBe(false);
    state.close();
    expectSame(await takeUp(open()), 10);
  });

  test('that is taken while the state goes on is of the moment at which it was taken', async () => {
    const snapshots = open();
    const state = createState({ files: snapshots.files });
    advance(state, 100);
    let confirm = (): void => undefined;
    const saving = snapshots.save(state.kept(), new Promise<void>((resolve) => (confirm = resolve)));
    advance(state, 300);
    confirm();
    expect(await saving).toBe(true);
    state.close();
    expectSame(await takeUp(open()), 100);
  });

  test('is not one any more where any byte of what it names has changed, is missing or is cut off', async () => {
    const snapshots = open();
    const state = createState({ files: snapshots.files });
    advance(state, 200);
    await snapshots.save(state.kept(), stored);
    state.close();
    const names = readdirSync(folder).filter((name) => name !== 'snapshot-older.json');
    expect(names.map((name) => name.split(/[-.]/)[0]!).toSorted()).toEqual(['head', 'snapshot', 'window']);
    for (const name of names) {
      const path = join(folder, name);
      const whole = readFileSync(path);
      for (const share of [0, 0.3, 0.7, 0.999]) {
        const damaged = Buffer.from(whole);
        damaged[Math.floor(whole.length * share)]! ^= 1;
        writeFileSync(path, damaged);
        await expect(takeUp(open()), `${name} at ${share}`).rejects.toThrow();
      }
      writeFileSync(path, whole);
      truncateSync(path, whole.length - 1);
      await expect(takeUp(open())).rejects.toThrow();
      rmSync(path);
      await expect(takeUp(open())).rejects.toThrow();
      writeFileSync(path, whole);
    }
    expectSame(await takeUp(open()), 200);
  });

  test('does not mind what a killed process has begun behind it', async () => {
    const snapshots = open();
    const state = createState({ files: snapshots.files });
    advance(state, 50);
    await snapshots.save(state.kept(), stored);
    state.close();
    for (const name of readdirSync(folder)) if (name.endsWith('.bin')) appendFileSync(join(folder, name), 'begun and never named');
    writeFileSync(join(folder, 'seen-0a1b2c3d-9.run'), 'half a file');
    writeFileSync(join(folder, 'snapshot.json.new'), '{"format":');
    const again = open();
    const taken = await takeUp(again);
    expectSame(taken, 50);
    advance(taken, 5);
    await again.save(taken.kept(), stored);
    expect(readdirSync(folder)).not.toContain('seen-0a1b2c3d-9.run');
    taken.close();
    expectSame(await takeUp(open()), 55);
  });

  test('of before stays for a log that turns out shorter, and the one behind it is none from then on', async () => {
    const first = open();
    const state = createState({ files: first.files });
    advance(state, 40);
    await first.save(state.kept(), stored);
    state.close();
    const second = open();
    const more = await takeUp(second);
    advance(more, 40);
    await second.save(more.kept(), stored);
    more.close();
    const third = open();
    expect((await third.held()).map(({ position }) => position.seq)).toEqual([80, 40]);
    const older = await takeUp(third, 1);
    expectSame(older, 40);
    advance(older, 10);
    await third.save(older.kept(), stored);
    older.close();
    const left = await open().held();
    expect(left[0]!.position.seq).toBe(50);
    expectSame(await takeUp(open()), 50);
  });

  test('of a window that other code has made leaves the window to be folded anew', async () => {
    const snapshots = open();
    const state = createState({ files: snapshots.files });
    advance(state, 30);
    await snapshots.save(state.kept(), stored);
    state.close();
    const path = join(folder, 'snapshot.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8').split('\n')[0]!) as { code: string };
    const { crc32 } = await import('node:zlib');
    const json = JSON.stringify({ ...manifest, code: 'of another release' });
    writeFileSync(path, `${json}\n${crc32(json).toString(16).padStart(8, '0')}`);
    const [held] = await open().held();
    const taken = await held!.read();
    expect(taken.window).toBeNull();
    const again = createState({ files: open().files, kept: taken });
    expect(again.recent.size()).toBe(0);
    expect(again.seen.find(identityOf(record(7))).isKnown).toBe(true);
    again.close();
  });

  test('keeps files of documents through their merges, and removes those that no snapshot names', async () => {
    const snapshots = open();
    const state = createState({ files: snapshots.files });
    for (let round = 0; round < 6; round += 1) {
      for (let number = 0; number < 70_000; number += 1) {
        const index = round * 70_000 + number;
        state.seen.add((index * 2_654_435_761).toString(16).padStart(16, '0').slice(-16), index.toString(16).padStart(32, '0'));
      }
      expect(await snapshots.save(state.kept(), stored)).toBe(true);
    }
    state.seen.tidy(2_000_000);
    for (let more = 0; more < 2; more += 1) {
      advance(state, 1);
      await snapshots.save(state.kept(), stored);
    }
    const named = new Set(state.kept().seen.runs.map(({ name }) => name));
    expect(named.size).toBeGreaterThan(0);
    for (const name of named) expect(readdirSync(folder)).toContain(name);
    state.close();
    const taken = await takeUp(open());
    expect(taken.seen.size()).toBe(420_002);
    taken.close();
  }, 60_000);
});
