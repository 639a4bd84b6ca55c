/** GET /api/schema/: the OpenAPI 3.1 document of the routes given. */
import { z } from 'zod';
import { createContent, jsonType, type Content } from '../reply/content.ts';
import { publicRoute, type Route } from '../route.ts';
import { openApiDocument } from './openapi.ts';

const maxAgeSeconds = 300;

/** `routes` is asked for when the first caller comes: this route is itself one of them. */
export function schemaRoute(routes: () => readonly Route[]): Route {
  const contents = new Map<string, Content>();
  return publicRoute({
    path: '/api/schema/',
    name: 'getSchema',
    summary: 'This interface, machine-readable',
    description: 'OpenAPI 3.1. Needs no key.',
    params: z.object({}),
    query: z.object({}),
    aliases: {},
    response: {
      type: 'application/json',
      schema: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.record(z.string(), z.unknown()) }),
    },
    errors: [],
    cost: 0,
    cacheControl: `public, max-age=${maxAgeSeconds}`,
    read: () => null,
    handle: (_, { publicUrl }) => {
      const server = publicUrl ?? '/';
      let content = contents.get(server);
      if (content === undefined) {
        content = createContent(Buffer.from(JSON.stringify(openApiDocument(routes(), server))), { type: jsonType });
        contents.set(server, content);
      }
      return { content };
    },
  });
}
