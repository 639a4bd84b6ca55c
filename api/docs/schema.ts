/** GET /api/schema/: the OpenAPI 3.1 document. */
import { z } from 'zod';
import { defineOperation, type Operation } from '../operation.ts';
import { createContent, type Content } from '../reply/content.ts';
import { oneOf, optional } from '../request/parameters.ts';
import { openApiDocument } from './openapi.ts';

const json = 'application/json';
/** The media type of OpenAPI documents (draft-ietf-httpapi-rest-api-mediatypes). */
const openApiJson = 'application/vnd.oai.openapi+json';

const Document = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.record(z.string(), z.unknown()) });

/** Returns the operation. `operations` is a function, because the table of operations contains this one. */
export function schemaOperation(operations: () => readonly Operation[]): Operation {
  const contents = new Map<string, Content>();
  return defineOperation({
    path: '/api/schema/',
    name: 'getSchema',
    summary: 'OpenAPI document',
    description: 'OpenAPI 3.1. Needs no key.',
    access: 'public',
    input: {
      query: z.object({ format: optional(oneOf(['json']), 'The only supported format') }),
      selectType: ({ format }) => (format === undefined ? null : json),
    },
    output: {
      type: json,
      schema: Document,
      others: { [openApiJson]: { description: 'The same document', schema: Document } },
    },
    cost: 0,
    cache: 'public, max-age=300',
    handle: ({ accepted }, _, { publicUrl, headerPrefix }) => {
      const key = `${accepted} ${publicUrl()}`;
      const document = (): object => openApiDocument(operations(), { serverUrl: publicUrl(), headerPrefix });
      const make = (): Content => createContent(JSON.stringify(document()), { type: `${accepted}; charset=utf-8` });
      return { content: contents.getOrInsertComputed(key, make) };
    },
  });
}
