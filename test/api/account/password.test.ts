import { describe, expect, test } from 'vitest';
import { createPasswords, passwordFault, TooBusy } from '#api/account/password.ts';

const passwords = createPasswords(() => undefined);

describe('a password', () => {
  test('is verified by its hash, which contains its parameters and a random salt', async () => {
    const [first, second] = await Promise.all([passwords.hash('pässword one'), passwords.hash('pässword one')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await passwords.verify('pässword one', first)).toBe(true);
    // Another keyboard sends the letter as two code points.
    expect(await passwords.verify('pa\u0308ssword one', first)).toBe(true);
    expect(await passwords.verify('pässword two', first)).toBe(false);
  });

  test('verifies hashes of the argon2 reference program with their own parameters', async () => {
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verify('password', reference)).toBe(true);
  });

  test('is wrong without a hash or with an unreadable one, after one run of argon2', async () => {
    let runs = 0;
    const counted = createPasswords(() => (runs += 1));
    for (const hash of [null, '', '$argon2id$v=19$m=x', 'plain']) expect(await counted.verify('', hash)).toBe(false);
    expect(runs).toBe(4);
  });

  test('waits in a queue of limited length', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.verify('x', null)));
    const refused = asked.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ reason }) => reason instanceof TooBusy)).toBe(true);
    expect(asked.length - refused.length).toBeGreaterThanOrEqual(24);
    expect(await passwords.verify('x', null)).toBe(false);
  });
});

test.each([
  ['short', /at least 10/],
  ['a'.repeat(201), /at most 200/],
  ['aaaaaaaaaaaa', /different/],
  ['ann@example.test', /your e-mail address/],
])('%j is not a password', (password, fault) => {
  expect(passwordFault(password, 'ann@example.test')).toMatch(fault);
});

test('a sentence is accepted as a password', () => expect(passwordFault('correct horse battery', 'ann@example.test')).toBeNull());
