import { describe, expect, test } from 'vitest';
import { packText } from '#schemas/source-text.ts';
import { call } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { earningsAnalysis, earningsRow } from '#test/support/trades.ts';

const text = `Acme Reports Third Quarter Results\n${'Revenue was $1,040 million — “naïve”.\n'.repeat(4)}`;
const start = text.indexOf('1,040');
const [metric] = earningsAnalysis().key_metrics;
const analysis = earningsAnalysis({ key_metrics: [{ ...metric!, evidence: { start, end: start + 5 } }] });
const row = { ...earningsRow('a release', analysis), source_text: packText(text)! };
const plain = rowRecord('no release');
const late = { ...earningsRow('not stored yet', analysis), source_text: packText(text)! };

const ground = await sharedGround();
await ground.append([row, plain]);
const latePlain = rowRecord('no release, not stored yet');
await ground.append([late, latePlain], { stored: false });
const account = await ground.account('basic');
const api = await sharedApi(ground);

const get = (uid: string) => fetch(`${api.url}/api/news/${uid}/source-text/`, { headers: { authorization: `Bearer ${account.key}` } });

describe('200', () => {
  test('is the text to which the offsets of the read refer', async () => {
    const answer = await get(row.uid);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const body = await answer.text();
    expect(body).toBe(text);
    const { body: article } = await call<{ earnings: typeof analysis }>(`${api.url}/api/news/${row.uid}/`, { key: account.key });
    for (const { value, evidence } of article.earnings.key_metrics) expect(body.slice(evidence.start, evidence.end)).toBe(value);
  });
});

test('404 for a row without a read and for an unknown uid', async () => {
  for (const { uid } of [plain, latePlain]) expect((await get(uid)).status).toBe(404);
  expect((await get('0'.repeat(16))).status).toBe(404);
});

test('503 while a row is in the log but not in the store yet', async () => {
  expect((await get(late.uid)).status).toBe(503);
});
