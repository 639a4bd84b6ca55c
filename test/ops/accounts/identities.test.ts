/** Identities, sessions and links in their buckets: races, unfinished changes, expiry. */
import { afterAll, describe, expect, test } from 'vitest';
import { changeIdentity, ensureIdentity, findIdentity, setAddress, readIdentity, removeIdentity } from '#ops/accounts/identities.ts';
import { endSession, makeLink, openSession, readLink, readSession, useLink } from '#ops/accounts/sessions.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets } from '#schemas/subjects.ts';
import { accountIdOf, startAccountGround } from '#test/support/account-bucket.ts';

const ground = await startAccountGround();
afterAll(() => ground.stop());
const [identities, sessions] = await Promise.all([openBucket(ground.bus, buckets.identities), openBucket(ground.bus, buckets.sessions)]);

const now = new Date('2026-05-01T12:00:00Z');
const after = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

describe('an address', () => {
  test('belongs to one account, of many that claim it at once', async () => {
    const ids = Array.from({ length: 8 }, (_, at) => accountIdOf(`race${at}`));
    for (const id of ids) await ensureIdentity(identities, id, now);
    const given = await Promise.all(ids.map((id) => setAddress(identities, id, 'race@example.test', now)));
    const winners = given.flatMap((identity) => identity?.account_id ?? []);
    expect(winners).toHaveLength(1);
    expect((await findIdentity(identities, 'race@example.test'))?.account_id).toBe(winners[0]);
  });

  test('is free where the process that claimed it was killed', async () => {
    const [dead, next] = [accountIdOf('dead'), accountIdOf('next')];
    await ensureIdentity(identities, dead, now);
    await setAddress(identities, dead, 'half@example.test', now);
    await changeIdentity(identities, dead, (identity) => ({ ...identity, address: null }));
    expect(await findIdentity(identities, 'half@example.test')).toBeNull();
    await ensureIdentity(identities, next, now);
    expect((await setAddress(identities, next, 'half@example.test', now))?.account_id).toBe(next);
  });

  test('is free again after a change and after a removal, and nothing of it is left', async () => {
    const one = accountIdOf('mover');
    await ensureIdentity(identities, one, now);
    await setAddress(identities, one, 'first@example.test', now);
    await setAddress(identities, one, 'second@example.test', now);
    expect(await findIdentity(identities, 'first@example.test')).toBeNull();
    await removeIdentity(identities, one);
    expect(await findIdentity(identities, 'second@example.test')).toBeNull();
    expect(await readIdentity(identities, one)).toBeNull();
    for await (const key of await identities.keys()) expect((await identities.get(key))!.string()).not.toContain('mover');
  });

  test('keeps fields of a later release', async () => {
    const id = accountIdOf('later');
    await ensureIdentity(identities, id, now);
    await identities.put(`account.${id}`, JSON.stringify({ ...(await readIdentity(identities, id)), passkeys: [1] }));
    await changeIdentity(identities, id, (identity) => ({ ...identity, session_epoch: 7 }));
    expect(await readIdentity(identities, id)).toMatchObject({ session_epoch: 7, passkeys: [1] });
  });
});

describe('a session', () => {
  test('ends a week after it was used last, a month after it began, and when it is ended', async () => {
    const identity = await ensureIdentity(identities, accountIdOf('session'), now);
    const idle = await openSession(sessions, identity, now);
    expect(await readSession(sessions, idle, after(6 * 24))).not.toBeNull();
    expect(await readSession(sessions, idle, after(12 * 24))).not.toBeNull();
    expect(await readSession(sessions, idle, after(20 * 24))).toBeNull();
    const busy = await openSession(sessions, identity, now);
    for (let day = 5; day <= 30; day += 5) expect(await readSession(sessions, busy, after(day * 24))).not.toBeNull();
    expect(await readSession(sessions, busy, after(31 * 24))).toBeNull();
    const ended = await openSession(sessions, identity, now);
    await endSession(sessions, ended);
    expect(await readSession(sessions, ended, now)).toBeNull();
  });

  test.each(['', 'x', '../account', '*', '>', 'A'.repeat(43)])('is none for %j', async (token) => {
    expect(await readSession(sessions, token, now)).toBeNull();
    expect(await useLink(sessions, token, now)).toBeNull();
  });
});

describe('a link', () => {
  const link = { purpose: 'sign_in', account_id: accountIdOf('link'), epoch: null } as const;

  test('is used by one of many who follow it at once, and leaves nothing behind', async () => {
    const token = await makeLink(sessions, link, 3_600_000, now);
    expect(await readLink(sessions, token, now)).toMatchObject(link);
    const used = await Promise.all(Array.from({ length: 6 }, () => useLink(sessions, token, now)));
    expect(used.filter((found) => found !== null)).toHaveLength(1);
    expect(await readLink(sessions, token, now)).toBeNull();
  });

  test('is over when its time is', async () => {
    const token = await makeLink(sessions, link, 3_600_000, now);
    expect(await readLink(sessions, token, after(2))).toBeNull();
    expect(await useLink(sessions, token, after(2))).toBeNull();
  });
});
