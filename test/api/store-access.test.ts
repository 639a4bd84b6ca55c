/** Which queries reach the store, and the errors of failed ones. */
import { expect, test, vi } from 'vitest';
import { createStoreAccess } from '#api/store-access.ts';
import type { Store } from '#clickhouse/store.ts';
import type { WhileHeard } from '#ops/process/health-watch.ts';

const store = {} as Store;
const coded = (code: string): Error => Object.assign(new Error('failed'), { code });

const always: WhileHeard = (work) => work();

test('a silent store is not queried until it answers again', async () => {
  let isSilent = true;
  const ask = createStoreAccess(store, (work) => (isSilent ? Promise.reject(coded('ESILENT')) : work()));
  const question = vi.fn<() => Promise<number>>(async () => 1);
  await expect(ask(question)).rejects.toMatchObject({ code: 'unavailable' });
  expect(question).not.toHaveBeenCalled();
  isSilent = false;
  expect(await ask(question)).toBe(1);
});

test.each(['ECONNREFUSED', 'ERR_STREAM_PREMATURE_CLOSE', 'DEPTH_ZERO_SELF_SIGNED_CERT', '202', '241'])('%s is an outage', async (code) => {
  await expect(createStoreAccess(store, always)(() => Promise.reject(coded(code)))).rejects.toMatchObject({ code: 'unavailable' });
});

test.each(['62', 'ERR_INVALID_ARG_TYPE'])('%s remains a bug', async (code) => {
  const error = Object.assign(new TypeError('the timeout is wrong'), { code });
  await expect(createStoreAccess(store, always)(() => Promise.reject(error))).rejects.toBe(error);
});
