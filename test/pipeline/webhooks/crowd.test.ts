/** Many receivers at once; at full size (10,000 deliveries to 500) this is the benchmark `webhook_wait`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { tellCrowd } from '#test/support/receiver-crowd.ts';

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());

test('every healthy receiver gets each event once, while others fail, hang and crawl', async () => {
  const { waitsMs, wrong } = await tellCrowd(nats.url, { receivers: 40, badCount: 9, rows: 6, everyMs: 20 });
  expect(wrong).toEqual([]);
  expect(waitsMs).toHaveLength(31 * 6);
}, 120_000);
