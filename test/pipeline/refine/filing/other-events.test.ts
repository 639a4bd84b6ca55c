import { describe, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { RawFiling } from '#schemas/raw.ts';
import { otherEventTopics } from '#pipeline/refine/filing/other-events.ts';
import { refineFiling } from '#pipeline/refine/filing/refine.ts';
import { context, filing } from './fixtures.ts';

describe('an 8-K under item 8.01', () => {
  test.each([
    ['Acme announces $500 million share repurchase program and raises its dividend', ['share buyback', 'dividend']],
    ['Acme announces 2-for-1 stock split', ['stock split']],
    ['Acme announces pricing of $300 million offering of senior notes', ['securities offering']],
    ['Acme settles patent litigation', ['litigation']],
    ['Acme reports positive topline results of its phase 3 trial', ['clinical or regulatory result']],
    ['Acme effects a one-for-ten reverse split of its common stock', ['stock split']],
    ['Acme announces acquisition of Option Card', ['merger or sale']],
    ['Acme commences medium-term notes program', ['securities offering']],
    ['Acme enters into a $2.25 billion five-year credit agreement', ['loan']],
    ['Acme extends the expiration date of its exchange offers', ['exchange of securities']],
    ['Acme appoints Jane Roe as chief financial officer', ['change of officers or directors']],
    ['Acme Bank consents to a prompt corrective action directive', ['order of a regulator']],
    ['Acme withdraws its guidance for the year', ['results or guidance']],
    ['Acme recasts segment figures; 10-K is recast', ['recast accounts']],
    ['Acme signs a non-binding memorandum of understanding with Oak Motors', []],
    ['Acme Bank enters into a memorandum of understanding with the FDIC', ['order of a regulator']],
    ['Acme board of directors approves the retirement of treasury shares', []],
    ['Amendment and restatement of the bylaws of Acme', []],
  ])('headed %j has its topics', (headline, topics) => {
    expect(otherEventTopics(headline, '')).toEqual(topics);
  });

  test('without a headline is judged by the beginning of its text, and a merger that is only its reason does not count', () => {
    expect(otherEventTopics('', 'On May 3, the board declared a dividend of $0.10 a share.')).toEqual(['dividend']);
    const reason = 'In connection with the transactions contemplated by the Merger Agreement, the Company replaced its credit facility.';
    expect(otherEventTopics('', reason)).toEqual(['loan']);
  });

  const topicsOf = (changes: Partial<RawFiling>): string[] =>
    (refineFiling(filing({ earnings: null, headline: 'Acme raises its dividend', ...changes }), context()) as FeedRow).item.original.topics.map(
      ({ topic }) => topic,
    );

  test('has the event among its topics, and a filing about another item has not', () => {
    expect(topicsOf({ items: ['8.01'], primary_item: '8.01' })).toEqual(['form 8-k', 'item 8.01', 'dividend']);
    expect(topicsOf({ items: ['7.01'], primary_item: '7.01' })).toEqual(['form 8-k', 'item 7.01']);
  });
});
