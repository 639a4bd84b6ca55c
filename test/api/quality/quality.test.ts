import { expect, test } from 'vitest';
import { readerVersion } from '#pipeline/refine/reader/card.ts';
import { type Quality, qualityTasks } from '#schemas/quality.ts';
import { call } from '#test/support/api.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';

const ground = await sharedGround();
const { api, key } = await keyedApi('free', ground);

const get = (query = '') => call<Quality>(`${api.url}/api/quality/${query}`, { key });

test('200: the figures of the present weights, for every task, within their ranges', async () => {
  const { status, body, headers } = await get();
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, max-age=300');
  // The version names the measured rules. If it differs, measure again (ops/docs/contributing.md).
  expect(body.version).toMatch(new RegExp(`\\+reader-${readerVersion()}$`));
  expect([...new Set(body.tasks.map(({ task }) => task))]).toEqual([...qualityTasks]);
  for (const { rows, figures, reliability } of body.tasks) {
    expect(rows).toBeGreaterThan(0);
    for (const figure of Object.values(figures)) expect(Math.abs(figure)).toBeLessThanOrEqual(1);
    for (const { from, to, predicted } of reliability) expect(predicted >= from && predicted <= to).toBe(true);
    expect(reliability.reduce((sum, step) => sum + step.rows, 0)).toBeLessThanOrEqual(rows);
  }
  const measured = (task: string) => body.tasks.filter((one) => one.task === task);
  for (const task of ['categories', 'scores', 'directions']) expect(measured(task).some(({ reliability }) => reliability.length > 2)).toBe(true);
  expect(measured('tickers')[0]!.figures).toMatchObject({ precision: expect.any(Number), recall: expect.any(Number) });
});
