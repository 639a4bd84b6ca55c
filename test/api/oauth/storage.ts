/** Stored connections: limited in number, expired when unused, and not revived after their end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRegister } from '#api/oauth/register.ts';
import { createRoomCheck } from '#api/oauth/room.ts';
import { storedModels } from '#api/oauth/stored-models.ts';
import { endConnection, findConnection, putConnection, readConnections, renewConnection } from '#ops/accounts/connections.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { connectionsMax, type Connection } from '#schemas/oauth.ts';
import { buckets } from '#schemas/subjects.ts';
import { callback, locationOf, type OAuthGround } from '#test/support/oauth-ground.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

export function describeStorage(given: () => OAuthGround): void {
  let ground: OAuthGround;
  let [lasting, short] = [] as unknown as [KV, KV];
  const now = new Date();
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  const connection = (accountId: string, at: number): Connection => ({
    id: `${accountId}.${String(at).padStart(22, 'c')}`,
    client_id: 'client',
    client_name: 'Many',
    callbacks: [callback],
    callback,
    resource: ground.resource,
    scope: 'tools.read',
    connected_at: now.toISOString(),
    renewed_at: now.toISOString(),
  });

  beforeAll(async () => {
    ground = given();
    const { bus } = ground.area.ground;
    [lasting, short] = await Promise.all([openBucket(bus, buckets.oauth), openBucket(bus, buckets.oauthShort)]);
  });

  describe('connections', () => {
    test('are limited in number, and the next request is refused with the reason', async () => {
      const owner = await ground.area.customer();
      for (let at = 0; at < connectionsMax; at += 1) await putConnection(lasting, connection(owner.accountId, at), now);
      const question = locationOf(await owner.get((await ground.request(await ground.register())).path), ground.area.api.url).pathname;
      const refused = await owner.submit(question, { intent: 'allow' });
      expect([refused.status, refused.text.includes('at most 50 connected applications')]).toEqual([422, true]);
      await owner.submit('/account/connections/', { intent: 'all' });
      expect((await owner.submit(question, { intent: 'allow' })).status).toBe(303);
    });

    test('expire if their code is not exchanged in time, or if they are not refreshed for two months', async () => {
      const [used, pending] = [connection('aaaaaaaaaaaa', 1), { ...connection('aaaaaaaaaaaa', 2), renewed_at: null }];
      for (const one of [used, pending]) await putConnection(lasting, one, now);
      const idsAt = async (at: Date): Promise<string[]> => (await readConnections(lasting, 'aaaaaaaaaaaa', at)).map(({ id }) => id);
      expect(await idsAt(now)).toEqual([used.id, pending.id]);
      expect(await idsAt(later(11 * minuteMs))).toEqual([used.id]);
      expect(await idsAt(later(62 * dayMs))).toEqual([]);
      await renewConnection(lasting, pending.id, later(minuteMs));
      await renewConnection(lasting, used.id, later(30 * dayMs));
      expect(await idsAt(later(80 * dayMs))).toEqual([used.id]);
    });

    test('stay ended if a refresh runs at the same time', async () => {
      const one = connection('bbbbbbbbbbbb', 1);
      for (let round = 0; round < 10; round += 1) {
        await putConnection(lasting, one, now);
        const ending = endConnection(lasting, one.id);
        await Promise.all([ending, renewConnection(lasting, one.id, later(2 * dayMs)), renewConnection(lasting, one.id, later(3 * dayMs))]);
        expect(await findConnection(lasting, one.id, now)).toBeNull();
      }
    });
  });

  test('a nearly full bucket takes no more registrations, but records that end a connection still fit', async () => {
    const { jsm } = ground.area.ground.bus;
    const { config, state } = await jsm.streams.info('KV_oauth_short');
    const documents = { isAddress: () => false, find: async () => null };
    const unheard = (): void => undefined;
    const models = {
      lasting,
      short,
      documents,
      checkRoom: createRoomCheck(1),
      waitBeforeRefresh: async () => 0,
      nowMs: Date.now,
      onEnded: unheard,
      onReuse: unheard,
    };
    const register = createRegister(storedModels(models)('Client'), Date.now);
    const asked = async (): Promise<number> => (await register({ redirect_uris: [callback] })).status;
    expect(await asked()).toBe(201);
    await jsm.streams.update('KV_oauth_short', { ...config, max_bytes: Math.round((state.bytes + 2_000) / 0.95) });
    await sleep(5);
    const { status, body } = await register({ redirect_uris: [callback] });
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    await short.delete('access.test');
    await jsm.streams.update('KV_oauth_short', config);
    await sleep(5);
    expect(await asked()).toBe(201);
  });
}
