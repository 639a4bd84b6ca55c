/** Renders the error page for a person, where the error cannot be sent to the application because its callback is not trusted. */
import { h } from '../account/element.ts';
import { renderPage } from '../account/layout.ts';
import { notice } from '../account/markup.ts';

interface PageContext {
  type: string;
  body: unknown;
}

const texts: Readonly<Record<string, string>> = {
  invalid_client: 'The application is not known here. It has to register again: remove this service from it and add it anew.',
  invalid_redirect_uri: 'The application wants the answer sent to an address that it has not registered. Nothing was sent there.',
  session_not_found: 'This question is over: it was answered, it is too old, or it was begun in another browser. Start again from the application.',
};

export function renderFault(ctx: PageContext, error: string, description: string | undefined): void {
  const visit = { path: '', formToken: '', signedIn: null } as const;
  const said = texts[error] ?? 'The request of the application is not one that can be answered.';
  const content = [notice('fault', said), h('p', { class: 'facts' }, `${error}${description === undefined ? '' : `: ${description}`}`)];
  ctx.type = 'html';
  ctx.body = renderPage(visit, [], 'This application cannot be connected', content);
}
