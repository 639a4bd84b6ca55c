/** GET /api/schema/swagger-ui/: the interactive reference. It loads no file from another site. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { createContent, type Content } from '../reply/content.ts';
import { docsPath } from '../request/query-string.ts';
import { defineOperation } from '../operation.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tickerwire API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${docsPath}swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${docsPath}swagger-ui-bundle.js"></script>
<script src="${docsPath}start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/schema/', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, persistAuthorization: false });\n`;

const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'] as const;
const types: Readonly<Record<string, string>> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

const headers = ['Content-Security-Policy', policy, 'Referrer-Policy', 'no-referrer'];
const html = createContent(Buffer.from(page), { type: 'text/html; charset=utf-8' });
const contents = new Map<string, Content>();

/** Returns a file, which is read at its first request: the bundle is large, and most processes never serve it. */
const assetContent = (file: (typeof files)[number]): Content =>
  contents.getOrInsertComputed(file, () => {
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    const bytes = file === 'start.js' ? Buffer.from(start) : readFileSync(join(folder, file));
    return createContent(bytes, { type: types[file.slice(file.lastIndexOf('.') + 1)]! });
  });

const shared = { access: 'public', cost: 0, cache: 'public, max-age=300' } as const;

export const swaggerUi = defineOperation({
  ...shared,
  path: docsPath,
  name: 'getSwaggerUi',
  summary: 'Interactive API documentation',
  description: 'An HTML page. Viewing it needs no key, calling the API does.',
  output: { type: 'text/html', schema: z.string() },
  handle: () => ({ content: html, headers }),
});

export const swaggerUiAsset = defineOperation({
  ...shared,
  path: `${docsPath}:file`,
  name: 'getSwaggerUiAsset',
  summary: 'File of the documentation page',
  description: 'Script or stylesheet.',
  input: { path: z.object({ file: z.enum(files) }) },
  output: { type: '*/*', schema: z.string() },
  errors: ['not_found'],
  isHidden: true,
  handle: ({ path: { file } }) => ({ content: assetContent(file), headers }),
});
