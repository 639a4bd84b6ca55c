import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ApiDeps } from '#api/context.ts';
import { createApp } from '#api/http/app.ts';
import { defineOperation, type Operation } from '#api/operation.ts';
import { createContent } from '#api/reply/content.ts';
import { integer, optional } from '#api/request/parameters.ts';
import { testLog } from '#test/support/log.ts';

/** Operations of every kind that the adapter supports, beyond those of the service. */
const facts = { summary: '', description: '', access: 'public', errors: [], cost: 0, cache: 'no-store' } as const;
const output = { type: 'application/json', schema: z.unknown() };
const answer = (value: unknown) => ({ content: createContent(JSON.stringify(value)) });

const Note = z.strictObject({ text: z.string().min(1), tags: z.array(z.strictObject({ name: z.string() })).default([]) });
const listNotes = defineOperation({
  ...facts,
  name: 'listNotes',
  path: '/api/notes/',
  input: { query: z.object({ limit: optional(integer(1, 9), '') }) },
  output,
  handle: ({ query }) => answer({ limit: query.limit ?? null }),
});
const createNote = defineOperation({
  ...facts,
  name: 'createNote',
  method: 'POST',
  path: '/api/notes/',
  input: { body: Note },
  output,
  handle: ({ body }) => answer(body),
});
const removeNote = defineOperation({
  ...facts,
  name: 'removeNote',
  method: 'DELETE',
  path: '/api/notes/:id/',
  input: { path: z.object({ id: z.string().regex(/^\d+$/) }), query: z.object({ limit: optional(integer(1, 9), '') }) },
  output,
  handle: () => ({ content: null }),
});
const operations: readonly Operation[] = [listNotes, createNote, removeNote];

const deps = {
  isStopping: () => false,
  requestTimeoutMs: 5_000,
  adapt: (_: unknown, result: unknown) => result,
} as unknown as ApiDeps;
const mount = (table: readonly Operation[]) => createApp(table, deps, { count: () => undefined, accessLog: null, log: testLog }, 0);

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(mount(operations).callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const post = (body: string | Uint8Array, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${url}/api/notes/`, { method: 'POST', body: body as string, headers });
const problemOf = async (response: Response) => {
  const { code, extra } = (await response.json()) as { code: string; extra: { fields?: Record<string, string[]> } };
  return { status: response.status, code, fields: Object.keys(extra.fields ?? {}) };
};

describe('method and path', () => {
  test('together choose the operation', async () => {
    expect(await (await fetch(`${url}/api/notes/?limit=3`)).json()).toEqual({ limit: 3 });
    expect(await (await post('{"text":"a"}')).json()).toEqual({ text: 'a', tags: [] });
    expect((await fetch(`${url}/api/notes/7`, { method: 'DELETE' })).status).toBe(204);
  });

  test('HEAD answers where GET does, and only there', async () => {
    const head = await fetch(`${url}/api/notes/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '14']);
    expect((await fetch(`${url}/api/notes/7/`, { method: 'HEAD' })).headers.get('allow')).toBe('DELETE');
  });

  test('another method is refused with those that the path has', async () => {
    const response = await fetch(`${url}/api/notes/`, { method: 'PUT', body: '{}' });
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD');
    expect(await problemOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  test('what cannot be an id names nothing, whatever the query says', async () => {
    expect(await problemOf(await fetch(`${url}/api/notes/x/?unknown=1`, { method: 'DELETE' }))).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('claimed twice are refused when the table is mounted', () => {
    expect(() => mount([listNotes, listNotes])).toThrow('GET /api/notes/ is both listNotes and listNotes');
  });
});

describe('a JSON body', () => {
  test.each([
    ['an unknown field', '{"text":"a","colour":"red"}', ['colour']],
    ['an unknown field further down', '{"text":"a","tags":[{"name":"b","x":1}]}', ['tags.0.x']],
    ['a field of another type', '{"text":1}', ['text']],
    ['a missing field', '{}', ['text']],
    ['no object', '[]', ['body']],
    ['a prototype in disguise', '{"text":"a","__proto__":{"isAdmin":true}}', ['__proto__']],
    ['no JSON', '{"text":', ['body']],
    ['nothing', '', ['body']],
  ])('with %s is refused by name', async (_, body, fields) => {
    expect(await problemOf(await post(body))).toEqual({ status: 400, code: 'invalid_parameter', fields });
  });

  test('that is not UTF-8 is refused', async () => {
    expect(await problemOf(await post(new Uint8Array([0x22, 0xff, 0x22])))).toMatchObject({ status: 400, fields: ['body'] });
  });

  test('of another type or compressed is refused', async () => {
    expect(await problemOf(await post('text=a', { 'content-type': 'application/x-www-form-urlencoded' }))).toMatchObject({ status: 415 });
    expect(await problemOf(await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' }))).toMatchObject({ status: 415 });
  });

  test('longer than allowed is refused, announced or not', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(70_000) });
    expect(await problemOf(await post(large))).toMatchObject({ status: 413, code: 'payload_too_large' });
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(`${url}/api/notes/`, { method: 'POST', headers: { 'content-type': 'application/json' } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.once('error', reject);
      sent.write(large.slice(0, 35_000));
      sent.write(large.slice(35_000));
    });
    expect(status).toBe(413);
  });
});
