import { describe, expect, test } from 'vitest';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import type { Problem } from '../feed/list-ground.ts';
import { articleOf, daysAgo, minutesAgo, storiesGround, storyOf, type Lookup } from './stories-ground.ts';

const storyId = rowRecord('deal 0').uid;
const changes = { tickers: ['ACME'], category: 'mergers_acquisitions' as const, relevance: 8, storyId };
const deal = [
  articleOf('wire.example', 'deal 0', {
    ...changes,
    source: 'The Wire',
    publishedAt: minutesAgo(120),
    title: 'Acme to buy Beta',
    summary: 'Acme agreed to buy Beta for $2.1 billion in cash. Acme will cut 1,200 jobs after the merger.',
  }),
  articleOf('daily.example', 'deal 1', {
    ...changes,
    source: 'The Daily',
    publishedAt: minutesAgo(60),
    title: 'Beta is sold',
    summary: 'Acme, which agreed to acquire Beta for $2.1 billion, plans to cut 1,500 jobs after the merger.',
  }),
  articleOf('post.example', 'deal 2', { ...changes, source: 'The Post', publishedAt: minutesAgo(30), title: 'Unions of Acme protest', summary: '' }),
];
/** Two articles on one event, and a better-scored article about another company. */
const mixedId = rowRecord('mixed 0').uid;
const mixed = [
  articleOf('wire.example', 'mixed 0', { ...changes, storyId: mixedId, publishedAt: minutesAgo(150), title: 'Acme opens plant' }),
  articleOf('daily.example', 'mixed 1', { ...changes, storyId: mixedId, publishedAt: minutesAgo(140), title: 'Plant of Acme opens' }),
  articleOf('post.example', 'mixed 2', { ...changes, storyId: mixedId, publishedAt: minutesAgo(130), title: 'Nvidia rises', tickers: ['NVDA'], relevance: 10 }),
]; // prettier-ignore
const lone = rowRecord('lone', { publishedAt: minutesAgo(5) });
const sisters = storyOf('sisters', minutesAgo(50), { domains: ['wsj.com', 'barrons.com'] });
const withSisters = storyOf('with sisters', minutesAgo(40), { domains: ['wsj.com', 'barrons.com', 'reuters.com'] });
const past = storyOf('past', daysAgo(45));
const pastLone = rowRecord('past lone', { publishedAt: daysAgo(45) });
const untold = storyOf('untold', minutesAgo(70), { summary: '' });
const wide = storyOf('wide', minutesAgo(80), { domains: Array.from({ length: 104 }, (_, index) => `outlet${index}.example`) });
const at = await storiesGround([...past, pastLone, ...deal, ...mixed, lone, ...sisters, ...withSisters, ...untold, ...wide]);

const get = async (id: string, plan: 'free' | 'pro' = 'free'): Promise<Lookup> => (await at.get<Lookup>(`${id}/`, plan)).body;

describe('200', () => {
  test('found: facts on which publishers agree, and numbers on which they differ, with their publishers', async () => {
    const body = await get(storyId);
    expect(body).toMatchObject({ status: 'found', redirect_to: null, article: null });
    expect(body.story).toMatchObject({
      story_id: storyId,
      title: 'Acme to buy Beta',
      publishers: 3,
      materials: 3,
      updated_at: minutesAgo(60),
      summary_state: 'published',
      key_facts: [{ text: 'Acme agreed to buy Beta for $2.1 billion in cash.', source_uid: storyId, publisher: 'The Wire' }],
      uncertainties: ['On jobs: The Wire says 1,200; The Daily says 1,500.'],
      ticker_takes: [{ ticker: 'ACME', impact: 'neutral', note: 'No evidence either way.' }],
      based_on: 3,
      materials_at_build: 3,
      new_materials: 0,
      revision_generated_at: minutesAgo(30),
      why_it_matters: '',
    });
  });

  test('the headline is of an article about the tickers of the story; every ticker has its times', async () => {
    const { story } = await get(mixedId);
    expect(story).toMatchObject({ tickers: ['ACME'], title: 'Acme opens plant' });
    expect(story!.tickers_over_time).toEqual([
      { ticker: 'ACME', first_named_at: minutesAgo(150), last_named_at: minutesAgo(140), publishers: 2 },
      { ticker: 'NVDA', first_named_at: minutesAgo(130), last_named_at: minutesAgo(130), publishers: 1 },
    ]);
  });

  test('names the first publisher, and counts the other owners: outlets of one owner count once', async () => {
    expect((await get(storyId)).story).toMatchObject({
      first_source: { uid: storyId, publisher: 'The Wire', time_published: minutesAgo(120) },
      corroborated_by: 2,
    });
    const { story } = await get(withSisters[0]!.uid);
    expect(story).toMatchObject({ materials: 3, corroborated_by: 1, first_source: { publisher: 'wsj.com' } });
  });

  test('not_a_story: a row of one publisher, also in two of its outlets', async () => {
    const { uid, title, time_published } = lone.item.original;
    expect(await get(lone.uid)).toEqual({ status: 'not_a_story', story: null, redirect_to: null, article: { uid, title, time_published } });
    expect(await get(sisters[0]!.uid)).toMatchObject({ status: 'not_a_story', article: { uid: sisters[0]!.uid } });
  });

  test('merged: an article of another story leads to that story', async () => {
    expect(await get(deal[1]!.uid)).toEqual({ status: 'merged', story: null, redirect_to: storyId, article: null });
    expect(await get(sisters[1]!.uid)).toMatchObject({ status: 'merged', redirect_to: sisters[0]!.uid });
  });

  test('a row becomes a story when a second publisher reports it', async () => {
    const [first, second] = storyOf('becoming', minutesAgo(1));
    await at.ground.append([first!], { stored: false });
    await until('the row', async () => (await at.get<Lookup>(`${first!.uid}/`)).body.status === 'not_a_story');
    await at.ground.append([second!]);
    await until('the story', async () => {
      at.moveClock(61_000);
      return (await get(first!.uid)).status === 'found';
    });
  });

  test('summary_state: preparing without a summary, stale if more articles joined than are compared', async () => {
    expect((await get(untold[0]!.uid)).story).toMatchObject({ summary_state: 'preparing', summary: '', key_facts: [], uncertainties: [] });
    expect((await get(wide[0]!.uid)).story).toMatchObject({ summary_state: 'stale', materials: 104, materials_at_build: 100, new_materials: 4 });
  });
});

describe('403, 404', () => {
  test.each([
    ['a story', past[0]!.uid],
    ['an article', pastLone.uid],
  ])('%s past the archive of the plan, not of a larger one', async (_, uid) => {
    const { status, body } = await at.get<Problem>(`${uid}/`, 'free');
    expect([status, body.code, body.extra['reason']]).toEqual([403, 'archive_horizon', 'archive_horizon']);
    expect((await at.get(`${uid}/`, 'pro')).status).toBe(200);
  });

  test.each(['0000000000000000', 'nonsense'])('%s', async (id) => {
    const { status, body } = await at.get<Problem>(`${id}/`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
