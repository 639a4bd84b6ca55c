/** Keys, usage and watchlist of an account: other accounts' keys are out of reach, plan limits hold, secrets are shown once, user texts never become markup. */
import { Parser } from 'htmlparser2';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeAccount, changePlan } from '#ops/accounts/accounts.ts';
import { openRedis } from '#ops/process/redis.ts';
import { formTokenIn, linkIn, sharedArea, type AreaGround } from '#test/support/account-area.ts';
import { call } from '#test/support/api.ts';
import { testLog } from '#test/support/log.ts';
import { until } from '#test/support/until.ts';

type Customer = Awaited<ReturnType<AreaGround['customer']>>;
const script = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

const area = await sharedArea();

describe('keys, usage and watchlist', () => {
  let one: Customer;
  let other: Customer;

  beforeAll(async () => {
    one = await area.customer();
    other = await area.customer();
    await changePlan(area.ground.accounts, one.accountId, 'pro');
  });

  const revealed = (html: string): string => />(nf_live_[0-9A-Za-z]{40})</.exec(html)?.[1] ?? '';
  const keyIds = (html: string): string[] => [...html.matchAll(/name="id" value="([a-z0-9]{12}-[0-9a-f]{6})"/g)].map((match) => match[1]!);
  const answers = (key: string, status: number): Promise<unknown> =>
    until(`${status}`, async () => (await call(`${area.api.url}/api/news/`, { key })).status === status);

  describe('keys', () => {
    test('a new key is shown once, works, shows its last use, and stops working when it is revoked', async () => {
      const long = await one.submit('/account/keys/', { intent: 'create', name: 'x'.repeat(101) });
      expect([long.status, long.text]).toEqual([422, expect.stringContaining('The name is too long: 101 characters, at most 100 are allowed.')]);
      const made = await one.submit('/account/keys/', { intent: 'create', name: 'trading bot' });
      const key = revealed(made.text);
      expect(key).toMatch(/^nf_live_/);
      const page = (await one.get('/account/keys/')).text;
      expect(page).not.toContain(key);
      expect(page).toContain('trading bot');
      expect(page).toContain('not used yet');
      await answers(key, 200);
      await until('its last use', async () => /, used <time/.test((await one.get('/account/keys/')).text));
      const [id] = keyIds(page);
      const revoked = await one.submit('/account/keys/', { intent: 'revoke', id: id! });
      expect(revoked.headers.get('location')).toBe('/account/keys/?done=revoked');
      await answers(key, 401);
    });

    test("another account's key can be neither seen nor revoked (forced browsing)", async () => {
      const key = revealed((await other.submit('/account/keys/', { intent: 'create', name: 'of the other' })).text);
      const [id] = keyIds((await other.get('/account/keys/')).text);
      const seen = await one.submit('/account/keys/', { intent: 'revoke', id: id! });
      const unknown = await one.submit('/account/keys/', { intent: 'revoke', id: 'aaaaaaaaaaaa-000000' });
      for (const { status, text } of [seen, unknown]) {
        expect(status).toBe(404);
        expect(text).toContain('This key does not exist.');
      }
      expect((await one.get('/account/keys/')).text).not.toContain('of the other');
      await answers(key, 200);
      expect((await area.visitor().get('/account/keys/')).headers.get('location')).toBe('/account/sign-in/');
      for (const path of [`/account/keys/${id}`, `/account/${other.accountId}/`]) expect((await one.get(path)).status).toBe(404);
    });

    test('a key beyond the limit of the plan is refused with the reason', async () => {
      const token = formTokenIn((await other.get('/account/keys/')).text);
      const refused = await other.post('/account/keys/', { intent: 'create' }, { formToken: token });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('1 active key');
    });

    test('the count is of active keys, and the other keys show their status', async () => {
      const third = await area.customer();
      await changePlan(area.ground.accounts, third.accountId, 'pro');
      for (const name of ['old', 'new']) await third.submit('/account/keys/', { intent: 'create', name });
      await changePlan(area.ground.accounts, third.accountId, 'free');
      const { text } = await third.get('/account/keys/');
      expect(text).toContain('1 of 1 active keys on the free plan');
      expect(text.match(/inactive: more keys than your plan allows/g)).toHaveLength(1);
    });
  });

  /** Returns the parsed elements and attributes of a page that no page of the service should have. */
  function harmfulIn(html: string): string[] {
    const found: string[] = [];
    const onopentag = (name: string, attributes: Readonly<Record<string, string>>): void => {
      if (['script', 'img', 'b', 'iframe', 'style'].includes(name)) found.push(name);
      found.push(...Object.keys(attributes).filter((attribute) => attribute.startsWith('on') || attribute === 'style'));
    };
    new Parser({ onopentag }).end(html);
    return found;
  }

  describe('a text that a person wrote', () => {
    test('would be found by this test if it became markup', () => {
      expect(harmfulIn(`<p title="${script}">`)).toEqual(['img', 'onerror']);
    });

    test.each([
      ['the name of a key', '/account/keys/', { intent: 'create', name: script }],
      ['tickers', '/account/watchlist/', { intent: 'add', tickers: script }],
      ['a new address', '/account/settings/', { intent: 'address', address: script, password: 'x' }],
      ['the address of a sign-in', '/account/sign-in/', { address: script, password: 'x' }],
      ['an address to sign up', '/account/sign-up/', { address: script }],
      ['the token of a link', '/account/link/', { token: script, password: script }],
      ['a mark in the address bar', '/account/keys/?done=<script>alert(1)</script>', { intent: '<script>', id: script }],
    ])('is shown as text everywhere: %s', async (_, path, fields) => {
      const visitor = path.includes('sign') || path.includes('reset') ? area.visitor() : one;
      const first = await visitor.submit(path, fields);
      for (const { text } of [first, await visitor.get(path)]) {
        expect(harmfulIn(text)).toEqual([]);
      }
      await area.forgetTries();
    });

    test('names in the symbol directory do not become markup', async () => {
      await one.submit('/account/watchlist/', { intent: 'add', tickers: 'MSFT' });
      const { text } = await one.get('/account/watchlist/');
      expect(text).toContain('Microsoft &lt;b>Corp&lt;/b>');
      expect(harmfulIn(text)).toEqual([]);
    });
  });

  describe('the watchlist', () => {
    test('takes symbols of the directory in any spelling, and names the unknown ones', async () => {
      expect((await other.submit('/account/watchlist/', { intent: 'add', tickers: '$aapl, brk b' })).status).toBe(303);
      const stored = async (): Promise<unknown> => JSON.parse((await area.ground.accounts.get(`account.${other.accountId}`))!.string()).watchlist;
      expect(await stored()).toEqual(['AAPL', 'BRK.B']);
      const partly = await other.submit('/account/watchlist/', { intent: 'add', tickers: 'MSFT NOSUCH' });
      expect(partly.status).toBe(200);
      for (const said of ['Added MSFT.', 'NOSUCH']) expect(partly.text).toContain(said);
      expect(await stored()).toEqual(['AAPL', 'BRK.B', 'MSFT']);
      const none = await other.submit('/account/watchlist/', { intent: 'add', tickers: 'NOSUCH' });
      expect([none.status, none.text.includes('value="NOSUCH"')]).toEqual([422, true]);
      await changeAccount(area.ground.accounts, other.accountId, (account) => ({
        ...account,
        watchlist: Array.from({ length: 10 }, (_, nth) => `T${nth}`),
      }));
      const full = await other.submit('/account/watchlist/', { intent: 'add', tickers: 'AAPL, brk b, NOSUCH' });
      expect([full.status, full.text.includes('value="AAPL, brk b, NOSUCH"')]).toEqual([422, true]);
      await changeAccount(area.ground.accounts, other.accountId, (account) => ({ ...account, watchlist: ['AAPL', 'BRK.B', 'MSFT'] }));
      expect(await stored()).toEqual(['AAPL', 'BRK.B', 'MSFT']);
      await other.submit('/account/watchlist/', { intent: 'remove', ticker: 'AAPL' });
      expect(await stored()).toEqual(['BRK.B', 'MSFT']);
    });
  });

  describe('usage', () => {
    test('counts the calls of today, draws the days before, and offers the numbers as a table', async () => {
      const key = revealed((await one.submit('/account/keys/', { intent: 'create' })).text);
      await answers(key, 200);
      const redis = openRedis(area.ground.redis.url, { commandTimeoutMs: 5_000, name: 'test', log: testLog });
      await until('redis', () => redis.status === 'ready');
      const today = Math.floor(Date.now() / 86_400_000);
      const dayKey = `quota:{${one.accountId}}:day`;
      // Before the first call of a day there is no counter of that day.
      await redis.hset(dayKey, 'window', today - 1, 'used', 4_321);
      await redis.hset(`${dayKey}:past`, today - 40, 7, today - 3, 17);
      await answers(key, 200);
      expect(await redis.hgetall(`${dayKey}:past`)).toEqual({ [today - 3]: '17', [today - 1]: '4321' });
      redis.disconnect();
      const { text } = await one.get('/account/');
      expect(text).toMatch(/Today \(UTC\): \d of 100,000 requests/);
      expect(text).toContain('4,321');
      expect(text.match(/<rect class="bar"/g)).toHaveLength(30);
      expect(text.match(/<td class="number">/g)).toHaveLength(30);
      expect(text).not.toContain('style=');
    });
  });

  describe('every page', () => {
    test('is not cached, loads nothing from other hosts, and cannot be framed', async () => {
      for (const path of ['/account/', '/account/keys/', '/account/settings/', '/account/sign-up/', '/account/nothing/']) {
        const { headers } = await one.get(path);
        expect(headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        );
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('referrer-policy')).toBe('same-origin');
      }
    });
  });

  describe('unexpected requests', () => {
    test('are refused: a preflight, a method or a body type that no page takes', async () => {
      const ask = async (path: string, init: RequestInit): Promise<number> =>
        (
          await fetch(`${area.api.url}${path}`, {
            redirect: 'manual',
            ...init,
            headers: { origin: area.api.url, ...(init.headers as Record<string, string>) },
          })
        ).status;
      expect(await ask('/account/sign-in/', { method: 'OPTIONS' })).toBe(403);
      expect(await ask('/account/sign-in/', { method: 'PUT', body: 'x' })).toBe(405);
      expect(await ask('/account/sign-in/', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).toBe(415);
      expect(await ask('/account/sign-in/', { method: 'POST', body: new URLSearchParams({ address: 'a'.repeat(100_000) }) })).toBe(413);
      expect(await ask('/account/sign-out/', { method: 'POST', body: new URLSearchParams() })).toBe(303);
      expect(await ask('/account', { method: 'HEAD' })).toBe(303);
      expect(await ask('/accounting/', {})).toBe(404);
    });
  });

  describe('mails', () => {
    test.each([
      'a@example.test\r\nBcc: victim@example.test',
      'a@example.test, victim@example.test',
      '"a" <victim@example.test>',
      'a%0d%0aBcc: victim@example.test',
    ])('go to one address, whatever was entered: %j', async (typed) => {
      const before = area.mail.mails.length;
      const { status } = await area.visitor().submit('/account/sign-up/', { address: typed });
      expect(status).toBe(422);
      expect(area.mail.mails).toHaveLength(before);
      await area.forgetTries();
    });

    test('have each header once, and link to this service whatever Host the request had', async () => {
      const address = area.address();
      const visitor = area.visitor();
      const formToken = formTokenIn((await visitor.get('/account/sign-up/')).text);
      await visitor.post('/account/sign-up/', { address }, { formToken, headers: { origin: area.api.url, 'x-forwarded-host': 'evil.example' } });
      const mail = await area.mail.mailTo(address);
      expect(new Set(mail.headerNames).size).toBe(mail.headerNames.length);
      expect(mail.to).toEqual([address]);
      expect(mail.headers.get('to')).toBe(address);
      expect(mail.text).toContain(`${area.api.url}${linkIn(mail.text)}`);
      expect(mail.raw).not.toContain('evil.example');
    });
  });
});
