/** Renders a page of the account area as a whole document: header, navigation, content. Pages have no scripts. */
import { h, renderToString, type Content, type Element } from './element.ts';
import { form, link } from './markup.ts';
import type { OwnPage, Visit } from './visit.ts';

export const stylePath = '/account/style.css';

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
