/** Attacks on OAuth by strangers, other applications and other sites; none succeeds. */
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '#test/support/api.ts';
import { until } from '#test/support/until.ts';
import { callback, insecure, locationOf, type OAuthGround } from '#test/support/oauth-ground.ts';

type Customer = Awaited<ReturnType<OAuthGround['area']['customer']>>;

export function describeAttacks(given: () => OAuthGround): void {
  let ground: OAuthGround;
  let owner: Customer;
  let client: oauth.Client;

  beforeAll(async () => {
    ground = given();
    owner = await ground.area.customer();
    client = await ground.register();
  });

  const url = (path: string): string => `${ground.area.api.url}${path}`;

  /** Returns the authorization endpoint's answer: the error sent to the callback, or the status of a page without a redirect. */
  async function asked(changes: Readonly<Record<string, string | null>>, more = ''): Promise<string | number> {
    const { path } = await ground.request(client, changes);
    const { status, headers, text } = await owner.get(`${path}${more}`);
    const location = headers.get('location');
    if (location === null) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(text).not.toContain('<script');
      return status;
    }
    const to = new URL(location, ground.area.api.url);
    if (to.origin === ground.area.api.url) return to.pathname;
    expect(location.startsWith(callback)).toBe(true);
    const said = to.hash === '' ? to.searchParams : new URLSearchParams(to.hash.slice(1));
    expect(said.get('iss')).toBe(ground.area.api.url);
    expect(said.has('code')).toBe(false);
    return said.get('error') ?? location;
  }

  /** Returns an authorization code of the owner, as an interceptor would have it. */
  async function code(changes: Readonly<Record<string, string | null>> = {}, by = client): Promise<{ code: string; verifier: string }> {
    const request = await ground.request(by, changes);
    const answered = await ground.consent(owner, request);
    return { code: answered.searchParams.get('code')!, verifier: request.verifier };
  }

  const spellings = (resource: string): readonly string[] => [
    resource,
    `${resource}/`,
    resource.replace('http:', 'HTTP:'),
    `${resource}/mcp`,
    `${resource}/mcp/`,
  ];

  async function redeem(fields: Readonly<Record<string, string>>, at = ground.area.api.url): Promise<readonly [number, string]> {
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: client.client_id, redirect_uri: callback, ...fields });
    const response = await fetch(`${at}/oauth/token`, { method: 'POST', body });
    const said = (await response.json()) as { error?: string; access_token?: string };
    return [response.status, said.error ?? said.access_token ?? ''];
  }

  describe('an authorization request', () => {
    test.each([
      ['for a foreign resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ['for a resource that begins like ours', { resource: 'http://127.0.0.1.evil.example/mcp' }, 'invalid_target'],
      ['with a challenge that is not a hash', { code_challenge: 'short' }, 'invalid_request'],
      ['for an identity', { response_type: 'code id_token' }, 'unsupported_response_type'],
      ['without a challenge', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['with a challenge of no method, which means plain', { code_challenge_method: null }, 'invalid_request'],
      ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
      ['that asks nobody', { prompt: 'none' }, 'login_required'],
    ])('%s is refused to its application', async (_, changes, error) => {
      expect(await asked(changes)).toBe(error);
    });

    test.each([
      ['of an unknown application', { client_id: 'nobody' }],
      ['without an application', { client_id: null }],
      ['to a path that leads back', { redirect_uri: 'http://127.0.0.1:6274/oauth/callback/../evil' }],
      ['to the path with a query', { redirect_uri: `${callback}?x=1` }],
      ['to another scheme', { redirect_uri: callback.replace('http', 'https') }],
      ['to a longer host', { redirect_uri: callback.replace('127.0.0.1', '127.0.0.1.evil.example') }],
      ['to a user name', { redirect_uri: 'http://user@127.0.0.1:6274/oauth/callback' }],
      ['to a host behind a user name', { redirect_uri: 'http://127.0.0.1:6274@evil.example/oauth/callback' }],
      ['to a host behind a backslash', { redirect_uri: 'http://evil.example\\@127.0.0.1:6274/oauth/callback' }],
      ['to another path', { redirect_uri: 'http://127.0.0.1:6274/oauth/callback/evil' }],
      ['to a fragment', { redirect_uri: `${callback}#x` }],
      ['to another spelling of the host', { redirect_uri: callback.replace('127.0.0.1', 'localhost') }],
      ['to a script', { redirect_uri: 'javascript:alert(1)' }],
    ])('%s is not redirected', async (_, changes) => {
      expect(await asked(changes)).toBe(400);
    });

    test('of a web application is not answered at another port', async () => {
      const web = await ground.register({ redirect_uris: ['https://app.example/cb'] });
      const { path } = await ground.request(web, { redirect_uri: 'https://app.example:8443/cb' });
      expect((await owner.get(path)).status).toBe(400);
    });

    test('is read completely if its address ends in a slash, or has an unescaped `?` in its query', async () => {
      const web = await ground.register({ redirect_uris: ['https://app.example/cb?from=tools'] });
      const { path } = await ground.request(web, { redirect_uri: 'https://app.example/cb?from=tools' });
      for (const written of [path.replace('?', '/?'), path.replace('%3F', '?')]) {
        expect(written).not.toBe(path);
        const asking = await ground.area.visitor().get(written);
        expect(locationOf(asking, ground.area.api.url).pathname).toMatch(/^\/account\/connect\//);
      }
    });

    test.each(['fragment', 'form_post', 'web_message', 'jwt'])('for an answer by %s is refused', async (mode) => {
      expect(await asked({ response_mode: mode })).toBe('unsupported_response_mode');
    });

    test('with a parameter twice is refused', async () => {
      expect(await asked({}, '&state=other')).toBe('invalid_request');
      // The error is sent to the registered callback.
      expect(await asked({}, `&redirect_uri=${encodeURIComponent('https://evil.example/')}`)).toBe('invalid_request');
    });

    test('cannot contain parameters in a request object or as an address to fetch', async () => {
      expect(await asked({ request: 'e30.e30.', request_uri: 'http://169.254.169.254/' })).toMatch(/^\/account\/connect\//);
    });
  });

  describe('a question for consent', () => {
    test('that began in another browser cannot be answered, so consent cannot be planted', async () => {
      const attacker = ground.area.visitor();
      const question = locationOf(await attacker.get((await ground.request(client)).path), ground.area.api.url).pathname;
      expect((await owner.get(question)).status).toBe(410);
      expect((await owner.submit(question, { intent: 'allow' })).status).not.toBe(303);
    });

    test('is answered only by the form of its own page, and once', async () => {
      const question = locationOf(await owner.get((await ground.request(client)).path), ground.area.api.url).pathname;
      expect((await owner.post(question, { intent: 'allow' })).status).toBe(403);
      expect((await owner.submit(question, { intent: 'allow' }, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
      expect((await owner.submit(question, { intent: 'allow' }, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
      expect((await owner.submit(question, { intent: 'perhaps' })).status).toBe(422);
      expect((await owner.submit(question, { intent: 'allow' })).status).toBe(303);
      expect((await owner.get(question)).status).toBe(410);
    });

    test('is asked every time, whatever was consented before', async () => {
      await ground.connect(owner, client);
      expect(await asked({})).toMatch(/^\/account\/connect\//);
      const { path } = await ground.request(client);
      await owner.get(path);
      const guest = await ground.area.customer();
      for (const [name, value] of owner.cookies) if (!name.includes('session')) guest.cookies.set(name, value);
      const { access } = await ground.connect(guest, client);
      expect(await ground.verify(access, ground.resource)).toMatchObject({ id: guest.accountId });
    });
  });

  describe('a code', () => {
    test('is refused from another application, at another callback, or without its verifier', async () => {
      const other = await ground.register();
      const { code: stolen, verifier } = await code();
      expect(await redeem({ code: stolen })).toEqual([400, 'invalid_grant']);
      expect(await redeem({ code: stolen, code_verifier: oauth.generateRandomCodeVerifier() })).toEqual([400, 'invalid_grant']);
      expect(await redeem({ code: stolen, code_verifier: verifier, client_id: other.client_id })).toEqual([400, 'invalid_grant']);
      expect(await redeem({ code: stolen, code_verifier: verifier, redirect_uri: `${callback}/` })).toEqual([400, 'invalid_grant']);
      expect(await redeem({ code: stolen, code_verifier: verifier, resource: 'https://other.example/' })).toMatchObject([400, 'invalid_target']);
    });

    test('is requested and redeemed with any spelling of the resource; a foreign resource is refused without using up the code', async () => {
      const spelled = [...spellings(ground.resource), null];
      for (const [at, resource] of spelled.entries()) {
        const granted = await code({ resource });
        const fields = { code: granted.code, code_verifier: granted.verifier };
        expect(await redeem({ ...fields, resource: 'https://other.example/mcp' })).toEqual([400, 'invalid_target']);
        const other = spelled[(at + 1) % spelled.length]!;
        const [status, access] = await redeem({ ...fields, ...(other !== null && { resource: other }) });
        expect([resource, other, status]).toEqual([resource, other, 200]);
        expect(await ground.isLive(access)).toBe(true);
      }
    });

    test('that is redeemed twice ends the connection, also simultaneously at two processes', async () => {
      const { code: first, verifier } = await code();
      const [status, access] = await redeem({ code: first, code_verifier: verifier });
      expect([status, await ground.isLive(access)]).toEqual([200, true]);
      expect(await redeem({ code: first, code_verifier: verifier })).toEqual([400, 'invalid_grant']);
      expect(await ground.isLive(access)).toBe(false);

      const raced = await code();
      const both = await Promise.all(
        [ground.area.api.url, ground.other.url, ground.area.api.url, ground.other.url].map((at) =>
          redeem({ code: raced.code, code_verifier: raced.verifier }, at),
        ),
      );
      expect(both.filter(([answered]) => answered === 200).length).toBeLessThanOrEqual(1);
      for (const [answered, token] of both) if (answered === 200) expect(await ground.isLive(token)).toBe(false);
    });
  });

  describe('addresses of OAuth', () => {
    test('take no token from a query and answer no other site, whatever the Host header is', async () => {
      const { refresh } = await ground.connect(owner, client);
      const query = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id: client.client_id });
      const inQuery = await fetch(url(`/oauth/token?${query.toString()}`), { method: 'POST' });
      expect(inQuery.status).toBe(400);
      const revoked = await fetch(url(`/oauth/revoke?${new URLSearchParams({ token: refresh, client_id: client.client_id }).toString()}`), {
        method: 'POST',
      });
      expect(revoked.status).toBe(400);
      expect((await ground.refresh(client, refresh)).status).toBe(200);
      const foreign = await fetch(url('/oauth/token'), {
        method: 'POST',
        headers: { origin: 'https://evil.example', accept: 'text/html' },
        body: query,
      });
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      expect(foreign.headers.get('content-type')).toContain('application/json');
      for (const path of ['/oauth/token', '/oauth/register', '/.well-known/oauth-authorization-server'])
        expect((await call(url(path), { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })).status).toBe(403);
      const { path } = await ground.request(client);
      const led = await call(url(path), { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' } });
      expect(led.headers.get('location')).toMatch(/^\/account\/connect\//);
      expect(led.headers.getSetCookie().join()).not.toContain('evil');
    });

    test('are only those in the metadata', async () => {
      for (const path of [
        '/oauth/jwks',
        '/oauth/authorize/',
        '/jwks',
        '/me',
        '/token',
        '/session/end/confirm',
        '/.well-known/openid-configuration',
        '/interaction/x',
      ])
        expect([path, (await call(url(path), { method: 'POST' })).status]).toEqual([path, path === '/oauth/authorize/' ? 405 : 404]);
      expect((await call(url('/oauth/token'))).status).toBe(405);
      expect((await call(url('/oauth/register'))).headers.get('allow')).toBe('POST');
    });

    test('store only the hash of a token', async () => {
      const { access, refresh } = await ground.connect(owner, client);
      const text: string[] = [];
      for (const stream of ['KV_oauth', 'KV_oauth_short']) {
        const { state } = await ground.area.ground.bus.jsm.streams.info(stream);
        for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
          const message = await ground.area.ground.bus.jsm.streams.getMessage(stream, { seq }).catch(() => null);
          if (message !== null) text.push(`${message.subject} ${message.string()}`);
        }
      }
      expect(text.length).toBeGreaterThan(10);
      for (const token of [access, refresh]) expect(text.filter((line) => line.includes(token))).toEqual([]);
    });
  });

  describe('registrations', () => {
    test.each([
      ['web_http', { redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
      ['none', { redirect_uris: [] }, 'invalid_redirect_uri'],
      ['credentials', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ])('with invalid metadata are refused: %s', async (_, metadata, error) => {
      const response = await oauth.dynamicClientRegistrationRequest(ground.server, { redirect_uris: [callback], ...metadata }, insecure);
      expect([response.status, await response.json()]).toMatchObject([400, { error }]);
    });

    test('in large numbers from one address are slowed down, without affecting other requests', async () => {
      const seen = new Map<number, number>();
      for (let at = 0; at < 80; at += 1) {
        const response = await oauth.dynamicClientRegistrationRequest(ground.server, { redirect_uris: [callback] }, insecure);
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
        if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        await response.body?.cancel();
      }
      expect(seen.get(429)).toBeGreaterThanOrEqual(20);
      expect(seen.get(201)).toBeLessThanOrEqual(60);
      expect((await ground.connect(owner, client)).access).not.toBe('');
      await ground.area.forgetTries();
    });
  });

  describe('documents of applications', () => {
    const put = (path: string, said: object, more: { readonly type?: string; readonly status?: number } = {}): string => {
      const id = `${ground.documentsOrigin}${path}`;
      ground.documents.set(path, {
        type: 'application/json',
        body: JSON.stringify({ client_id: id, client_name: 'By document', redirect_uris: [callback], ...said }),
        ...more,
      });
      return id;
    };
    const opens = async (id: string): Promise<boolean> => {
      const { path } = await ground.request({ client_id: id });
      return (await owner.get(path)).headers.get('location')?.startsWith('/account/connect/') ?? false;
    };

    test('replace a registration, are fetched once, and are named on the page', async () => {
      const byDocument = { client_id: put('/agent/client.json', {}), token_endpoint_auth_method: 'none' };
      const request = await ground.request(byDocument);
      const question = locationOf(await owner.get(request.path), ground.area.api.url).pathname;
      const { text } = await owner.get(question);
      expect(text).toContain('By document');
      expect(text).toContain(byDocument.client_id);
      const { access, refresh } = await ground.connect(owner, byDocument);
      expect(await ground.isLive(access)).toBe(true);
      expect((await ground.refresh(byDocument, refresh)).status).toBe(200);
      expect(ground.fetchedDocuments.filter((path) => path === '/agent/client.json')).toHaveLength(1);
    });

    test('are refused if they name another application, redirect, or are not metadata documents', async () => {
      expect(await opens(put('/other.json', { client_id: `${ground.documentsOrigin}/agent/client.json` }))).toBe(false);
      expect(await opens(put('/web.json', { redirect_uris: ['http://app.example/cb'] }))).toBe(false);
      expect(await opens(put('/moved.json', {}, { status: 302 }))).toBe(false);
      expect(await opens(put('/page.json', {}, { type: 'text/html' }))).toBe(false);
      expect(await opens(put('/large.json', { padding: 'x'.repeat(40_000) }))).toBe(false);
      expect(await opens(`${ground.documentsOrigin}/absent.json`)).toBe(false);
      expect(ground.fetchedDocuments).not.toContain('/to/');
    });

    test('are not fetched from an origin that is allowed only for feeds and webhooks', async () => {
      const { path } = await ground.request({ client_id: put('/feeds.json', {}) });
      const statusAt = async (base: string) => (await fetch(`${base}${path}`, { redirect: 'manual' })).status;
      expect(await statusAt(ground.other.url)).toBe(400);
      expect(ground.fetchedDocuments).not.toContain('/feeds.json');
      expect(await statusAt(ground.area.api.url)).toBe(303);
    });

    test.each([
      'https://169.254.169.254/latest/meta-data/',
      'https://[::ffff:127.0.0.1]/client.json',
      'http://app.example/client.json',
      'https://user@app.example/client.json',
      'https://app.example',
    ])('are not fetched at %s', async (id) => {
      const before = ground.fetchedDocuments.length;
      expect(await opens(id)).toBe(false);
      expect(ground.fetchedDocuments).toHaveLength(before);
    });
  });

  describe('stored state', () => {
    test('survives a restart of an empty Redis and of NATS, and a refresh during the outage uses up no token', async () => {
      const { access, refresh, client: used } = await ground.connect(owner);
      const { nats, redis } = ground.area.ground;
      await Promise.all([nats.kill(), redis.restart()]);
      const away = await ground.refresh(used, refresh);
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
      await expect(ground.verify(access, ground.resource)).rejects.toMatchObject({ status: 503 });
      await nats.restart();
      await until('the token', async () => typeof (await ground.verify(access, ground.resource).catch(() => '')) === 'object');
      await until('the API', async () => (await fetch(url('/.well-known/oauth-authorization-server'))).status === 200);
      // The answer is 503 without using up a token until the API's own connection to NATS is back.
      const answers = new Set<number>();
      await until('the refresh', async () => {
        const { status } = await ground.refresh(used, refresh);
        answers.add(status);
        return status !== 503;
      });
      expect([...answers].filter((status) => status !== 503)).toEqual([200]);
    });
  });
}
