/** Sign-up by mail, sign-in and sign-out, throttled attempts, and attacks on these pages. */
import { beforeAll, describe, expect, test } from 'vitest';
import { h, renderToString } from '#api/account/element.ts';
import { deadLink } from '#api/account/refusals.ts';
import { startApi } from '#api/main.ts';
import type { Mailer } from '#ops/outbound/mail.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { formTokenIn, linkIn, password, sharedArea, type AreaGround } from '#test/support/account-area.ts';
import { configOn } from '#test/support/api.ts';
import { testLog } from '#test/support/log.ts';

const area = await sharedArea();

const session = 'tickerwire_session';

describe('signing up and in', () => {
  describe('sign-up', () => {
    test('a link is mailed, it leads to the choice of a password, and then the account exists', async () => {
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
    ])('the page of an expired link says how to get a new one, with mail configured: %s', (isConfigured, said, unsaid) => {
      const page = renderToString(h('main', {}, deadLink({ mailer: { isConfigured } as Mailer }).content));
      expect(page).toContain(said);
      expect(page).not.toContain(unsaid);
    });

    test('nothing about an address is stored before its link is used', async () => {
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
    test('begins with a new token, whatever token the browser sent before (fixation)', async () => {
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

    test('has a cookie that scripts and other sites cannot use, and only its hash is stored', async () => {
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

    test('ends with signing out, also for copies of its cookie', async () => {
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
      ["the browser's word that it is another site's", { 'sec-fetch-site': 'cross-site' }],
      ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'http://sister.example' }],
    ])('changes nothing: %s', async (_, headers) => {
      const refused = await one.submit('/account/keys/', { intent: 'create', name: 'forged' }, { headers });
      expect(refused.status).toBe(403);
      expect((await one.get('/account/keys/')).text).toContain('No keys yet');
    });

    test('a form without its token, or with the token of another session, is refused', async () => {
      const other = await area.customer();
      const strange = formTokenIn((await other.get('/account/keys/')).text);
      for (const formToken of ['', 'guess', strange])
        expect((await one.submit('/account/keys/', { intent: 'create' }, { formToken })).status).toBe(403);
      expect((await one.get('/account/keys/')).text).toContain('No keys yet');
    });

    test('cannot sign a visitor in to another account', async () => {
      const { address } = await area.customer();
      const victim = area.visitor();
      expect((await victim.post('/account/sign-in/', { address, password })).status).toBe(403);
      expect(victim.cookies.has(session)).toBe(false);
    });
  });

  describe('whether an address has an account', () => {
    test('is not visible in sign-in: known and unknown addresses get one answer after one run of argon2', async () => {
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
    test('over https belong to this host alone; over plain http there is no cookie and no form except on loopback', async () => {
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

    test('without a mail server the sign-up page says that an operator makes the link', async () => {
      const api = await startApi(configOn(area.ground), { log: testLog });
      const answer = await fetch(`${api.url}/account/sign-up/`);
      expect(await answer.text()).toContain('npm run admin -- account link');
      await api.stop();
    });
  });
});
