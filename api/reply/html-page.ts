/** Makes a static HTML page without scripts, and headers that permit only its own style. */
import { hash } from 'node:crypto';
import { createContent, type Content } from './content.ts';

export interface HtmlPage {
  readonly content: Content;
  readonly headers: readonly string[];
}

export const htmlPage = ({ title, style, body }: { readonly title: string; readonly style: string; readonly body: string }): HtmlPage => ({
  content: createContent(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`,
    { type: 'text/html; charset=utf-8' },
  ),
  headers: [
    'Content-Security-Policy',
    // The hash permits this style and no other.
    `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy',
    'no-referrer',
  ],
});
