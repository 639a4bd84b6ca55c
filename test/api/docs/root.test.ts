import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';

const ground = await sharedGround();
const api = await sharedApi(ground);

describe('200', () => {
  test('lists addresses, without a key, and each of them answers', async () => {
    const answer = await fetch(`${api.url}/`);
    expect(answer.headers.get('content-type')).toContain('application/json');
    const { name, ...places } = (await answer.json()) as Record<string, string>;
    expect(name).toBe('Tickerwire');
    for (const path of Object.values(places)) expect([200, 401]).toContain((await fetch(`${api.url}${path}`)).status);
  });

  test('is an HTML page for a browser', async () => {
    const answer = await fetch(`${api.url}/`, { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } });
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding');
    const page = await answer.text();
    expect(page).toContain('href="/api/schema/swagger-ui/"');
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(page) ?? [];
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
  });
});

test('the schema is also served under its registered media type, and names an absolute address', async () => {
  const type = 'application/vnd.oai.openapi+json';
  const answer = await fetch(`${api.url}/api/schema/`, { headers: { accept: type } });
  expect(answer.headers.get('content-type')).toContain(type);
  expect(((await answer.json()) as { servers: object[] }).servers).toEqual([{ url: api.url }]);
  expect((await fetch(`${api.url}/api/schema/?format=json`, { headers: { accept: type } })).headers.get('content-type')).toContain(
    'application/json',
  );
});
