import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { clientFiles, documentOfSources } from '#ops/scripts/clients/files.ts';
import { readInterface, type OpenApi } from '#ops/scripts/clients/read-interface.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const made = clientFiles(documentOfSources());

describe('the clients', () => {
  test.each([...made.keys()])('%s is what `npm run clients` makes of the OpenAPI document', (path) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(made.get(path));
  });

  test('have no file that an earlier document left', () => {
    const folders = new Set([...made.keys()].map((path) => dirname(path)));
    const found = [...folders].flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`${folder}/${entry.name}`] : [])),
    );
    expect(found.sort()).toEqual([...made.keys()].sort());
  });
});

/** An operation with features that none has yet: another method, a body, a result without a name, words with a meaning in a language. */
const unknown: OpenApi = {
  paths: {
    '/api/alerts/{id}/': {
      put: {
        operationId: 'putAlert',
        summary: 'Changes an alert',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'from', in: 'query', schema: { type: 'string', format: 'date' } },
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties: { class: { type: 'boolean' } } } } } },
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    'not a name': { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
                    alerts: {
                      type: 'array',
                      items: { type: 'object', properties: { price: { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` } } },
                    },
                    next_cursor: { type: ['string', 'null'] },
                  },
                  required: ['alerts', 'next_cursor'],
                },
              },
            },
          },
          '204': {},
        },
      },
    },
  },
  components: {
    schemas: {
      Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, of: { type: 'object' } } },
      Problem_odd: { type: 'object', properties: { status: { type: 'integer' }, code: { type: 'string' }, extra: { type: 'string' } } },
    },
  },
};

describe('a document with what no operation has yet', () => {
  test('is read: body, paging by the only list, an empty answer, a type that names itself, a problem that no operation has', () => {
    const { operations, types, problems } = readInterface(unknown);
    const [operation] = operations;
    expect(operation).toMatchObject({ name: 'putAlert', method: 'PUT', isDelta: false, paging: { items: 'alerts' }, body: { isRequired: true } });
    expect(operation!.result).toEqual({
      kind: 'union',
      of: [
        { kind: 'named', name: 'PutAlertResult' },
        { kind: 'scalar', name: 'null' },
      ],
    });
    expect(types.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['PutAlertBody', 'PutAlertResult', 'PutAlertResultAlerts', 'Node', 'ProblemOdd']),
    );
    expect(problems).toEqual([{ code: 'odd', type: 'ProblemOdd' }]);
  });

  test('becomes code of either client', () => {
    const text = [...clientFiles(unknown).values()].join('\n');
    expect(text).toContain("putAlert: { method: 'PUT', path: '/api/alerts/{id}/', type: 'application/json', items: 'alerts', hasBody: true }");
    expect(text).toContain("readonly 'not a name'?: Node | null;");
    expect(text).toContain('readonly price?: DecimalString;');
  });

  test('is refused by name where a client cannot have it', () => {
    expect(() =>
      readInterface({
        paths: { '/x/': { get: { operationId: 'x', parameters: [{ name: 'y', in: 'query', schema: { type: 'array' } }], responses: {} } } },
      }),
    ).toThrow('x: y is a list');
    expect(() => clientFiles({ paths: { '/x/': { get: { operationId: 'request', responses: {} } } } })).toThrow('may not be called request');
  });
});
