import { expect, test } from 'vitest';
import { decide } from '#pipeline/refine/decide.ts';
import { createState } from '#pipeline/refine/state/state.ts';
import { FeedRecord, FeedRevision, type FeedRow } from '#schemas/feed-log.ts';
import { RawWithdrawal } from '#schemas/raw.ts';
import { at, contextOf, rawArticle } from './fixtures.ts';

test('an order of the operator withdraws the row once, whatever else is known of it, and hides no other article', () => {
  const state = createState();
  let seq = 0;
  const take = (raw: Parameters<typeof decide>[0]): FeedRecord[] => {
    const claimUid = (identity: string): string | null => {
      const { uid, isKnown } = state.seen.find(identity);
      return isKnown ? null : uid;
    };
    const records = decide(raw, contextOf({ refinedAt: at(1), claimUid, recent: state.recent }));
    for (const record of records) state.applyOwn(FeedRecord.parse(record), { generation: 0, seq: (seq += 1) });
    return records;
  };
  const article = rawArticle('Nvidia falls after revenue misses estimates', { summary: 'Nvidia Corp reported revenue below estimates.' });
  const [row] = take(article) as FeedRow[];
  const order = RawWithdrawal.parse({
    kind: 'withdrawal',
    identity: `withdrawal:${row!.uid}`,
    source: 'operator',
    seen_at: at(1),
    fetched_at: at(1),
    url: article.url,
    uid: row!.uid,
    reason: 'it names another company',
  });
  const [record] = take(order);
  expect(FeedRevision.parse(record)).toEqual(record);
  expect(record).toMatchObject({ type: 'revision', kind: 'withdrawal', revises: row!.uid, item: null, withdrawn: 'it names another company' });
  expect(take(order)).toEqual([]);
  const url = 'https://other.example.org/1';
  expect(take({ ...article, url, identity: url, outlet_domain: 'example.org' })).toMatchObject([{ type: 'row' }]);
});
