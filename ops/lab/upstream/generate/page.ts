/** Writes the web page of an article, with navigation, notices and footer around the text. */
import { escapeXml } from '../feeds/markup.ts';
import { reply, type Reply } from '../reply.ts';
import { bodyOf, type Article } from './article.ts';
import { pageAddress } from './newsstand.ts';

export function articlePage(seed: number, article: Article, publishedAt: number): Reply {
  const { home: outlet, title, lead, language } = article;
  const address = pageAddress(article);
  const published = new Date(Math.floor(publishedAt / 1000) * 1000).toISOString();
  const html = `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeXml(title)} | ${escapeXml(outlet.name)}</title>
<link rel="canonical" href="${escapeXml(address)}">
<meta name="description" content="${escapeXml(lead)}">
<meta property="og:type" content="article">
<meta property="og:title" content="${escapeXml(title)}">
<meta property="og:site_name" content="${escapeXml(outlet.name)}">
<meta property="article:published_time" content="${published}">
<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title, datePublished: published, publisher: { '@type': 'Organization', name: outlet.name } }).replaceAll('<', '\\u003c')}</script>
</head>
<body>
<header><nav><ul><li><a href="/">Home</a></li><li><a href="/markets">Markets</a></li><li><a href="/subscribe">Subscribe</a></li></ul></nav></header>
<div class="cookie-notice"><p>We use cookies to improve your experience. <button>Accept all</button></p></div>
<main><article>
<h1>${escapeXml(title)}</h1>
<p class="byline">By ${escapeXml(article.authors.join(' and ') || 'Staff')} <time datetime="${published}">${published}</time></p>
${bodyOf(seed, article)
  .map((text) => `<p>${escapeXml(text)}</p>`)
  .join('\n')}
</article></main>
<aside><h2>Most read</h2><ul><li><a href="/articles/about">Five things to know</a></li><li><a href="/newsletter">Our newsletter</a></li></ul></aside>
<footer><p>&copy; ${escapeXml(outlet.name)}. All rights reserved. Quotes delayed at least 15 minutes.</p></footer>
</body>
</html>
`;
  return reply(200, 'text/html; charset=utf-8', html, { lastModifiedAt: publishedAt });
}
