/** A page of stories in delta mode, while a row enters the feed before the tables are queried for the stories' outlets. */
import { expect, test } from 'vitest';
import { readDelta } from '#api/feed/delta.ts';
import { createTail } from '#api/feed/tail.ts';
import type { QueryStore } from '#api/store-access.ts';
import type { Store } from '#clickhouse/store.ts';
import { cursorBinding } from '#schemas/cursor.ts';
import { everything } from '#schemas/feed-filter.ts';
import { rowRecord } from '#test/support/records.ts';
import { feedDeps, feedRequest } from './feed-deps.ts';

function createWorld() {
  const tail = createTail(1_000_000);
  let asked = 0;
  let onAsked = (): void => undefined;
  const add = (name: string): void => tail.add(tail.lastSeq() + 1, rowRecord(name));
  // The tables have every record of the log.
  const store = {
    query: ({ name }: { readonly name: string }) => Promise.resolve(name === 'feed/checkpoint' ? [{ seq: tail.lastSeq(), generation: 0 }] : []),
  } as unknown as Store;
  const ask: QueryStore = (question) => {
    asked += 1;
    onAsked();
    return question(store);
  };
  const deps = feedDeps({ ask, tail });
  const binding = cursorBinding('/api/news/', 'collapse=story');
  return {
    add,
    asked: () => asked,
    onAsked: (run: () => void) => {
      onAsked = run;
    },
    read: async (afterSeq: number | null, pageSize = 5): Promise<readonly string[]> => {
      const cursor = afterSeq === null ? null : deps.cursors.write('delta', binding, { generation: 0, seq: afterSeq });
      const { content } = await readDelta(
        feedRequest({ cursor, binding, pageSize, isCollapsed: true, filter: { ...everything, rootsOnly: true } }),
        deps,
      );
      const { results } = JSON.parse(content.identity.toString()) as { results: { original: { title: string } }[] };
      return results.map(({ original }) => original.title);
    },
  };
}

test.each([
  ['behind a cursor', 1],
  ['without one', null],
] as const)('a page that lacks the row is not cached, %s', async (_, afterSeq) => {
  // prettier-ignore
  const { add, onAsked, read } = createWorld();
  add('first');
  let isAdded = false;
  onAsked(() => {
    if (!isAdded) add('second');
    isAdded = true;
  });
  if (afterSeq === null) expect(await read(afterSeq)).toEqual(['Title of first']);
  else expect(await read(afterSeq)).toEqual([]);
  expect(await read(afterSeq)).toContain('Title of second');
});

test('a full page after a cursor stays cached, whatever enters the feed after it', async () => {
  const { add, asked, read } = createWorld();
  for (const name of ['first', 'second', 'third', 'fourth']) add(name);
  const full = await read(1, 2);
  const before = asked();
  expect([full, await read(1, 2), asked()]).toEqual([['Title of second', 'Title of third'], full, before]);
});
