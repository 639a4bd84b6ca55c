/** The stored metadata of an application: a public client of the code flow, with unambiguous callbacks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callbackFault, clientMetadata, shownName } from '#api/oauth/client-metadata.ts';
import { resourceAt, bearerChallenge, isResource, isToolServer, resourceMetadata } from '#api/oauth/resource.ts';

const callback = 'https://app.example/callback';

describe('a callback address', () => {
  test.each([
    callback,
    'https://app.example',
    'https://app.example:8443/callback?tenant=1',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
    'http://localhost:6274/oauth/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/callback',
  ])('may be %s', (address) => {
    expect(callbackFault(address)).toBeNull();
  });

  test.each([
    ['a user name', 'https://user@app.example/callback'],
    ['a user name that looks like a host', 'https://app.example@evil.example/callback'],
    ['a backslash', 'https://app.example\\@evil.example/callback'],
    ['a fragment', 'https://app.example/callback#token'],
    ['an empty fragment', 'https://app.example/callback#'],
    ['one slash', 'https:/evil.example/callback'],
    ['steps upwards', 'https://app.example/a/../callback'],
    ['a host in capitals', 'https://APP.example/callback'],
    ['a host in other letters', 'https://аpp.example/callback'],
    ['a number as host', 'http://2130706433/callback'],
    ['a blank', ' https://app.example/callback'],
    ['nothing', ''],
    ['plain http elsewhere', 'http://app.example/callback'],
    ['plain http on a name that begins like loopback', 'http://127.0.0.1.evil.example/callback'],
    ['plain http on a private network', 'http://192.168.1.2/callback'],
    ['plain http on all addresses', 'http://0.0.0.0/callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['a script behind slashes', 'javascript://app.example/%0aalert(1)'],
    ['an intent of Android', 'intent://app.example/#Intent;end'],
    ['a scheme without a path', 'myapp:callback'],
    ['a thousand characters and more', `https://app.example/${'a'.repeat(1_000)}`],
  ])('may not hold %s', (_, address) => {
    expect(callbackFault(address)).not.toBeNull();
  });

  test('that is accepted is read the same way by a browser', () => {
    const texts = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string().map((text) => `https://app.example/${text}`),
      fc.string().map((text) => `https://${text}.example/`),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        if (callbackFault(text) !== null) return;
        const { href, username, hash } = new URL(text);
        expect([text, `${text}/`]).toContain(href);
        expect([username, hash]).toEqual(['', '']);
      }),
    );
  });
});

describe('the metadata of an application', () => {
  test('become a public client of the code flow; other values are dropped', () => {
    expect(
      clientMetadata({
        redirect_uris: [callback, callback],
        client_name: ' My  agent ',
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit'],
        response_types: ['code', 'token'],
        scope: 'everything',
        jwks_uri: 'http://169.254.169.254/',
        sector_identifier_uri: 'http://127.0.0.1/',
        request_uris: ['http://127.0.0.1/'],
        logo_uri: 'https://evil.example/pixel.png',
        client_id: 'mine',
        client_secret: 'mine',
      }),
    ).toEqual({
      client_name: 'My agent',
      redirect_uris: [callback],
      application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    expect(clientMetadata({ redirect_uris: ['http://127.0.0.1/'], grant_types: ['authorization_code'] })).toMatchObject({
      application_type: 'native',
      grant_types: ['authorization_code'],
    });
  });

  test.each([
    [null, 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [callback, 1] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 11 }, (__, at) => `${callback}${at}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [callback, 'http://app.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [callback], application_type: 'web', client_name: 7 }, 'invalid_client_metadata'],
    [{ redirect_uris: ['https://localhost/', 'http://localhost/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [callback], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  ])('are refused if invalid: %j', (said, error) => {
    expect(clientMetadata(said)).toMatchObject({ error });
  });

  test('have a name without characters that imitate another name', () => {
    expect(shownName('Claude\u202Egpj.exe')).toBe('Claudegpj.exe');
    expect(shownName('Cla\u200Bude\n\n  Desktop\u0000')).toBe('Claude Desktop');
    expect(shownName('ﬁnance')).toBe('finance');
    expect(shownName('हिन्दी ऐप')).toBe('हिन्दी ऐप');
    expect(shownName('x'.repeat(500))).toHaveLength(60);
    expect(shownName('\u3164\u2800\u200B').trim().length).toBeLessThanOrEqual(1);
  });
});

describe('the resource', () => {
  test('is one address in two spellings', () => {
    const own = 'https://tools.example';
    for (const same of [own, `${own}/`, 'HTTPS://TOOLS.example:443/']) expect(isResource(same, own)).toBe(true);
    for (const other of ['http://tools.example', `${own}:8443`, `${own}/mcp`, `${own}.evil.example`, 'https://x@tools.example', `${own}/#x`, '', 'x'])
      expect(isResource(other, own)).toBe(false);
  });

  test('answers at its base address and at /mcp below it, and nowhere else', () => {
    const own = 'https://tools.example';
    for (const same of [own, `${own}/`, `${own}/mcp`, `${own}/mcp/`]) expect(isToolServer(same, own)).toBe(true);
    for (const other of [`${own}/mcp2`, `${own}/mcp/x`, 'https://evil.example/mcp']) expect(isToolServer(other, own)).toBe(false);
  });

  test('has its document at the well-known name before its path (RFC 9728, 3.1)', () => {
    const issuer = 'https://api.example';
    const at = (path: string, resource: string): unknown => resourceMetadata(path, resource, issuer)?.resource;
    expect(at('/.well-known/oauth-protected-resource', 'https://a.example')).toBe('https://a.example');
    expect(at('/.well-known/oauth-protected-resource/mcp', 'https://a.example')).toBe('https://a.example/mcp');
    expect(at('/.well-known/oauth-protected-resource/tools', 'https://a.example/tools/')).toBe('https://a.example/tools/');
    expect(at('/.well-known/oauth-protected-resource', 'https://a.example/tools')).toBeUndefined();
    for (const url of ['/mcp', '/mcp/', '/mcp?x=1']) expect(resourceAt(url, 'https://a.example')).toBe('https://a.example/mcp');
    for (const url of ['/', '', undefined]) expect(resourceAt(url, 'https://a.example')).toBe('https://a.example');
    expect(bearerChallenge('https://a.example/tools', 'invalid_token')).toBe(
      'Bearer realm="api", resource_metadata="https://a.example/.well-known/oauth-protected-resource/tools", scope="tools.read", error="invalid_token"',
    );
  });
});
