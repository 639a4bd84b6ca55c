import { expect, test } from 'vitest';
import { refineRefusal } from '#pipeline/refine/refusal.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';

const refusal = {
  kind: 'refusal',
  identity: 'https://www.example.com/feed.xml#1',
  source: 'example',
  seen_at: '2026-06-01T11:58:00.000Z',
  fetched_at: '2026-06-01T11:59:00.000Z',
  url: 'https://www.example.com/feed.xml',
  reason: 'malformed',
  detail: 'unclosed tag at line 3',
} as const;
const context = { refinedAt: '2026-06-01T12:00:00.000Z', claimUid: uidOf };

test('a document that could not be read is one drop with its reason, valid as a record', () => {
  const record = FeedRecord.parse(refineRefusal(refusal, context));
  expect(record).toMatchObject({
    type: 'drop',
    uid: uidOf(refusal.identity),
    reason: 'malformed',
    detail: refusal.detail,
    source_domain: 'example.com',
    source_type: 'publisher',
  });
});

test('one whose address is not an address is a drop all the same', () => {
  expect(FeedRecord.parse(refineRefusal({ ...refusal, url: 'not a url', reason: 'bad_url' }, context))).toMatchObject({ reason: 'bad_url' });
  expect(FeedRecord.parse(refineRefusal({ ...refusal, url: '', reason: 'no_identity' }, context))).toMatchObject({ source_domain: null });
});

test('one that the log holds is nothing', () => {
  expect(refineRefusal(refusal, { ...context, claimUid: () => null })).toBeNull();
});

test('the stages of the SEC differ from publishers', () => {
  expect(refineRefusal({ ...refusal, source: 'sec_form4' }, context)).toMatchObject({ source_type: 'sec_form4' });
});
