/** The request that a page of the account area receives, and the replies that it returns. */
import type { Content } from './element.ts';
import type { KV } from '@nats-io/kv';
import type { AccountEntry } from '#ops/accounts/account-entries.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Mailer } from '#ops/outbound/mail.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Redis } from '#ops/process/redis.ts';
import { normalAddress, type Identity, type Session } from '#schemas/sign-in.ts';
import type { ApiDeps } from '../deps.ts';
import type { ConnectionBook } from '../oauth/connection-book.ts';
import type { Consents, Exchange } from '../oauth/consents.ts';
import type { Passwords } from './password.ts';
import type { Throttle } from './throttle.ts';

export interface AreaDeps extends Pick<
  ApiDeps,
  'accounts' | 'symbols' | 'ask' | 'plans' | 'publicUrl' | 'pricingUrl' | 'requestTimeoutMs' | 'nowMs'
> {
  readonly identities: KV;
  readonly sessions: KV;
  readonly connections: ConnectionBook;
  readonly consents: Consents;
  readonly redis: Redis;
  readonly bus: Bus;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly mailer: Mailer;
  /** Private origins to which webhooks may be sent nevertheless. */
  readonly allowedOrigins: readonly string[];
  readonly log: Logger;
}

export interface SignedIn {
  /** The value of the session cookie. */
  readonly token: string;
  readonly session: Session;
  readonly identity: Identity;
  readonly entry: AccountEntry;
}

export interface Visit {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Empty unless a form was posted. */
  readonly form: URLSearchParams;
  /** IP address of the visitor; for IPv6 its /64 network. */
  readonly client: string;
  readonly now: Date;
  readonly formToken: string;
  readonly signedIn: SignedIn | null;
  /** Raw request and response for the consent page, whose question belongs to a cookie of the authorization server. */
  readonly exchange: Exchange;
}

export interface PageReply {
  readonly kind: 'page';
  /** HTTP status; 200 when absent. */
  readonly status?: number;
  readonly title: string;
  readonly content: Content;
  readonly retryAfterSeconds?: number;
  /** Origins and schemes, in addition to this site, to which the page's forms may redirect the browser. */
  readonly formTargets?: readonly string[];
  /** Whether the page keeps its opener: an application may have opened the window, and waits for the result. */
  readonly keepsOpener?: boolean;
}

/** `to`: a path of this site. `session`: the token of a new session; null ends the session, and absent leaves it unchanged. */
export type Reply =
  | PageReply
  | { readonly kind: 'redirect'; readonly to: string; readonly session?: string | null }
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly body: string };

type Handle<V extends Visit = Visit> = (visit: V, deps: AreaDeps) => Promise<Reply>;
export interface OwnVisit extends Visit {
  readonly signedIn: SignedIn;
}

/** Refuses a form: its page is shown again with the sentence above it. Status 404: the account has no such key, webhook or alert. */
export class FormRefusal extends Error {
  readonly status: 404 | 422;

  constructor(sentence: string, status: 404 | 422 = 422) {
    super(sentence);
    this.status = status;
  }
}

/** Answers the request with this page instead of the requested one. */
export class PageRefusal extends Error {
  readonly reply: PageReply;

  constructor(reply: PageReply) {
    super(reply.title);
    this.reply = reply;
  }
}

interface PageFacts {
  readonly path: string;
  /** Sentences to show above the page, by the query parameter `done` of the redirect that follows a form. */
  readonly done?: ReadonlyMap<string, string>;
}

export interface OpenPage extends PageFacts {
  readonly access: 'everybody';
  readonly get?: Handle;
  readonly post?: Handle;
}
/** A page of the signed-in account. It looks data up by that account, never only by an id in the request. */
export interface OwnPage extends PageFacts {
  readonly access: 'signed-in';
  /** Name in the navigation, which omits a page without one. */
  readonly label?: string;
  readonly get?: Handle<OwnVisit>;
  readonly post?: Handle<OwnVisit>;
}
export type AreaPage = OpenPage | OwnPage;

/** Returns the e-mail address in a form. Throws a FormRefusal when it is invalid. */
export function addressIn(visit: Visit): string {
  const address = normalAddress(field(visit, 'address', 320));
  if (address === null) throw new FormRefusal('This is not a valid e-mail address.');
  return address;
}

/** Returns what the form asks for, one of `allowed`. Throws a FormRefusal for anything else, which no page sends. */
export function intentOf<T extends string>(visit: Visit, allowed: readonly T[]): T {
  const intent = allowed.find((one) => one === visit.form.get('intent'));
  if (intent === undefined) throw new FormRefusal('The form was not valid. Reload the page and try again.');
  return intent;
}

export const field = ({ form }: Visit, name: string, lengthMax = 1_000): string => (form.get(name) ?? '').slice(0, lengthMax);
