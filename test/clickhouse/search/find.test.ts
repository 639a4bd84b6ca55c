import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { answersQuestion, findRows, indexTerms, weighTerms, type IndexQuery } from '#clickhouse/search/find.ts';
import type { Alternative, Question } from '#clickhouse/search/question.ts';
import type { Store } from '#clickhouse/store.ts';
import { everything } from '#schemas/feed-filter.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { insiderTrade } from '#test/support/trades.ts';
import { arbitraryFilter, arbitraryTraits, feedDrop, feedRow } from '../feed-rows.ts';
import { emptiedStores, numbered } from '../fresh-store.ts';

const server = await sharedClickHouse();
const emptyStore = await emptiedStores(server.url);

async function storeWith(rows: readonly FeedRow[]): Promise<Store> {
  const store = await emptyStore();
  await insertRecords(store, numbered(rows));
  return store;
}

const of = (...terms: string[]): Alternative => ({ label: terms.join(' '), terms, phrase: null });
const phrase = (...words: string[]): Alternative => ({ label: words.join(' '), terms: words, phrase: words });
const group = (...alternatives: Alternative[]): Question['groups'][number] => ({ labels: alternatives.map(({ label }) => label), alternatives });
const asking = (groups: Question['groups'], changes: Partial<IndexQuery> = {}, excluded: readonly Alternative[] = []): IndexQuery => ({
  question: { groups, excluded },
  filter: everything,
  spans: [],
  publishedFromMs: null,
  publishedToMs: null,
  order: 'relevance',
  ...changes,
});
async function find(store: Store, asked: IndexQuery, { seqTo = 1e9, groupsMin = asked.question.groups.length } = {}): Promise<number[]> {
  const weights = await weighTerms(store, asked);
  expect(weights).toHaveLength(indexTerms(asked).length);
  return (await findRows(store, asked, { seqTo, groupsMin, weights })).rows.map(({ seq }) => seq);
}

const revision = (row: FeedRow, title: string, relevance = row.item.enrichment.relevance_score) => {
  const item = { ...row.item, original: { ...row.item.original, title }, enrichment: { ...row.item.enrichment, relevance_score: relevance } };
  const { item: _, story_id: __, ...shared } = row;
  return { ...shared, type: 'revision' as const, uid: 'f'.repeat(16), identity: `${row.identity}/a`, revises: row.uid, item, trade: insiderTrade() };
};

describe('a result', () => {
  const words = ['alpha', 'beta', 'gamma', 'delta'] as const;
  const alternative = fc.oneof(
    fc.uniqueArray(fc.constantFrom(...words, '$AAPL', '$BRK-B'), { minLength: 1, maxLength: 2 }).map((terms) => of(...terms)),
    fc
      .tuple(fc.constantFrom(...words), fc.constantFrom(...words))
      .map(([one, other]) => ({ ...phrase(one, other), terms: [...new Set([one, other])] })),
  );
  const question = fc.record({
    groups: fc.array(
      fc.array(alternative, { minLength: 1, maxLength: 2 }).map((all) => group(...all)),
      { minLength: 1, maxLength: 3 },
    ),
    excluded: fc.array(alternative, { maxLength: 1 }),
  });
  const arbitraryTitle = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((all) => all.join(' '));
  const row = fc.tuple(arbitraryTraits, arbitraryTitle).map(([traits, text]) => ({ ...traits, title: text }));
  const order = fc.constantFrom<IndexQuery['order']>('relevance', 'published');

  test('is each row that answers the question by itself, whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), fc.array(fc.tuple(question, arbitraryFilter, order, fc.boolean()), { minLength: 5, maxLength: 5 }), async (traits, questions) => {
        const rows = traits.map((own, at) => feedRow({ ...own, identity: `https://example.com/${at}` }));
        const store = await storeWith(rows);
        for (const [{ groups, excluded }, given, by, isHalf] of questions) {
          const asked = asking(groups, { filter: { ...given, is10b5_1: null }, order: by }, excluded);
          const groupsMin = isHalf ? Math.ceil(groups.length / 2) : groups.length;
          const expected = rows.flatMap((record, at) => (answersQuestion(record, { search: asked, groupsMin }) ? [at + 1] : []));
          expect((await find(store, asked, { groupsMin })).toSorted((a, b) => a - b)).toEqual(expected);
        }
      }),
      { numRuns: 3 },
    ); // prettier-ignore
  });

  test('is newest first by time and uid in the order of publication; in the order of relevance dense titles and newer rows are first', async () => {
    const before = (days: number): number => Date.UTC(2026, 10, 1) - days * 86_400_000;
    const titles = ['alpha', 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda', 'beta', 'alpha', 'alpha'];
    const days = [1, 1, 1, 40, 1];
    const rows = titles.map((text, index) => feedRow({ identity: `https://example.com/${index}`, title: text, publishedAtMs: before(days[index]!) }));
    const store = await storeWith(rows);
    const [relevance, published] = [
      await find(store, asking([group(of('alpha'))])),
      await find(store, asking([group(of('alpha'))], { order: 'published' })),
    ];
    expect(new Set(relevance.slice(0, 2))).toEqual(new Set([1, 5]));
    expect(relevance.indexOf(2)).toBeLessThan(relevance.indexOf(4));
    expect(published.at(-1)).toBe(4);
    const uids = published.slice(0, 3).map((seq) => rows[seq - 1]!.uid);
    expect(uids).toEqual(uids.toSorted());
  });

  test('a rare word counts more than a common one', async () => {
    const rows = ['common', 'common', 'common', 'common', 'common', 'rare'].map((title, at) =>
      feedRow({ identity: `https://example.com/${at}`, title }),
    );
    const store = await storeWith(rows);
    expect((await find(store, asking([group(of('common')), group(of('rare'))]), { groupsMin: 1 }))[0]).toBe(6);
  });

  test('does not change with rows that arrive after the pin', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => feedRow({ identity: `https://example.com/${at}`, title: 'alpha' }));
    const store = await storeWith(rows);
    const asked = asking([group(of('alpha'))]);
    const before = await find(store, asked, { seqTo: 6 });
    await insertRecords(store, [{ seq: 7, record: feedRow({ identity: 'https://example.com/new', title: 'alpha', relevance: 10 }) }]);
    expect(await find(store, asked, { seqTo: 6 })).toEqual(before);
    expect(await find(store, asked)).toContain(7);
  });

  test('has a row once that was written twice', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => feedRow({ identity: `https://example.com/${at}`, title: `alpha ${at}` }));
    const store = await storeWith(rows);
    const weights = await weighTerms(store, asking([group(of('alpha'))]));
    const scores = async () =>
      (await findRows(store, asking([group(of('alpha'))]), { seqTo: 1e9, groupsMin: 1, weights })).rows.map(({ seq, score }) => [seq, score]);
    const before = await scores();
    await insertRecords(store, numbered(rows));
    expect(await scores()).toEqual(before);
  });
});

