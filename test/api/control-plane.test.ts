import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { streams } from '#schemas/subjects.ts';
import { spawnApiOn, startApiOn } from '#test/support/api.ts';
import { readyOf } from '#test/support/pipeline.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const program = fileURLToPath(new URL('../../api/main.ts', import.meta.url));

const ground = await sharedGround();
const { bus } = ground;

/** Returns the exit code and the text on stderr. */
async function ended(env: Readonly<Record<string, string>>): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...ground.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return [code, errors.trim()];
}

describe('an API process', () => {
  test('with settings that differ from the stored ones ends with one line and changes nothing', async () => {
    const before = (await bus.jsm.streams.info(streams.feed)).config;
    await bus.js.publish('raw.article', 'unread');
    const raw = (await bus.jsm.streams.info(streams.raw)).state.messages;
    const [code, errors] = await ended({ FEED_MAX_AGE_DAYS: '180', RAW_MAX_BYTES: '1000000' });
    expect(code).toBe(1);
    expect(errors).toBe(
      'stream RAW has max_bytes 8,000 MB instead of 1 MB (RAW_MAX_BYTES) (and 1 more: npm run admin -- apply --dry-run lists all): set RAW_MAX_BYTES as in the other processes, or run npm run admin -- apply',
    );
    expect((await bus.jsm.streams.info(streams.feed)).config).toEqual(before);
    expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(raw);
  });

  test('without its tables ends with one line', async () => {
    const [code, errors] = await ended({ CLICKHOUSE_DATABASE: 'none' });
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^database none has migration none, this release needs \S+: run npm run admin -- apply$/),
    ]);
  });

  test('logs what an earlier release left different, and continues', async () => {
    const { max_age } = (await bus.jsm.streams.info(streams.deliveries)).config;
    await bus.jsm.streams.update(streams.deliveries, { max_age: 10 * max_age });
    const api = await spawnApiOn(ground);
    expect((await readyOf(api.ops)).degraded).toMatchObject({
      streams: expect.stringMatching(/^stream DELIVER\w+ has max_age \d+ \w+ instead of \d+ \w+: run npm run admin -- apply$/) as string,
    });
    await api.stop();
    await bus.jsm.streams.update(streams.deliveries, { max_age });
  });

  test('starts while ClickHouse is unreachable, and logs when it comes back', async () => {
    await ground.clickhouse.kill();
    const api = await startApiOn(ground);
    expect((await readyOf(api.ops)).degraded).toHaveProperty('clickhouse');
    await ground.clickhouse.restart();
    await until('all to be well', async () => !('clickhouse' in (await readyOf(api.ops)).degraded));
    await api.stop();
  });
});
