/** Renders an OAuth error as a page for a person, when it cannot be sent to the application. */
import { renderPage } from '../account/layout.ts';
import { factsLine, notice } from '../account/markup.ts';

const texts: Readonly<Record<string, string>> = {
  invalid_client: 'The application is not registered with this service. Remove this service from the application and add it again.',
  invalid_redirect_uri: 'The application requested a redirect to an address that it has not registered. Nothing was sent there.',
  session_not_found:
    'This request has expired. It was already answered, is too old, or was started in another browser. Start again from the application.',
};

/** Sets the type and body of the answer, not its status. `error`: a code of RFC 6749. */
export function renderFault(ctx: { type: string; body: unknown }, error: string, description: string | undefined): void {
  const visit = { path: '', formToken: '', signedIn: null } as const;
  const text = texts[error] ?? 'The request of the application is not valid.';
  const content = [notice('fault', text), factsLine(`${error}${description === undefined ? '' : `: ${description}`}`)];
  ctx.type = 'html';
  ctx.body = renderPage(visit, [], 'This application cannot be connected', content);
}
