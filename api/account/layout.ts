/** Renders a page of the account area as a whole document: header, navigation, content, with its HTTP headers. Pages have no scripts. */
import { h, renderToString, type Content, type Element } from './element.ts';
import { form, link } from './markup.ts';
import type { OwnPage, PageReply, Visit } from './visit.ts';

export const stylePath = '/account/style.css';

/** Returns the headers of a page: only the style sheet is loaded, framing is forbidden, and caches store nothing. */
export const pageHeaders = ({ formTargets = [], keepsOpener = false }: Pick<PageReply, 'formTargets' | 'keepsOpener'> = {}): Readonly<
  Record<string, string>
> => ({
  // Browsers apply `form-action` to redirects after a form, too.
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  // With `no-referrer` browsers would send `Origin: null` in forms. Other sites get no referrer with `same-origin` either.
  'Referrer-Policy': 'same-origin',
  ...(!keepsOpener && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
});

function navigation(visit: Pick<Visit, 'path'>, listed: readonly OwnPage[]): Element {
  const items = listed.map(({ path, label }) =>
    h('li', {}, h('a', { href: path, 'aria-current': path === visit.path ? 'page' : undefined }, label ?? path)),
  );
  return h('nav', { 'aria-label': 'Account' }, h('ul', {}, ...items));
}

export function renderPage(
  visit: Pick<Visit, 'path' | 'formToken' | 'signedIn'>,
  listed: readonly OwnPage[],
  title: string,
  content: Content,
): string {
  const { signedIn } = visit;
  const who = signedIn === null ? null : (signedIn.identity.address ?? signedIn.entry.account.name);
  const document = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      {},
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', {}, `${title} · tickerwire`),
      h('link', { rel: 'stylesheet', href: stylePath }),
    ),
    h(
      'body',
      {},
      h('a', { class: 'skip', href: '#content' }, 'Skip to content'),
      h(
        'header',
        {},
        h('p', { class: 'brand' }, link('/account/', 'tickerwire')),
        who === null
          ? null
          : h('div', { class: 'who' }, h('span', {}, who), form(visit, { action: '/account/sign-out/', button: 'Sign out', className: 'inline' })),
        signedIn === null ? null : navigation(visit, listed),
      ),
      h('main', { id: 'content', tabindex: -1 }, h('h1', {}, title), content),
    ),
  );
  return `<!doctype html>${renderToString(document)}`;
}
