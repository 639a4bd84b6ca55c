import { expect, test } from 'vitest';
import { createRevisionCheck } from '#api/feed/revision.ts';
import type { AskStore } from '#api/store-access.ts';
import type { Store } from '#clickhouse/store.ts';

test('what was asked of the tables before an epoch began says nothing of those behind it, however late it is answered', async () => {
  const answers: ((seq: number) => void)[] = [];
  const store = {
    query: () => new Promise((resolve) => answers.push((seq) => resolve([{ seq }]))),
  } as unknown as Store;
  const ask: AskStore = (question) => question(store);
  let newest = 100;
  const isStored = createRevisionCheck({ revisedSeq: () => 60 }, ask, { newest: () => newest });

  const before = isStored();
  newest = 200;
  const behind = isStored();
  answers[1]!(55);
  expect(await behind).toBe(false);
  // The tables of the log as it was had more.
  answers[0]!(90);
  await before;
  const again = isStored();
  answers[2]?.(55);
  expect(await again).toBe(false);
});