describe('a corrected row', () => {
  const row = feedRow({ identity: 'https://example.com/0', title: 'alpha beta', relevance: 5 });

  test('is found by its present words and filters only', async () => {
    const store = await storeWith([row]);
    await insertRecords(store, [{ seq: 2, record: revision(row, 'beta gamma', 8) }]);
    expect(await find(store, asking([group(of('alpha'))]))).toEqual([]);
    for (const word of ['beta', 'gamma']) expect(await find(store, asking([group(of(word))])), word).toEqual([1]);
    expect(await find(store, asking([group(of('beta'))], {}, [of('alpha')]))).toEqual([1]);
    expect(await find(store, asking([group(of('beta'))], { filter: { ...everything, minRelevance: 8 } }))).toEqual([1]);
    await insertRecords(store, [{ seq: 3, record: revision(row, 'alpha') }]);
    expect(await find(store, asking([group(of('alpha'))]))).toEqual([1]);
    expect(await find(store, asking([group(of('gamma'))]))).toEqual([]);
  });

  test('is found as before with a pin before the correction: by word, phrase, filter and excluded word', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => feedRow({ identity: `https://example.com/${at}`, title: `alpha beta ${at}`, relevance: 5 }));
    const store = await storeWith(rows);
    const questions = [
      asking([group(of('alpha'))]),
      asking([group(phrase('alpha', 'beta'))]),
      asking([group(of('alpha'))], { filter: { ...everything, minRelevance: 5 }, order: 'published' }),
      asking([group(of('alpha'))], {}, [of('gamma')]),
      asking([group(of('alpha'))], {}, [phrase('beta', 'alpha')]),
    ];
    const at = (asked: IndexQuery, seqTo: number) => find(store, asked, { seqTo });
    const before: number[][] = [];
    for (const asked of questions) before.push(await at(asked, 6));
    await insertRecords(store, [{ seq: 7, record: revision(rows[2]!, 'gamma', 3) }, { seq: 8, record: revision(rows[4]!, 'beta alpha gamma', 9) }]); // prettier-ignore
    for (const [index, asked] of questions.entries()) {
      expect(
        before[index]!.toSorted((one, other) => one - other),
        `${index}`,
      ).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await at(asked, 6), `${index}`).toEqual(before[index]);
      expect(await at(asked, 7), `${index}`).not.toContain(3);
    }
    expect(await at(questions[3]!, 8)).not.toContain(5);
    expect(await at(questions[4]!, 8)).not.toContain(5);
  });

  test('is found as corrected in the batch of its correction; a drop is never found', async () => {
    const store = await storeWith([]);
    await insertRecords(store, [
      { seq: 1, record: row },
      { seq: 2, record: feedDrop('https://example.com/copy') },
      { seq: 3, record: revision(row, 'gamma') },
    ]);
    expect(await find(store, asking([group(of('alpha'), of('copy'))]))).toEqual([]);
    expect(await find(store, asking([group(of('gamma'))]))).toEqual([1]);
  });
});
