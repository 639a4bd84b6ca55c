/** Settings of an account: stolen sessions, changes of address and password, export and deletion, links by an operator. */
import { describe, expect, test } from 'vitest';
import { makeAccountLink } from '#ops/accounts/account-link.ts';
import { createAccount } from '#ops/accounts/accounts.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { linkIn, password, sharedArea, type Visitor } from '#test/support/account-area.ts';
import { call } from '#test/support/api.ts';
import { until } from '#test/support/until.ts';

const area = await sharedArea();

const session = 'tickerwire_session';

describe('settings', () => {
  const newPassword = 'another long passphrase';
  const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/account/keys/')).status === 200;
  const signsIn = async (address: string, given: string): Promise<number> =>
    (await area.visitor().submit('/account/sign-in/', { address, password: given })).status;
  const settings = '/account/settings/';
  const tokenOf = (link: string): string => link.split('=')[1]!;

  const thiefOf = (victim: Visitor): Visitor => {
    const thief = area.visitor();
    thief.cookies.set(session, victim.cookies.get(session)!);
    return thief;
  };

  describe('a stolen session', () => {
    test('ends after a change of the password, and the old password stops working', async () => {
      const one = await area.customer();
      const thief = thiefOf(one);
      expect((await one.submit(settings, { intent: 'password', password: 'guess', new_password: newPassword })).status).toBe(422);
      expect(await isIn(thief)).toBe(true);
      const changed = await one.submit(settings, { intent: 'password', password, new_password: newPassword });
      expect(changed.headers.get('location')).toBe(`${settings}?done=password`);
      expect([await isIn(thief), await isIn(one)]).toEqual([false, true]);
      expect([await signsIn(one.address, password), await signsIn(one.address, newPassword)]).toEqual([422, 303]);
      expect((await area.mail.mailTo(one.address, 1)).headers.get('subject')).toBe('Your password was changed');
    });

    test("ends after a sign-out everywhere, and so does an operator's unopened link", async () => {
      const one = await area.customer();
      const thief = thiefOf(one);
      const made = async (): Promise<string> =>
        linkIn((await makeAccountLink(area.ground.bus, { who: one.address, publicUrl: area.api.url, lifeMs: 60_000, now: new Date() })).url);
      const [before, opened] = [await made(), area.visitor()];
      expect((await opened.get(before)).status).toBe(200);
      await one.submit(settings, { intent: 'everywhere' });
      expect([await isIn(thief), await isIn(one)]).toEqual([false, true]);
      expect((await opened.get(before)).status).toBe(410);
      const after = await made();
      expect((await opened.submit(after, { token: tokenOf(after) })).status).toBe(303);
      expect(await isIn(opened)).toBe(true);
    });

    test('ends after a reset by mail, and links sent before the reset stop working', async () => {
      const one = await area.customer();
      const thief = thiefOf(one);
      const visitor = area.visitor();
      await visitor.submit('/account/reset/', { address: one.address });
      const first = linkIn((await area.mail.mailTo(one.address, 1)).text);
      await visitor.submit('/account/reset/', { address: one.address });
      const second = linkIn((await area.mail.mailTo(one.address, 2)).text);
      expect(second).not.toBe(first);
      expect((await visitor.submit(second, { token: tokenOf(second), password: newPassword })).status).toBe(303);
      expect([await isIn(thief), await isIn(visitor)]).toEqual([false, true]);
      expect((await visitor.get(first)).status).toBe(410);
      expect(await signsIn(one.address, newPassword)).toBe(303);
      await area.forgetTries();
    });

    test('cannot change or export the account: address, password, export and deletion require the password', async () => {
      const one = await area.customer();
      const thief = thiefOf(one);
      for (const intent of ['address', 'password', 'export', 'delete']) {
        const refused = await thief.submit(settings, { intent, password: 'guess', address: 'thief@example.test', new_password: newPassword });
        expect([intent, refused.status]).toEqual([intent, 422]);
      }
      expect(area.mail.countTo('thief@example.test')).toBe(0);
      expect(await signsIn(one.address, password)).toBe(303);
    });
  });

  describe('a change of address', () => {
    test('needs a link sent to the new address, notifies the old address, and frees it', async () => {
      const one = await area.customer();
      const next = area.address();
      await one.submit(settings, { intent: 'address', password, address: next });
      const link = linkIn((await area.mail.mailTo(next)).text);
      expect(await signsIn(next, password)).toBe(422);
      expect((await one.submit(link, { token: tokenOf(link) })).headers.get('location')).toBe(`${settings}?done=address`);
      expect([await signsIn(next, password), await signsIn(one.address, password)]).toEqual([303, 422]);
      expect((await area.mail.mailTo(one.address, 1)).headers.get('subject')).toBe('The address of your account was changed');
      const again = await area.customer(one.address);
      expect(again.accountId).not.toBe(one.accountId);
    });

    test('to the address of another account gets the same answer, but sends no mail', async () => {
      const [one, other] = [await area.customer(), await area.customer()];
      const asked = await one.submit(settings, { intent: 'address', password, address: other.address });
      expect(asked.headers.get('location')).toBe(`${settings}?done=sent`);
      const marker = area.address();
      await one.submit(settings, { intent: 'address', password, address: marker });
      await area.mail.mailTo(marker);
      expect(area.mail.countTo(other.address)).toBe(1);
      await area.forgetTries();
    });

    test('is cancelled when the password changes meanwhile', async () => {
      const one = await area.customer();
      const next = area.address();
      await one.submit(settings, { intent: 'address', password, address: next });
      const link = linkIn((await area.mail.mailTo(next)).text);
      await one.submit(settings, { intent: 'password', password, new_password: newPassword });
      expect((await one.get(link)).status).toBe(410);
    });
  });

  describe('export and deletion', () => {
    test('an export has the stored data without secrets; deletion removes the data, and the keys stop working', async () => {
      const one = await area.customer();
      const made = await one.submit('/account/keys/', { intent: 'create', name: 'bot' });
      const key = /nf_live_[0-9A-Za-z]{40}/.exec(made.text)![0];
      await one.submit('/account/watchlist/', { intent: 'add', tickers: 'AAPL' });
      const works = (status: number): Promise<unknown> =>
        until(`${status}`, async () => (await call(`${area.api.url}/api/news/`, { key })).status === status);
      await works(200);
      const file = await one.submit(settings, { intent: 'export', password });
      expect(file.headers.get('content-disposition')).toBe('attachment; filename="tickerwire-account.json"');
      expect(JSON.parse(file.text)).toMatchObject({
        account: { id: one.accountId, watchlist: ['AAPL'], email: one.address },
        keys: [{ name: 'bot', state: 'active' }],
        identity: { address: one.address, has_password: true },
      });
      expect(file.text).not.toMatch(/argon2|[0-9a-f]{64}/);
      expect((await one.submit(settings, { intent: 'delete', password })).headers.get('location')).toBe('/account/deleted/');
      await works(401);
      expect(await isIn(one)).toBe(false);
      expect(await signsIn(one.address, password)).toBe(422);
      for (const name of ['accounts', 'identities', 'sessions'] as const) {
        const bucket = await openBucket(area.ground.bus, name);
        for await (const entry of await bucket.keys()) expect((await bucket.get(entry))!.string()).not.toContain(one.accountId);
      }
      const again = await area.customer(one.address);
      expect(again.accountId).not.toBe(one.accountId);
    });
  });

  describe("an operator's link", () => {
    const publicUrl = 'http://127.0.0.1';
    const linkFor = async (who: string): Promise<string> =>
      linkIn((await makeAccountLink(area.ground.bus, { who, publicUrl, lifeMs: 60_000, now: new Date() })).url);

    test('signs in to an account without an address, which may then take one and choose a password', async () => {
      const account = await createAccount(area.ground.accounts, { name: 'made by hand', plan: 'pro' }, new Date());
      const visitor = area.visitor();
      const link = await linkFor(account.id);
      expect((await visitor.submit(link, { token: tokenOf(link) })).status).toBe(303);
      expect((await visitor.get('/account/')).text).toContain('made by hand');
      const address = area.address();
      await visitor.submit(settings, { intent: 'address', address });
      const confirm = linkIn((await area.mail.mailTo(address)).text);
      await visitor.submit(confirm, { token: tokenOf(confirm) });
      await visitor.submit('/account/reset/', { address });
      const reset = linkIn((await area.mail.mailTo(address, 1)).text);
      expect((await visitor.submit(reset, { token: tokenOf(reset), password })).status).toBe(303);
      expect((await visitor.get('/account/')).text).toContain(account.id);
      await area.forgetTries();
    });

    test('makes an account for a new address; an expired link does nothing', async () => {
      const [visitor, address] = [area.visitor(), area.address()];
      const link = await linkFor(address);
      expect((await visitor.submit(link, { token: tokenOf(link), password })).status).toBe(303);
      const old = await makeAccountLink(area.ground.bus, { who: address, publicUrl, lifeMs: -1, now: new Date() });
      expect((await area.visitor().get(linkIn(old.url))).status).toBe(410);
      await expect(makeAccountLink(area.ground.bus, { who: 'nosuchacct00', publicUrl, lifeMs: 1, now: new Date() })).rejects.toThrow('no account');
    });
  });

  describe('tries', () => {
    test('at one address are slowed down, whether the address is known or not, and the right password has to wait as well', async () => {
      const { address } = await area.customer();
      const codes = async (asked: string): Promise<number[]> => {
        await area.forgetTries();
        const visitor = area.visitor();
        const seen: number[] = [];
        for (let tries = 0; tries < 11; tries += 1)
          seen.push((await visitor.submit('/account/sign-in/', { address: asked, password: 'guess' })).status);
        return seen;
      };
      const known = await codes(address);
      const waiting = await area.visitor().submit('/account/sign-in/', { address, password });
      expect(waiting.status).toBe(429);
      expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
      const unknown = await codes(area.address());
      for (const seen of [known, unknown]) {
        expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 422));
        expect(seen[10]).toBe(429);
      }
      await area.forgetTries();
    });

    test('to sign up many times from one network send a limited number of mails', async () => {
      const before = area.mail.mails.length;
      const seen: number[] = [];
      for (let at = 0; at < 25; at += 1) seen.push((await area.visitor().submit('/account/sign-up/', { address: area.address() })).status);
      expect(seen.filter((status) => status === 200).length).toBe(10);
      expect(seen.filter((status) => status === 429).length).toBe(15);
      await until('the mails', () => area.mail.mails.length - before === 10);
      await area.forgetTries();
    });
  });
});
