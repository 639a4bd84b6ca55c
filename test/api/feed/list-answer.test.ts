import { describe, expect, test } from 'vitest';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { call } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { listGround, type List } from './list-ground.ts';

const list = await listGround();

describe('200', () => {
  test('the path without its slash and HEAD answer the same, without a redirect', async () => {
    const withSlash = await list.get('?page_size=3');
    const without = await call<List>(`${list.api.url}/api/news?page_size=3`, { key: list.key });
    expect(without.text).toBe(withSlash.text);
    const head = await call(`${list.api.url}/api/news/?page_size=3`, { key: list.key, method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary'])
      expect(head.headers.get(name)).toBe(withSlash.headers.get(name));
  });

  test('headers: validator, caching, quota of both windows, no cross-origin', async () => {
    const { headers } = await list.get('');
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('x-ratelimit-limit')).toBe('1000000');
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(1_000_000);
    expect(Number(headers.get('x-ratelimit-reset')) % 86_400).toBe(0);
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=100000;w=60, "day";q=1000000;w=86400');
    expect(headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a plain X-Request-Id is taken over, any other replaced', async () => {
    expect((await list.get('', { 'x-request-id': 'abc-123' })).headers.get('x-request-id')).toBe('abc-123');
    const replaced = (await list.get('', { 'x-request-id': 'a b;c' })).headers.get('x-request-id');
    expect(replaced).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('%s is sent when asked for, twice the same', async (encoding, decode) => {
    const plain = await list.get('?page_size=5');
    for (let time = 0; time < 2; time += 1) {
      const response = await raw('?page_size=5', { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(decode(response.body).toString()).toBe(plain.text);
      expect(response.headers.etag).toBe(plain.headers.get('etag'));
    }
  });
});

describe('304', () => {
  test('for the ETag of the page, alone or in a list, and not once the page changed', async () => {
    const query = '?sort=ingested&symbol=CHANGING';
    const first = await list.get(query);
    const etag = first.headers.get('etag')!;
    for (const given of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const again = await list.get(query, { 'if-none-match': given });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('x-ratelimit-limit')).not.toBeNull();
    }
    await list.ground.append([rowRecord('changing', { tickers: ['CHANGING'], publishedAt: new Date().toISOString() })]);
    // The page was cached a moment ago; the new row evicts it.
    await until('the changed page', async () => (await list.get(query, { 'if-none-match': etag })).status === 200, 5_000);
  });
});

async function raw(query: string, headers: Record<string, string>): Promise<{ headers: Record<string, string | undefined>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${list.api.url}/api/news/${query}`, { headers: { authorization: `Bearer ${list.key}`, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers as Record<string, string | undefined>, body: Buffer.concat(chunks) }));
    })
      .once('error', reject)
      .end();
  });
}
