import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { readJsonBody } from '#api/request/body.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';

/** Answers with the body that it read, or with the status of the refusal. */
const url = await sharedOrigin((request, response) => {
  readJsonBody(request).then(
    (body) => response.end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(error instanceof ApiError ? error.status : 500).end(),
  );
});

const json = { 'content-type': 'application/json' };
const large = JSON.stringify({ text: 'x'.repeat(70_000) });

test('a JSON body is read completely', async () => {
  expect(await (await fetch(url, { method: 'POST', body: '{"text":"é"}', headers: json })).json()).toEqual({ text: 'é' });
});

test.each([
  ['no JSON', '{"text":', json, 400],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), json, 400],
  ['a form', 'text=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['compressed', '{}', { ...json, 'content-encoding': 'gzip' }, 415],
  ['longer than allowed', large, json, 413],
])('a body that is %s is refused', async (_, body, headers, status) => {
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(status);
});

test('a body longer than announced is refused', async () => {
  const sent = httpRequest(url, { method: 'POST', headers: json });
  sent.write(large.slice(0, 35_000));
  sent.write(large.slice(35_000));
  const [response] = (await once(sent, 'response')) as [{ readonly statusCode: number }];
  sent.destroy();
  expect(response.statusCode).toBe(413);
});
