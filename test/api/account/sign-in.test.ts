/** Sign-up by mail, sign-in and sign-out, settings, export and deletion, throttled attempts, and attacks on these pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { h, renderToString } from '#api/account/element.ts';
import { deadLink } from '#api/account/refusals.ts';
import { startApi } from '#api/main.ts';
import { makeAccountLink } from '#ops/accounts/account-link.ts';
import { createAccount } from '#ops/accounts/accounts.ts';
import type { Mailer } from '#ops/outbound/mail.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { formTokenIn, linkIn, password, startArea, type AreaGround, type Visitor } from '#test/support/account-area.ts';
import { configOn, call } from '#test/support/api.ts';
import { testLog } from '#test/support/log.ts';
import { until } from '#test/support/until.ts';

let area: AreaGround;
beforeAll(async () => {
  area = await startArea();
});
afterAll(() => area.stop());

const session = 'tickerwire_session';

describe('signing up and in', () => {
  describe('sign-up', () => {
    test('a link is mailed, a password is chosen behind it, and the account is there', async () => {
      const [one, address] = [area.visitor(), area.address()];
      const asked = await one.submit('/account/sign-up/', { address: ` ${address.toUpperCase()} ` });
      expect(asked.status).toBe(200);
      expect(asked.text).toContain('Check your mail');
      const mail = await area.mail.mailTo(address);
      expect(mail.from).toBe('feed@example.test');
      const link = linkIn(mail.text);
      expect((await one.get(link)).text).toContain('Choose a password');
      expect((await one.submit(link, { token: link.split('=')[1]!, password: 'short' })).status).toBe(422);
      const chosen = await one.submit(link, { token: link.split('=')[1]!, password });
      expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/account/']);
      const page = await one.get('/account/');
      expect(page.text).toContain(address);
      expect(page.text).toMatch(/0 of 20 requests/);
      const again = await area.visitor().submit('/account/sign-in/', { address, password });
      expect(again.status).toBe(303);
    });

    test('a link works once, and opening it does not use it up', async () => {
      const [one, other, address] = [area.visitor(), area.visitor(), area.address()];
      await one.submit('/account/sign-up/', { address });
      const link = linkIn((await area.mail.mailTo(address)).text);
      const fields = { token: link.split('=')[1]!, password };
      for (const visitor of [one, other, one]) expect((await visitor.get(link)).status).toBe(200);
      const tries = await Promise.all([one, other].map((visitor) => visitor.submit(link, fields)));
      expect(tries.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 410]);
      expect((await one.get(link)).status).toBe(410);
      await area.forgetTries();
    });

    test.each([
      [true, '/account/reset/', 'npm run admin'],
      [false, 'npm run admin -- account link', '/account/reset/'],
    ])('one that is over says where another comes from, with mail configured: %s', (isConfigured, said, unsaid) => {
      const page = renderToString(h('main', {}, deadLink({ mailer: { isConfigured } as Mailer }).content));
      expect(page).toContain(said);
      expect(page).not.toContain(unsaid);
    });

    test('nothing of an address is kept before its link is used', async () => {
      const before = await accountCount();
      await area.visitor().submit('/account/sign-up/', { address: 'stranger@example.test' });
      await area.mail.mailTo('stranger@example.test');
      expect(await accountCount()).toBe(before);
    });

    const accountCount = async (): Promise<number> => {
      let count = 0;
      for await (const _ of await area.ground.accounts.keys('account.*')) count += 1;
      return count;
    };
  });

  describe('a session', () => {
    test('begins with a token of its own, whatever the browser held before (fixation)', async () => {
      const { address } = await area.customer();
      const victim = area.visitor();
      victim.cookies.set(session, 'A'.repeat(43));
      victim.cookies.set('tickerwire_form', 'B'.repeat(43));
      await victim.submit('/account/sign-in/', { address, password });
      expect(victim.cookies.get(session)).toMatch(/^[\w-]{43}$/);
      expect(victim.cookies.get(session)).not.toBe('A'.repeat(43));
      expect(victim.cookies.has('tickerwire_form')).toBe(false);
      const attacker = area.visitor();
      attacker.cookies.set(session, 'A'.repeat(43));
      expect((await attacker.get('/account/keys/')).headers.get('location')).toBe('/account/sign-in/');
      const first = victim.cookies.get(session);
      // A second sign-in ends the first session.
      await victim.post('/account/sign-in/', { address, password }, { formToken: formTokenIn((await victim.get('/account/')).text) });
      expect(victim.cookies.get(session)).not.toBe(first);
      attacker.cookies.set(session, first!);
      expect((await attacker.get('/account/')).status).toBe(303);
    });

    test('its cookie is closed to scripts and other sites, and only its hash is kept', async () => {
      const [one, { address }] = [area.visitor(), await area.customer()];
      const answer = await one.submit('/account/sign-in/', { address, password });
      const set = answer.headers.getSetCookie().find((text) => text.startsWith(session))!;
      expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
      const found: string[] = [];
      const sessions = await openBucket(area.ground.bus, 'sessions');
      for await (const key of await sessions.keys()) found.push(key, (await sessions.get(key))?.string() ?? '');
      expect(found.some((text) => text.startsWith('session.'))).toBe(true);
      expect(found.join('\n')).not.toContain(one.cookies.get(session));
    });

    test('ends with signing out, for whoever copied it too', async () => {
      const one = await area.customer();
      const thief = area.visitor();
      thief.cookies.set(session, one.cookies.get(session)!);
      expect((await thief.get('/account/keys/')).status).toBe(200);
      expect((await one.post('/account/sign-out/', {}, { formToken: formTokenIn((await one.get('/account/')).text) })).status).toBe(303);
      expect((await thief.get('/account/keys/')).status).toBe(303);
    });
  });

  describe('a form that another site sends', () => {
    let one: Awaited<ReturnType<AreaGround['customer']>>;
    beforeAll(async () => {
      one = await area.customer();
    });

    test.each([
      ['an origin of its own', { origin: 'https://evil.example' }],
      ['no origin', {}],
      ['an origin that is none', { origin: 'null' }],
      ["the browser's word that it is another site's", { 'sec-fetch-site': 'cross-site' }],
      ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'http://sister.example' }],
    ])('changes nothing: %s', async (_, headers) => {
      const refused = await one.submit('/account/keys/', { intent: 'create', name: 'forged' }, { headers });
      expect(refused.status).toBe(403);
      expect((await one.get('/account/keys/')).text).toContain('No keys yet');
    });

    test('nor does one without the token of the form, or with that of somebody else', async () => {
      const other = await area.customer();
      const strange = formTokenIn((await other.get('/account/keys/')).text);
      for (const formToken of ['', 'guess', strange])
        expect((await one.submit('/account/keys/', { intent: 'create' }, { formToken })).status).toBe(403);
      expect((await one.get('/account/keys/')).text).toContain('No keys yet');
    });

    test('signs nobody in to an account of its choice', async () => {
      const { address } = await area.customer();
      const victim = area.visitor();
      expect((await victim.post('/account/sign-in/', { address, password })).status).toBe(403);
      expect(victim.cookies.has(session)).toBe(false);
    });
  });

  describe('who has an account', () => {
    test('is not told by signing in: one answer and one run of argon2, whether the address is known or not', async () => {
      const { address } = await area.customer();
      const seen: unknown[] = [];
      for (const asked of [address, area.address()]) {
        const before = await area.metric('account_password_hashes_total');
        const { status, text } = await area.visitor().submit('/account/sign-in/', { address: asked, password: 'not the password' });
        seen.push([status, stripped(text, asked), (await area.metric('account_password_hashes_total')) - before]);
      }
      expect(seen[0]).toEqual(seen[1]);
      expect(seen[0]).toMatchObject([422, expect.stringContaining('The address or password is wrong.') as string, 1]);
    });

    test.each(['/account/sign-up/', '/account/reset/'])(
      'is not told by %s: one answer, no hash, one mail to be looked into afterwards',
      async (path) => {
        const { address } = await area.customer();
        const seen: unknown[] = [];
        for (const asked of [address, area.address()]) {
          const [hashes, mails] = [await area.metric('account_password_hashes_total'), await area.metric('account_mails_queued_total')];
          const { status, text } = await area.visitor().submit(path, { address: asked });
          seen.push([
            status,
            stripped(text, asked),
            (await area.metric('account_password_hashes_total')) - hashes,
            (await area.metric('account_mails_queued_total')) - mails,
          ]);
        }
        expect(seen[0]).toEqual(seen[1]);
        expect(seen[0]).toMatchObject([200, expect.any(String) as string, 0, 1]);
        await area.forgetTries();
      },
    );

    const stripped = (html: string, address: string): string => html.replaceAll(address, '').replaceAll(/form_token" value="[\w-]+"/g, '');
  });

  describe('cookies and passwords', () => {
    test('over https are of this host alone; over plain http elsewhere than on loopback there are none, and no form', async () => {
      for (const [publicUrl, names] of [
        ['https://feed.example.test', /^__Host-tickerwire_form=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
        ['http://feed.example.test', null],
      ] as const) {
        const api = await startApi(configOn(area.ground, { SMTP_URL: area.mail.url, API_PUBLIC_URL: publicUrl }), { log: testLog });
        const answer = await fetch(`${api.url}/account/sign-in/`);
        const text = await answer.text();
        if (names === null) {
          expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []]);
          expect(text).toContain('API_PUBLIC_URL');
          expect(text).not.toContain('<form');
        } else expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(names) as string]);
        await api.stop();
      }
    });

    test('without a mail server sign-up says who makes the link', async () => {
      const api = await startApi(configOn(area.ground), { log: testLog });
      const answer = await fetch(`${api.url}/account/sign-up/`);
      expect(await answer.text()).toContain('npm run admin -- account link');
      await api.stop();
    });
  });
});

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
    test('is over after a change of the password, and so is the old password', async () => {
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

    test('is over after a sign-out everywhere', async () => {
      const one = await area.customer();
      const thief = thiefOf(one);
      await one.submit(settings, { intent: 'everywhere' });
      expect([await isIn(thief), await isIn(one)]).toEqual([false, true]);
    });

    test("is over after a sign-out everywhere with an operator's link that was not opened yet", async () => {
      const one = await area.customer();
      const made = async (): Promise<string> =>
        linkIn((await makeAccountLink(area.ground.bus, { who: one.address, publicUrl: area.api.url, lifeMs: 60_000, now: new Date() })).url);
      const [before, opened] = [await made(), area.visitor()];
      expect((await opened.get(before)).status).toBe(200);
      await one.submit(settings, { intent: 'everywhere' });
      expect((await opened.get(before)).status).toBe(410);
      const after = await made();
      expect((await opened.submit(after, { token: tokenOf(after) })).status).toBe(303);
      expect(await isIn(opened)).toBe(true);
    });

    test('is over after a reset, which needs nothing but the mail; links sent before it are over too', async () => {
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

    test('takes nothing for good: address, password, export and deletion want the password again', async () => {
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
    test('is made by a link to the new one, told to the old one, and frees the old one', async () => {
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

    test('to an address that has an account looks the same, and sends nothing', async () => {
      const [one, other] = [await area.customer(), await area.customer()];
      const asked = await one.submit(settings, { intent: 'address', password, address: other.address });
      expect(asked.headers.get('location')).toBe(`${settings}?done=sent`);
      const marker = area.address();
      await one.submit(settings, { intent: 'address', password, address: marker });
      await area.mail.mailTo(marker);
      expect(area.mail.countTo(other.address)).toBe(1);
      await area.forgetTries();
    });

    test('is over when the password was changed meanwhile', async () => {
      const one = await area.customer();
      const next = area.address();
      await one.submit(settings, { intent: 'address', password, address: next });
      const link = linkIn((await area.mail.mailTo(next)).text);
      await one.submit(settings, { intent: 'password', password, new_password: newPassword });
      expect((await one.get(link)).status).toBe(410);
    });
  });

  describe('export and deletion', () => {
    test('an export holds what is kept and lets nobody in; deletion removes it, and its keys stop working', async () => {
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

    test('makes an account for an address that has none, and one that is too old does nothing', async () => {
      const [visitor, address] = [area.visitor(), area.address()];
      const link = await linkFor(address);
      expect((await visitor.submit(link, { token: tokenOf(link), password })).status).toBe(303);
      const old = await makeAccountLink(area.ground.bus, { who: address, publicUrl, lifeMs: -1, now: new Date() });
      expect((await area.visitor().get(linkIn(old.url))).status).toBe(410);
      await expect(makeAccountLink(area.ground.bus, { who: 'nosuchacct00', publicUrl, lifeMs: 1, now: new Date() })).rejects.toThrow('no account');
    });
  });

  describe('tries', () => {
    test('at one address are slowed down, known or not, and the right password has to wait as well', async () => {
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

    test('to sign up in masses from one place send a bounded number of mails', async () => {
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
