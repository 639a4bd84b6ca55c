import { describe, expect, test } from 'vitest';
import { editSteps } from '#pipeline/refine/article/refine-edit.ts';
import { articleSteps } from '#pipeline/refine/article/refine-article.ts';
import { FeedRevision, type FeedRow } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { at, newLog, rawArticle } from '../fixtures.ts';

const article = rawArticle('Nvidia falls after revenue misses estimates', {
  summary: 'Nvidia Corp reported revenue of $35.1 billion, below estimates of $36.2 billion.',
});
const edited = (changes: Partial<RawArticle>): RawArticle => ({ ...article, is_edit: true, ...changes });

test('the steps are those of an article but for those that compare it, in their order', () => {
  const names = articleSteps.map(({ name }) => name).filter((name) => !['normalise', 'withdrawal', 'dedup', 'story'].includes(name));
  expect(editSteps.map(({ name }) => name)).toEqual(names);
});

describe('an edit', () => {
  test('corrects the row, which keeps uid, story and times', () => {
    const log = newLog();
    const [row] = log.take(article) as FeedRow[];
    const [revision] = log.take(edited({ title: 'CORRECTED: Nvidia rises after revenue beats estimates', published_at: at(0.5) }), at(1));
    expect(FeedRevision.parse(revision)).toEqual(revision);
    const { uid, created_at, time_published } = row!.item.original;
    expect(revision).toMatchObject({
      type: 'revision',
      revises: uid,
      story_id: row!.story_id,
      item: { original: { uid, created_at, time_published, updated_at: at(1), title: expect.stringContaining('Nvidia rises') } },
    });
    const sentiment = (item: FeedRow['item']): string => item.enrichment.ai_trading_insights.ticker_analysis[0]!.impact_analysis.sentiment;
    expect([sentiment(row!.item), sentiment((revision as FeedRevision).item!)]).toEqual(['negative', 'positive']);
  });

  test('is decided once, and a later one of the same article again', () => {
    const log = newLog();
    log.take(article);
    const first = edited({ title: 'Nvidia rises after revenue beats estimates' });
    expect(log.take(first, at(1))).toHaveLength(1);
    expect(log.take(first, at(2))).toEqual([]);
    const [back] = log.take(edited({ fetched_at: at(3) }), at(3));
    expect(back).toMatchObject({ type: 'revision', item: { original: { title: article.title, created_at: at(0) } } });
    expect(log.take({ ...first, fetched_at: at(4) }, at(4))).toMatchObject([{ type: 'revision', item: { original: { title: first.title } } }]);
    expect(log.take({ ...first, fetched_at: at(5), source: 'other' }, at(5))).toEqual([]);
  });

  test('of letter case or punctuation alone changes nothing', () => {
    const log = newLog();
    log.take(article);
    expect(log.take(edited({ title: 'Nvidia Falls, After Revenue Misses Estimates!', updated_at: at(1) }), at(1))).toEqual([]);
  });

  test('that takes the last ticker away withdraws the row', () => {
    const log = newLog();
    log.take(article);
    const [revision] = log.take(edited({ title: 'Chip maker falls after revenue misses estimates', summary: 'The chip maker reported.' }), at(1));
    expect(revision).toMatchObject({ type: 'revision', item: null, withdrawn: expect.stringContaining('names no listed company') });
  });

  test.each(['WITHDRAWN: Nvidia falls after revenue misses', 'Story withdrawn - Nvidia falls'])('%s withdraws the row', (title) => {
    const log = newLog();
    const [row] = log.take(article) as FeedRow[];
    const [record] = log.take(edited({ title }), at(1));
    expect(FeedRevision.parse(record)).toEqual(record);
    expect(record).toMatchObject({ type: 'revision', revises: row!.uid, item: null, withdrawn: expect.stringContaining(title) });
  });

  test('a notice that another feed lists under the address of the article withdraws the row', () => {
    const log = newLog();
    const [row] = log.take(article) as FeedRow[];
    const notice = { ...article, title: 'DISREGARD RELEASE: Nvidia falls after revenue misses' };
    expect(log.take(notice, at(1))).toMatchObject([{ type: 'revision', revises: row!.uid, item: null }]);
    expect(log.take(notice, at(2))).toEqual([]);
  });

  test('a text that says so under the unchanged headline withdraws the row', () => {
    const log = newLog();
    const [row] = log.take(article) as FeedRow[];
    expect(log.take(edited({ summary: 'This story has been withdrawn.' }), at(1))).toMatchObject([
      { type: 'revision', revises: row!.uid, item: null },
    ]);
  });

  test('a withdrawn article hides no other: the same text of another publisher is a row and a story of its own', () => {
    const log = newLog();
    log.take(article);
    log.take(edited({ title: 'WITHDRAWN: Nvidia falls after revenue misses' }), at(1));
    expect(log.take(edited({ title: 'WITHDRAWN: Nvidia falls after revenue misses estimates' }), at(2))).toEqual([]);
    const url = 'https://other.example.org/1';
    const [other] = log.take({ ...article, url, identity: url, outlet_domain: 'example.org' }, at(2)) as FeedRow[];
    expect(other).toMatchObject({ type: 'row', uid: other!.story_id });
  });

  test('of an article that withdrew something else does not', () => {
    const log = newLog();
    log.take(article);
    expect(log.take(edited({ title: 'Withdrawn Nvidia guidance weighs on shares' }), at(1))).toMatchObject([{ type: 'revision', item: {} }]);
  });

  test('changes nothing when another publisher reports it, when the article left the window, or was never a row', () => {
    const log = newLog();
    log.take(article);
    const other = edited({ title: 'Nvidia rises after revenue beats estimates', url: 'https://other.example.org/1', outlet_domain: 'example.org' });
    expect(log.take(other, at(1))).toEqual([]);
    expect(log.take(edited({ title: 'Nvidia rises after revenue beats estimates' }), at(80))).toEqual([]);
    const dropped = rawArticle('Ten recipes for a rainy day');
    expect(log.take(dropped)).toMatchObject([{ type: 'drop' }]);
    expect(log.take({ ...dropped, is_edit: true, title: 'Nvidia cuts its forecast' })).toEqual([]);
  });

  test('of an article that the log lacks is the article', () => {
    expect(newLog().take(edited({}))).toMatchObject([{ type: 'row', uid: digestOf(article.identity).slice(0, 16) }]);
  });
});
