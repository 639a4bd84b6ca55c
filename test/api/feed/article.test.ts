import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '#api/main.ts';
import { Article } from '#schemas/item.ts';
import { newsContext } from '#schemas/news-context.ts';
import { planNames } from '#schemas/vocabulary.ts';
import { call, startApiOn, startGround, type Ground } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';

const entity = { name: 'Acme Inc', type: 'company', description: 'Named in the title' };
const at = new Date().toISOString();
const inTail = { ...rowRecord('held in memory', { publishedAt: at }), key_entities: [entity] };
const stored = { ...rowRecord('left the memory', { publishedAt: at }), key_entities: [entity] };
const longAgo = new Date(Date.now() - 200 * 86_400_000).toISOString();
const oldInTail = rowRecord('from before every archive, held in memory', { publishedAt: longAgo });
const oldStored = rowRecord('from before every archive', { publishedAt: longAgo });
// More than a tail of one megabyte holds, so that the first rows are served from the tables.
const filler = Array.from({ length: 1_500 }, (_, index) => rowRecord(`filler ${index}`, { publishedAt: at }));

let ground: Ground;
let api: Api;
let key: string;

beforeAll(async () => {
  ground = await startGround();
  await ground.append([stored, oldStored, ...filler, oldInTail, inTail]);
  key = (await ground.account('pro')).key;
  api = await startApiOn(ground, { API_TAIL_BYTES: '1000000' });
});

afterAll(async () => {
  await api.stop();
  await ground.stop();
});

describe('200', () => {
  test.each([
    ['the newest', inTail],
    ['an older one', stored],
  ])('%s, with its key entities', async (_, row) => {
    const { status, body, headers } = await call<unknown>(`${api.url}/api/news/${row.uid}/`, { key });
    expect(status).toBe(200);
    const article = Article.parse(body);
    expect(body).toEqual(article);
    expect(article).toEqual({
      ...row.item,
      enrichment: { ...row.item.enrichment, news_context_enhancement: newsContext(row.item, [entity]) },
      story_id: row.story_id,
      earnings: null,
    });
    expect(headers.get('etag')).not.toBeNull();
    expect((await call(`${api.url}/api/news/${row.uid}`, { key, headers: { 'if-none-match': headers.get('etag')! } })).status).toBe(304);
  });

  test('one that was missing a moment ago is found once it arrives', async () => {
    const late = rowRecord('arrives later', { publishedAt: at });
    expect((await call(`${api.url}/api/news/${late.uid}/`, { key })).status).toBe(404);
    await ground.append([late]);
    await until('the article', async () => (await call(`${api.url}/api/news/${late.uid}/`, { key })).status === 200);
  });
});

describe('an article from before the archive', () => {
  test.each(planNames)('is served by its uid on the plan %s, where a window that holds it is refused', async (plan) => {
    const { key: ofPlan } = await ground.account(plan);
    await until('the key to be known', async () => (await call(`${api.url}/api/news/${inTail.uid}/`, { key: ofPlan })).status === 200);
    for (const { uid } of [oldInTail, oldStored]) {
      const { status, body } = await call<Article>(`${api.url}/api/news/${uid}/`, { key: ofPlan });
      expect([status, body.original.uid, body.original.time_published]).toEqual([200, uid, longAgo]);
    }
    const window = await call<{ code: string }>(`${api.url}/api/news/?from_date=${longAgo}`, { key: ofPlan });
    expect([window.status, window.body.code]).toEqual([403, 'archive_horizon']);
  });

  test('and the documentation says so', async () => {
    interface Document {
      readonly paths: Readonly<Record<string, { readonly get: { readonly description: string; readonly responses: object } }>>;
    }
    const { body } = await call<Document>(`${api.url}/api/schema/`);
    const { get } = body.paths['/api/news/{uid}/']!;
    expect(get.description).toContain('Works on every plan for articles of any age');
    expect(Object.keys(get.responses)).not.toContain('403');
  });
});

describe('400', () => {
  test('it takes no parameters', async () => {
    const { body } = await call<{ code: string; extra: { allowed_params: string[] } }>(`${api.url}/api/news/${inTail.uid}/?symbol=A`, { key });
    expect(body.code).toBe('unknown_parameter');
    expect(body.extra.allowed_params).toEqual([]);
  });
});

describe('401', () => {
  test('without a key, whether there is such an article or not', async () => {
    expect((await call(`${api.url}/api/news/${inTail.uid}/`)).status).toBe(401);
    expect((await call(`${api.url}/api/news/0000000000000000/`)).status).toBe(401);
  });
});

describe('404', () => {
  test.each(['0000000000000000', inTail.uid.toUpperCase().replace(/\d/g, 'A'), 'abc', '..%2f', '%00'])('%s names nothing', async (uid) => {
    const { status, body } = await call<{ code: string; detail: string }>(`${api.url}/api/news/${uid}/`, { key });
    expect([status, body.code]).toEqual([404, 'not_found']);
    if (uid === 'abc') expect(body.detail).toContain('must be 16 lowercase hex characters');
  });
});
