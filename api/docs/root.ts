/** GET /: links to the documentation and the main resources, as JSON or, to a browser, as a small HTML page. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { createContent } from '../reply/content.ts';
import { qualityPath } from '../quality/page.ts';
import { docsPath } from '../request/query-string.ts';

const html = 'text/html';
const schemaPath = '/api/schema/';

/** Name, path and meaning of each resource. */
const places = [
  { name: 'documentation', path: docsPath, meaning: 'Interactive reference' },
  { name: 'schema', path: schemaPath, meaning: 'OpenAPI 3.1 document' },
  { name: 'quality', path: qualityPath, meaning: 'Measured quality' },
  { name: 'feed', path: '/api/news/', meaning: 'The feed (needs an API key)' },
] as const;

const ServiceRoot = z.object({
  name: z.string(),
  ...Object.fromEntries(places.map(({ name, meaning }) => [name, z.string().meta({ description: meaning })])),
});

const style = `
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
li { margin: 0.5rem 0; }
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tickerwire</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>Tickerwire</h1>
<p>Financial news for machines: scored, linked to tickers, grouped into stories.</p>
<ul>
${places.map(({ path, meaning }) => `<li><a href="${path}">${meaning}</a> <code>${path}</code></li>`).join('\n')}
</ul>
</body>
</html>
`;

const pageContent = createContent(page, { type: `${html}; charset=utf-8` });
const jsonContent = createContent(JSON.stringify({ name: 'Tickerwire', ...Object.fromEntries(places.map(({ name, path }) => [name, path])) }));
const policy = [
  'Content-Security-Policy',
  // The style is allowed by its hash, so that no other one applies.
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy',
  'no-referrer',
];

export const serviceRoot = defineOperation({
  path: '/',
  name: 'getService',
  summary: 'Service links',
  description: 'Paths of the documentation and the feed. Needs no key.',
  access: 'public',
  input: {},
  output: { type: 'application/json', schema: ServiceRoot, others: { [html]: { description: 'The same as an HTML page' } } },
  errors: [],
  cost: 0,
  cache: 'public, max-age=300',
  handle: ({ accepted }) => (accepted === html ? { content: pageContent, headers: policy } : { content: jsonContent }),
});
