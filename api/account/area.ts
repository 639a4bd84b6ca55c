/** Serves the account area, pages for people at `/account/`: finds the page, session and form of a request and refuses foreign forms. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { AccountError, readAccount } from '#ops/accounts/account-entries.ts';
import { readIdentity, removeIdentity } from '#ops/accounts/identities.ts';
import { isLoopbackName } from '#ops/process/own-names.ts';
import { requestPath, requestQuery } from '#ops/process/request-path.ts';
import { endSession, readSession, sessionLifeMs } from '#ops/accounts/sessions.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import { ApiError } from '../errors.ts';
import { answerByKoa, type Mount } from '../http/app.ts';
import type { ApiContext } from '../http/state.ts';
import { mediaType, readBytes } from '../request/body.ts';
import { clientKey } from '../http/sockets.ts';
import { connectPage } from './connect.ts';
import { isConnectPath } from './connect-path.ts';
import type { Content } from './element.ts';
import { pageHeaders, renderPage, stylePath } from './layout.ts';
import { link, notice, sentence } from './markup.ts';
import { areaPages, listedPages } from './pages.ts';
import { TooBusy } from './password.ts';
import {
  FormRefusal,
  PageRefusal,
  type AreaDeps,
  type AreaPage,
  type OwnVisit,
  type PageReply,
  type Reply,
  type SignedIn,
  type Visit,
} from './visit.ts';

const style = readFileSync(new URL('style.css', import.meta.url));
const pagesByPath = new Map<string, AreaPage>(areaPages.map((page) => [page.path, page]));
const pageAt = (path: string): AreaPage | undefined => pagesByPath.get(path) ?? (isConnectPath(path) ? connectPage : undefined);
const tokenPattern = /^[\w-]{43}$/;
/** With the prefix `__Host-` a browser accepts a cookie only from this host and over https (RFC 6265bis, 4.1.3). */
const cookieNames = (isSecure: boolean) => ({
  session: `${isSecure ? '__Host-' : ''}tickerwire_session`,
  form: `${isSecure ? '__Host-' : ''}tickerwire_form`,
  attributes: `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
});

/** Adds every address below `/account` to a router. */
export const mountAccountArea =
  (deps: AreaDeps): Mount =>
  (router) => {
    router.get(stylePath, answerByKoa, (ctx) => {
      ctx.type = 'css';
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.body = style;
    });
    // The router's next handler refuses CORS preflights, for all paths alike.
    router.all('/account{/*rest}', answerByKoa, (ctx, next) => (ctx.method === 'OPTIONS' ? next() : serve(ctx, deps)));
  };

async function serve(ctx: ApiContext, deps: AreaDeps): Promise<void> {
  const { req, state } = ctx;
  const given = requestPath(req.url);
  const path = given.endsWith('/') ? given : `${given}/`;
  const query = new URLSearchParams(requestQuery(req.url));
  const page = pageAt(path);
  state.route = page?.path ?? 'none';
  const now = new Date(deps.nowMs());
  const isSecure = deps.publicUrl().startsWith('https:');
  const names = cookieNames(isSecure);
  const cookies = cookiesOf(req);
  const anonymous: Visit = {
    path,
    query,
    form: new URLSearchParams(),
    client: clientKey(ctx),
    now,
    formToken: '',
    signedIn: null,
    exchange: { req, res: ctx.res },
  };
  try {
    if (!isSecure && !isLoopbackName(new URL(deps.publicUrl()).hostname)) return sendReply(ctx, anonymous, insecure, names);
    const work = async () => {
      const signedIn = await signedInBy(cookies.get(names.session) ?? '', deps, now);
      let formCookie = cookies.get(names.form) ?? '';
      if (signedIn === null && !tokenPattern.test(formCookie)) {
        formCookie = randomBytes(32).toString('base64url');
        ctx.append('Set-Cookie', `${names.form}=${formCookie}; ${names.attributes}`);
      }
      const known: Visit = { ...anonymous, signedIn, formToken: formTokenOf(signedIn?.token ?? formCookie) };
      return answer(req, page, known, deps);
    };
    const { visit, reply } = await withTimeout(deps.requestTimeoutMs, work(), () => new TooBusy());
    sendReply(ctx, visit, reply, names);
  } catch (error) {
    // The form is too large or arrived too slowly: the API's own error describes it.
    if (error instanceof ApiError) throw error;
    if (!(error instanceof TooBusy)) deps.log.error({ err: error, route: state.route }, 'account.failed');
    sendReply(ctx, anonymous, busy, names);
  }
}

async function answer(
  req: IncomingMessage,
  page: AreaPage | undefined,
  visit: Visit,
  deps: AreaDeps,
): Promise<{ readonly visit: Visit; readonly reply: Reply }> {
  const isPost = req.method === 'POST';
  const isGet = req.method === 'GET' || req.method === 'HEAD';
  if (page === undefined) return { visit, reply: missing };
  if (!isPost && !isGet) return { visit, reply: wrongMethod };
  if (page.access === 'signed-in' && visit.signedIn === null)
    return { visit, reply: { kind: 'redirect', to: `/account/sign-in/${page === connectPage ? `?next=${encodeURIComponent(visit.path)}` : ''}` } };
  if (!isPost) {
    const reply = (await run(page, 'get', visit, deps)) ?? { kind: 'redirect', to: '/account/' };
    const done = page.done?.get(visit.query.get('done') ?? '');
    return { visit, reply: done === undefined ? reply : below(notice('done', done), reply) };
  }
  // The origin is checked before the body is read, so that another site's request costs little.
  if (!isSameOrigin(req, deps.publicUrl())) return { visit, reply: foreign };
  if (mediaType(req) !== 'application/x-www-form-urlencoded') return { visit, reply: { ...foreign, status: 415 } };
  const form = new URLSearchParams((await readBytes(req)).toString());
  const posted: Visit = { ...visit, form };
  if (!isSame(form.get('form_token') ?? '', visit.formToken)) return { visit, reply: foreign };
  const reply = await run(page, 'post', posted, deps).catch((error: unknown) => refusedForm(error, page, posted, deps));
  return { visit: posted, reply: reply ?? wrongMethod };
}

/** Returns the page of a refused form with the reason above it, or undefined for a page that has no GET. Throws errors that are no refusal. */
async function refusedForm(error: unknown, page: AreaPage, visit: Visit, deps: AreaDeps): Promise<Reply | undefined> {
  const refusal = error instanceof AccountError ? new FormRefusal(sentence(error.message)) : error;
  if (!(refusal instanceof FormRefusal)) throw error;
  const reply = await run(page, 'get', visit, deps);
  return reply === undefined ? undefined : below(notice('fault', refusal.message), reply, refusal.status);
}

const below = (line: Content, reply: Reply, status?: number): Reply =>
  reply.kind === 'page' ? { ...reply, ...(status !== undefined && { status }), content: [line, reply.content] } : reply;

async function run(page: AreaPage, how: 'get' | 'post', visit: Visit, deps: AreaDeps): Promise<Reply | undefined> {
  try {
    return await (page.access === 'everybody' ? page[how]?.(visit, deps) : page[how]?.(visit as OwnVisit, deps));
  } catch (error) {
    if (error instanceof PageRefusal) return error.reply;
    throw error;
  }
}

/** Returns the session and account of a session cookie, or null when the session is not valid. Throws when the account cannot be read. */
async function signedInBy(token: string, { sessions, identities, accounts }: AreaDeps, now: Date): Promise<SignedIn | null> {
  const session = await readSession(sessions, token, now);
  if (session === null) return null;
  const identity = await readIdentity(identities, session.account_id);
  if (identity === null || identity.session_epoch !== session.epoch) return null;
  try {
    return { token, session, identity, entry: await readAccount(accounts, session.account_id) };
  } catch (error) {
    if (!(error instanceof AccountError) || (await accounts.get(`account.${session.account_id}`))?.operation === 'PUT') throw error;
    // The deletion of this account was interrupted after the account itself was removed: complete it.
    await removeIdentity(identities, session.account_id);
    await endSession(sessions, token);
    return null;
  }
}

const formTokenOf = (secret: string): string => createHmac('sha256', secret).update('form').digest('base64url');

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return wanted !== '' && a.length === b.length && timingSafeEqual(a, b);
}

/** Returns whether a page of this site sent the form, judged by the browser's Fetch Metadata and the header Origin. */
function isSameOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin, host } = headers;
  if (origin === undefined) return site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

function cookiesOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  // When a name appears twice, the first value counts.
  return new Map(pairs.reverse().map(([name = '', value = '']) => [name, value]));
}

function sendReply(ctx: ApiContext, visit: Visit, reply: Reply, names: ReturnType<typeof cookieNames>): void {
  if (reply.kind === 'redirect') {
    if (reply.session !== undefined) {
      const [value, ageSeconds] = reply.session === null ? ['', 0] : [reply.session, sessionLifeMs / 1_000];
      ctx.append('Set-Cookie', `${names.session}=${value}; Max-Age=${ageSeconds}; ${names.attributes}`);
      // Someone may have planted the form cookie in this browser, so signing in or out removes it.
      ctx.append('Set-Cookie', `${names.form}=; Max-Age=0; ${names.attributes}`);
    }
    ctx.set({ Location: reply.to, 'Cache-Control': 'no-store' });
    ctx.status = 303;
    ctx.body = '';
    return;
  }
  if (reply.kind === 'file') {
    ctx.set({ ...pageHeaders(), 'Content-Type': reply.type, 'Content-Disposition': `attachment; filename="${reply.name}"` });
    ctx.body = reply.body;
    return;
  }
  const { status = 200, title, content, retryAfterSeconds } = reply;
  ctx.set(pageHeaders(reply));
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = renderPage(visit, listedPages, title, content);
}

const missing: PageReply = { kind: 'page', status: 404, title: 'Page not found', content: link('/account/', 'Go to your account') };
const wrongMethod: PageReply = { ...missing, status: 405, title: 'Method not allowed' };
const foreign: PageReply = {
  kind: 'page',
  status: 403,
  title: 'Please try again',
  content: [
    notice(
      'fault',
      'Nothing was changed. The form has expired, was sent from another page, or your browser blocks cookies. Reload the page, allow cookies and try again.',
    ),
    link('/account/', 'Go to your account'),
  ],
};
const busy: PageReply = {
  kind: 'page',
  status: 503,
  title: 'Temporarily unavailable',
  content: notice('fault', 'The service is busy. Please try again in a few seconds.'),
  retryAfterSeconds: 5,
};
const insecure: PageReply = {
  kind: 'page',
  status: 503,
  title: 'https is required',
  content: notice('fault', 'The account area needs https. If you run this service, set API_PUBLIC_URL to its https address.'),
};
