import { afterAll, describe, expect, test } from 'vitest';
import { call } from '#test/support/api.ts';
import { checkValue } from '#test/support/json-schema.ts';
import { undocumented, watchAnswers, type Answered } from '#test/support/documented.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { startClientGround } from './clients/client-ground.ts';

const at = await startClientGround();
afterAll(() => at.stop());
const answered = async (path: string): Promise<Answered> => {
  const { status, text, headers } = await call(`${at.api.url}${path}`, { key: at.key });
  return { method: 'GET', path: path.split('?', 1)[0]!, status, type: headers.get('content-type')!.split(';', 1)[0]!, text };
};
/** A server whose answer is not as documented. */
const stranger = await sharedOrigin((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[]}'));
const page = await answered('/api/news/?min_relevance=1&page_size=50');
const refusal = await answered('/api/news/?min_relevance=11');

describe('the check that every answer of an API test goes through', () => {
  test('accepts the answers of the service', () => {
    expect(undocumented(page)).toEqual([]);
    expect(undocumented(refusal)).toEqual([]);
  });

  test.each<[string, () => Answered]>([
    ['a field too many', () => ({ ...page, text: page.text.replace('"next_cursor"', '"more":1,"next_cursor"') })],
    ['a field too few', () => ({ ...page, text: page.text.replace(/"symbol_note":null,?/, '').replace(',}', '}') })],
    ['money as a number', () => ({ ...page, text: page.text.replace(/"shares":"([\d.]+)"/, '"shares":$1') })],
    ['another status', () => ({ ...page, status: 201 })],
    ['a code of another status', () => ({ ...refusal, status: 404 })],
    ['a problem with more in it', () => ({ ...refusal, text: refusal.text.replace('{', '{"stack":"",') })],
  ])('refuses %s', (_, changed) => {
    expect(undocumented(changed())).not.toEqual([]);
  });

  test.each([
    [{}, '$: without a type every value passes'],
    [{ type: 'string', minimum: 1 }, '$: minimum is not checked beside type'],
    [{ type: 'string', format: 'idn-email' }, '$: the format idn-email is not checked'],
    [{ anyOf: [{ $ref: '#/components/schemas/One' }] }, 'One: contains is not checked beside type'],
  ])('refuses the schema %j, a part of which would accept everything', (schema, message) => {
    expect(() => checkValue('', schema, { One: { type: 'array', contains: {} } })).toThrow(message);
  });

  test('applies to every call', async () => {
    expect((await call(`${stranger}/api/news/`)).status).toBe(200);
    watchAnswers(stranger);
    await expect(call(`${stranger}/api/news/`)).rejects.toThrow('GET /api/news/ 200 is not as documented: $.next_cursor: ');
  });
});
