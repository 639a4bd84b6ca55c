/** OAuth 2.1 from discovery to revocation, through an independent client and the forms of the account area, over two API processes. */
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticate } from '#api/auth/authenticate.ts';
import type { ApiError } from '#api/errors.ts';
import { createAuthenticateConnection } from '#api/oauth/authenticate-connection.ts';
import { plans } from '#schemas/plan.ts';
import { until } from '#test/support/until.ts';
import { callback, insecure, locationOf, races, type OAuthGround } from '#test/support/oauth-ground.ts';

type Customer = Awaited<ReturnType<OAuthGround['area']['customer']>>;

export function describeFlow(given: () => OAuthGround): void {
  let ground: OAuthGround;
  let owner: Customer;

  beforeAll(async () => {
    ground = given();
    owner = await ground.area.customer();
  });

  const connections = async (visitor: Customer = owner): Promise<string> => (await visitor.get('/account/connections/')).text;
  const idsIn = (html: string): string[] => [...html.matchAll(/name="id" value="([a-z0-9]{12}\.[\w-]{22})"/g)].map((match) => match[1]!);

  describe('an application', () => {
    test('discovers the server from the resource, registers, requests consent, and gets tokens for the tools', async () => {
      const { server, resource, verify, area } = ground;
      expect(server).toMatchObject({
        issuer: area.api.url,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        scopes_supported: ['tools.read'],
      });
      const client = await ground.register({ token_endpoint_auth_method: 'client_secret_basic' });
      expect(client).toMatchObject({ token_endpoint_auth_method: 'none', redirect_uris: [callback] });
      expect(client).not.toHaveProperty('client_secret');
      const asked = await ground.request(client, { scope: null });
      const { access, refresh, answer } = await ground.exchange(client, asked, await ground.consent(owner, asked));
      expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'tools.read' });
      for (const token of [access, refresh]) expect(token).toMatch(/^[\w-]{43}$/);
      expect(await verify(access, resource)).toMatchObject({ id: owner.accountId, plan: 'free' });
      // A refresh token gives no access, nor does a token for another resource.
      expect(await verify(refresh, resource)).toBe('unknown');
      expect(await verify(access, 'https://other.example/mcp')).toBe('other_resource');
      expect(await verify('x', resource)).toBe('malformed');
    });

    test('may omit the resource and request unknown scopes: it gets the scope of the tools', async () => {
      const client = await ground.register();
      const asked = await ground.request(client, { scope: 'openid offline_access tools.read admin', resource: null, nonce: 'n', claims: '{}' });
      const { access, answer } = await ground.exchange(client, asked, await ground.consent(owner, asked));
      expect(answer.scope).toBe('tools.read');
      expect(answer.id_token).toBeUndefined();
      expect(await ground.isLive(access)).toBe(true);
    });

    test('refreshes at another process, and the former token is used up', async () => {
      const { client, refresh } = await ground.connect(owner);
      const response = await ground.refresh(client, refresh, ground.other.url);
      const next = await oauth.processRefreshTokenResponse(ground.server, client, response);
      expect(next.refresh_token).not.toBe(refresh);
      expect(await ground.isLive(next.access_token)).toBe(true);
    });

    test('whose user refuses gets the error, and is not connected', async () => {
      const before = idsIn(await connections());
      const client = await ground.register();
      const asked = await ground.request(client);
      const answered = await ground.consent(owner, asked, 'deny');
      expect(() => oauth.validateAuthResponse(ground.server, client, answered, asked.state)).toThrow(oauth.AuthorizationResponseError);
      expect(answered.searchParams.get('error')).toBe('access_denied');
      expect(idsIn(await connections())).toEqual(before);
    });

    test('without a name is connected as an application without a name', async () => {
      const client = await ground.register({ client_name: undefined });
      expect(client).not.toHaveProperty('client_name');
      const { access } = await ground.connect(owner, client);
      expect(await ground.isLive(access)).toBe(true);
      expect(await connections()).toContain('Unnamed application');
    });

    test('without the refresh grant gets only an access token', async () => {
      const client = await ground.register({ grant_types: ['authorization_code'] });
      const { access, refresh } = await ground.connect(owner, client);
      expect(refresh).toBe('');
      expect(await ground.isLive(access)).toBe(true);
    });

    test('on the machine of its user is answered at any port', async () => {
      const client = await ground.register({ redirect_uris: ['http://127.0.0.1/cb'] });
      const asked = await ground.request(client, { redirect_uri: 'http://127.0.0.1:51234/cb' });
      const answered = await ground.consent(owner, asked);
      expect(answered.origin).toBe('http://127.0.0.1:51234');
      expect(await ground.isLive((await ground.exchange(client, asked, answered)).access)).toBe(true);
    });

    test('with its own URI scheme is answered at that scheme', async () => {
      const redirect = 'com.example.agent:/callback';
      const client = await ground.register({ redirect_uris: [redirect] });
      const asked = await ground.request(client, { redirect_uri: redirect });
      expect((await ground.consent(owner, asked)).href).toMatch(/^com\.example\.agent:\/callback\?code=/);
    });
  });

  describe('the tool server', () => {
    test('takes a key or an access token as Bearer, and otherwise says where to get one', async () => {
      const { access } = await ground.connect(owner);
      const key = (await ground.area.ground.account('basic')).key;
      const byKey = createAuthenticate(ground.accounts, plans);
      const authenticate = createAuthenticateConnection({ byKey, verifyAccess: ground.verify, plans, resource: () => ground.resource });
      const ask = (authorization?: string) => authenticate({ headers: { authorization }, socket: {} });
      expect(await ask(`Bearer ${access}`)).toMatchObject({ account: { id: owner.accountId }, plan: plans.free });
      expect(await ask(`Bearer ${access}`)).toBe(await ask(`bearer ${access}`));
      await until('the key', async () => 'plan' in (await ask(`Bearer ${key}`)));
      const metadata = `resource_metadata="${ground.area.api.mcp}/.well-known/oauth-protected-resource"`;
      for (const refused of [undefined, 'Basic x', `Bearer nf_live_${'a'.repeat(40)}`, `Bearer ${'a'.repeat(43)}`, 'Bearer x']) {
        const answer = (await ask(refused)) as ApiError;
        expect([answer.status, answer.headers[0]]).toEqual([401, 'WWW-Authenticate']);
        expect(answer.headers[1]).toContain(metadata);
        expect(answer.headers[1]!.includes('error="invalid_token"')).toBe(refused?.startsWith('Bearer ') ?? false);
      }
    });
  });

  describe('the page of consent', () => {
    test('shows the name of the application, its callback and its permissions; the name is text, not markup', async () => {
      const client = await ground.register({ client_name: 'Nice <b>agent</b>\u202Efdp' });
      const question = locationOf(await owner.get((await ground.request(client)).path), ground.area.api.url).pathname;
      const { text, headers } = await owner.get(question);
      expect(text).toContain('Nice &lt;b>agent&lt;/b>fdp');
      expect(text).toContain('nobody has verified it');
      expect(text).toContain(callback);
      expect(text).toContain('alerts');
      expect(headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:6274;");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
    });

    test('is shown after signing in to a visitor without a session', async () => {
      const { area } = ground;
      const visitor = area.visitor();
      const question = locationOf(await visitor.get((await ground.request(await ground.register())).path), area.api.url).pathname;
      const signIn = locationOf(await visitor.get(question), area.api.url);
      expect([signIn.pathname, signIn.searchParams.get('next')]).toEqual(['/account/sign-in/', question]);
      const page = await visitor.get(`${signIn.pathname}${signIn.search}`);
      expect(page.text).toContain(`name="next" value="${question}"`);
      const { address } = owner;
      const fields = { address, password: 'correct horse battery staple', next: question };
      expect((await visitor.submit('/account/sign-in/', fields)).headers.get('location')).toBe(question);
      expect((await visitor.get(question)).status).toBe(200);
    });

    test.each(['https://evil.example/', '//evil.example/', '/account/connect/../keys/'])(
      'is the only redirect after signing in besides the start page: not %s',
      async (next) => {
        const visitor = ground.area.visitor();
        const fields = { address: owner.address, password: 'correct horse battery staple', next };
        expect((await visitor.submit('/account/sign-in/', fields)).headers.get('location')).toBe('/account/');
        await ground.area.forgetTries();
      },
    );
  });

  describe('a connection', () => {
    test('is listed with its callback and last use, and ends by Disconnect; others and keys go on', async () => {
      const [one, two] = [await ground.connect(owner, await ground.register({ client_name: 'First' })), await ground.connect(owner)];
      const key = /nf_live_[0-9A-Za-z]{40}/.exec((await owner.submit('/account/keys/', { intent: 'create' })).text)![0];
      const page = await connections();
      expect(page).toContain('First');
      expect(page).toContain(callback);
      expect(page).toContain('not used yet');
      expect(await ground.isLive(one.access)).toBe(true);
      await until('its last use', async () => /First(?:(?!<li>).)*, used <time/.test(await connections()));
      const id = idsIn(page)[idsIn(page).length - 2]!;
      expect((await owner.submit('/account/connections/', { intent: 'disconnect', id })).status).toBe(303);
      expect(await ground.isLive(one.access)).toBe(false);
      expect((await ground.refresh(one.client, one.refresh)).status).toBe(400);
      expect(await ground.isLive(two.access)).toBe(true);
      expect((await ground.refresh(two.client, two.refresh)).status).toBe(200);
      await until(
        'the key',
        async () => (await fetch(`${ground.area.api.url}/api/news/`, { headers: { authorization: `Bearer ${key}` } })).status === 200,
      );
    });

    test('of another account cannot be ended', async () => {
      const other = await ground.area.customer();
      const { access } = await ground.connect(other);
      const id = idsIn(await connections(other))[0]!;
      for (const asked of [id, 'aaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa', '']) {
        const { status, text } = await owner.submit('/account/connections/', { intent: 'disconnect', id: asked });
        expect([status, text.includes('This connection does not exist.')]).toEqual([404, true]);
      }
      expect(await ground.isLive(access)).toBe(true);
    });

    test.each(['access', 'refresh'] as const)('ends by revoking its %s token at any process', async (kind) => {
      const [one, two] = [await ground.connect(owner), await ground.connect(owner)];
      const response = await oauth.revocationRequest(ground.server, one.client, oauth.None(), one[kind], insecure);
      await oauth.processRevocationResponse(response);
      expect(await ground.isLive(one.access)).toBe(false);
      expect((await ground.refresh(one.client, one.refresh, ground.other.url)).status).toBe(400);
      expect(await ground.isLive(two.access)).toBe(true);
    });

    test('ends by revocation, whatever the Authorization header is', async () => {
      const { client, access } = await ground.connect(owner);
      const body = new URLSearchParams({ token: access, client_id: client.client_id });
      const headers = { authorization: `Bearer ${access}` };
      expect((await fetch(`${ground.area.api.url}/oauth/revoke`, { method: 'POST', body, headers })).status).toBe(200);
      expect(await ground.isLive(access)).toBe(false);
    });

    test('is not ended by another application that knows its token', async () => {
      const { access } = await ground.connect(owner);
      const response = await oauth.revocationRequest(ground.server, await ground.register(), oauth.None(), access, insecure);
      expect(response.status).toBe(200);
      expect(await ground.isLive(access)).toBe(true);
    });

    test('ends with all its tokens when a refresh token is reused', async () => {
      const { client, access, refresh } = await ground.connect(owner);
      const next = (await (await ground.refresh(client, refresh)).json()) as { access_token: string; refresh_token: string };
      const reused = await ground.refresh(client, refresh, ground.other.url);
      expect([reused.status, ((await reused.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
      expect([await ground.isLive(access), await ground.isLive(next.access_token)]).toEqual([false, false]);
      expect((await ground.refresh(client, next.refresh_token)).status).toBe(400);
    });

    test('is refreshed with any spelling of the resource; a foreign resource or another body type uses up no token', async () => {
      const { client, ...first } = await ground.connect(owner);
      const ask = (body: URLSearchParams | string): Promise<Response> => fetch(`${ground.area.api.url}/oauth/token`, { method: 'POST', body });
      const fields = (token: string): Record<string, string> => ({ grant_type: 'refresh_token', refresh_token: token, client_id: client.client_id });
      let token = first.refresh;
      for (const resource of [`${ground.resource}/`, `${ground.resource}/mcp`, ground.resource.replace('http:', 'HTTP:')]) {
        const foreign = await ask(new URLSearchParams({ ...fields(token), resource: 'https://other.example/' }));
        expect([foreign.status, await foreign.json()]).toMatchObject([400, { error: 'invalid_target' }]);
        const untyped = await ask(new URLSearchParams(fields(token)).toString());
        expect([untyped.status, await untyped.json()]).toMatchObject([400, { error: 'invalid_request' }]);
        const twice = new URLSearchParams({ ...fields(token), resource });
        twice.append('resource', ground.resource);
        const renewed = await ask(twice);
        expect(renewed.status).toBe(200);
        const next = (await renewed.json()) as { access_token: string; refresh_token: string };
        expect(await ground.isLive(next.access_token)).toBe(true);
        token = next.refresh_token;
      }
    });

    test(`lets at most one of six simultaneous refreshes at two processes succeed, and then ends (${races} times)`, async () => {
      const client = await ground.register();
      for (let race = 0; race < races; race += 1) {
        if (race % 20 === 19) await ground.area.forgetTries();
        const { access, refresh } = await ground.connect(owner, client);
        const urls = [ground.area.api.url, ground.other.url];
        const responses = await Promise.all(Array.from({ length: 6 }, (_, at) => ground.refresh(client, refresh, urls[at % 2])));
        const won = responses.filter(({ status }) => status === 200);
        expect(won.length).toBeLessThanOrEqual(1);
        for (const { status } of responses) expect([200, 400]).toContain(status);
        expect(await ground.isLive(access)).toBe(false);
        for (const response of won) {
          const next = (await response.json()) as { access_token: string; refresh_token: string };
          expect(await ground.isLive(next.access_token)).toBe(false);
          expect((await ground.refresh(client, next.refresh_token)).status).toBe(400);
        }
      }
    });

    test('survives a change of the password and a sign-out everywhere, is in the export, and is deleted with the account', async () => {
      const leaving = await ground.area.customer();
      const { client, access, refresh } = await ground.connect(leaving);
      const settings = '/account/settings/';
      const password = 'correct horse battery staple';
      await leaving.submit(settings, { intent: 'everywhere' });
      await leaving.submit(settings, { intent: 'password', password, new_password: 'another long passphrase' });
      expect(await ground.isLive(access)).toBe(true);
      const file = JSON.parse((await leaving.submit(settings, { intent: 'export', password: 'another long passphrase' })).text) as {
        connections: Record<string, unknown>[];
      };
      expect(file.connections).toHaveLength(1);
      expect(file.connections[0]).toMatchObject({ client_name: 'Test agent', callbacks: [callback], scope: 'tools.read' });
      await leaving.submit(settings, { intent: 'delete', password: 'another long passphrase' });
      expect(await ground.isLive(access)).toBe(false);
      expect((await ground.refresh(client, refresh)).status).toBe(400);
    });
  });
}
