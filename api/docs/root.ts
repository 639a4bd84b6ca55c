/** GET /: links to the documentation and the feed, as JSON or, for a browser, as an HTML page. */
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { createContent } from '../reply/content.ts';
import { htmlPage } from '../reply/html-page.ts';
import { qualityPath } from '../quality/page.ts';
import { docsPath } from '../request/query-string.ts';

const html = 'text/html';

const places = [
  { name: 'documentation', path: docsPath, meaning: 'Interactive reference' },
  { name: 'schema', path: '/api/schema/', meaning: 'OpenAPI 3.1 document' },
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

const page = htmlPage({
  title: 'Tickerwire',
  style,
  body: `<h1>Tickerwire</h1>
<p>Financial news for machines: scored, linked to tickers, grouped into stories.</p>
<ul>
${places.map(({ path, meaning }) => `<li><a href="${path}">${meaning}</a> <code>${path}</code></li>`).join('\n')}
</ul>`,
});
const jsonContent = createContent(JSON.stringify({ name: 'Tickerwire', ...Object.fromEntries(places.map(({ name, path }) => [name, path])) }));
export const serviceRoot = defineOperation({
  path: '/',
  name: 'getService',
  summary: 'Service links',
  description: 'Paths of the documentation and the feed. Needs no key.',
  access: 'public',
  output: { type: 'application/json', schema: ServiceRoot, others: { [html]: { description: 'The same as an HTML page' } } },
  cost: 0,
  cache: 'public, max-age=300',
  handle: ({ accepted }) => (accepted === html ? page : { content: jsonContent }),
});
