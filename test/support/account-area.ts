/** An account area with real servers, a mail server, and visitors that keep cookies and submit forms as a browser without script does. */
import { configOn, type Ground } from './api.ts';
import { testLog } from './log.ts';
import { sharedGround, sharing } from './shared-servers.ts';
import { startMailServer, type MailServer } from './smtp.ts';
import { symbolEntry } from './symbols.ts';
import { until } from './until.ts';
import { startApi, type Api } from '#api/main.ts';
import { openRedis } from '#ops/process/redis.ts';

export interface AreaGround {
  readonly ground: Ground;
  readonly api: Api;
  readonly mail: MailServer;
  /** Returns an address that was not used before. */
  readonly address: () => string;
  readonly visitor: () => Visitor;
  /** Returns a visitor that has signed up, confirmed and signed in. */
  readonly customer: (address?: string) => Promise<Visitor & { readonly address: string; readonly accountId: string }>;
  readonly metric: (name: string) => Promise<number>;
  /** Resets the counters of attempts. */
  readonly forgetTries: () => Promise<void>;
}

export interface PageSeen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Fields = Readonly<Record<string, string>>;
/** Headers to add, and a form token to send in place of the page's. */
interface Sending {
  readonly headers?: Fields;
  /** The token to send instead of that on the page. */
  readonly formToken?: string;
}

export interface Visitor {
  readonly cookies: Map<string, string>;
  readonly get: (path: string) => Promise<PageSeen>;
  /** Opens the page and posts its form; follows no redirect. */
  readonly submit: (path: string, fields: Fields, sending?: Sending) => Promise<PageSeen>;
  /** Posts without opening a page first. */
  readonly post: (path: string, fields: Fields, sending?: Sending) => Promise<PageSeen>;
}

export const password = 'correct horse battery staple';
export const linkIn = (text: string): string => /https?:\/\/\S+(\/account\/link\/\?token=[\w-]{43})/.exec(text)?.[1] ?? '';
export const formTokenIn = (html: string): string => /name="form_token" value="([\w-]+)"/.exec(html)?.[1] ?? '';

/** Starts the area for the tests of a file. */
export async function sharedArea(env: Readonly<Record<string, string>> = {}): Promise<AreaGround> {
  const [ground, mail] = await Promise.all([sharedGround(), sharing(startMailServer())]);
  await ground.putSymbols([
    symbolEntry('AAPL', { name: 'Apple Inc.' }),
    symbolEntry('MSFT', { name: 'Microsoft <b>Corp</b>' }),
    symbolEntry('BRK.B'),
  ]);
  const api = await sharing(
    startApi(configOn(ground, { SMTP_URL: mail.url, MAIL_FROM: 'tickerwire <feed@example.test>', ...env }), { log: testLog }),
  );
  let count = 0;
  const address = (): string => `person${(count += 1)}@example.test`;
  const visitor = (): Visitor => visitorOf(api.url);
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${api.ops}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  };
  const forgetTries = async (): Promise<void> => {
    const redis = openRedis(ground.redis.url, { commandTimeoutMs: 5_000, name: 'test', log: testLog });
    await until('redis', () => redis.status === 'ready');
    const keys = await redis.keys('account:throttle:*');
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  };
  return {
    ground,
    api,
    mail,
    address,
    visitor,
    metric,
    forgetTries,
    customer: async (given = address()) => {
      const one = visitor();
      const before = mail.countTo(given);
      await one.submit('/account/sign-up/', { address: given });
      const link = linkIn((await mail.mailTo(given, before)).text);
      const signedIn = await one.submit(link, { token: link.split('=')[1]!, password });
      if (signedIn.status !== 303) throw new Error(`not signed in: ${signedIn.status} ${signedIn.text}`);
      const accountId = /<code>([a-z0-9]{12})<\/code>/.exec((await one.get('/account/')).text)?.[1] ?? '';
      await forgetTries();
      return { ...one, address: given, accountId };
    },
  };
}

function visitorOf(url: string): Visitor {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<PageSeen> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]!.split('=', 2);
      if (/Max-Age=0/.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post: Visitor['post'] = (path, fields, { headers = { origin: url }, formToken = '' } = {}) =>
    send(path.split('?', 1)[0]!, { method: 'POST', headers, body: new URLSearchParams({ form_token: formToken, ...fields }) });
  return {
    cookies,
    get: (path) => send(path, {}),
    post,
    submit: async (path, fields, { headers, formToken } = {}) => {
      const page = await send(path, {});
      return post(path, fields, { ...(headers && { headers }), formToken: formToken ?? formTokenIn(page.text) });
    },
  };
}
