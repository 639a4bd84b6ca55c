import { expect, test } from 'vitest';
import { FeedRevision, type FeedRow } from '#schemas/feed-log.ts';
import { at, newLog, rawArticle, withdrawalOf } from './fixtures.ts';

test('an order of the operator withdraws the row once, whatever else is known of it, and hides no other article', () => {
  const log = newLog();
  const article = rawArticle('Nvidia falls after revenue misses estimates', { summary: 'Nvidia Corp reported revenue below estimates.' });
  const [row] = log.take(article, at(1)) as FeedRow[];
  const order = withdrawalOf(row!.uid);
  const [record] = log.take(order, at(1));
  expect(FeedRevision.parse(record)).toEqual(record);
  expect(record).toMatchObject({ type: 'revision', kind: 'withdrawal', revises: row!.uid, item: null, withdrawn: order.reason });
  expect(log.take(order, at(1))).toEqual([]);
  const url = 'https://other.example.org/1';
  expect(log.take({ ...article, url, identity: url, outlet_domain: 'example.org' }, at(1))).toMatchObject([{ type: 'row' }]);
});
