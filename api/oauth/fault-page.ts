/** Renders the error page for a person, where the error cannot be sent to the application because its callback is not trusted. */
import { h } from '../account/element.ts';
import { renderPage } from '../account/layout.ts';
import { notice } from '../account/markup.ts';

interface PageContext {
  type: string;
  body: unknown;
}

const texts: Readonly<Record<string, string>> = {
  invalid_client: 'The application is unknown here and must register again: remove this service from it and add it again.',
  invalid_redirect_uri: 'The application asked for the answer at an address that it has not registered. Nothing was sent there.',
  session_not_found:
    'This request has ended: it was already answered, it is too old, or it was started in another browser. Start again from the application.',
};

export function renderFault(ctx: PageContext, error: string, description: string | undefined): void {
  const visit = { path: '', formToken: '', signedIn: null } as const;
  const said = texts[error] ?? "The application's request is not valid.";
  const content = [notice('fault', said), h('p', { class: 'facts' }, `${error}${description === undefined ? '' : `: ${description}`}`)];
  ctx.type = 'html';
  ctx.body = renderPage(visit, [], 'This application cannot be connected', content);
}
