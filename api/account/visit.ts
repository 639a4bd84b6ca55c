/** A request to the account area as its pages see it, and the pages' answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
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
import type { Consents } from '../oauth/consents.ts';
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
  /** Origins that a webhook may have although they are private. */
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
  /** The visitor's address; for IPv6 its /64. */
  readonly client: string;
  readonly now: Date;
  readonly formToken: string;
  readonly signedIn: SignedIn | null;
  /** Used by the consent page, because a cookie of the authorization server binds its question to the browser. */
  readonly exchange: { readonly req: IncomingMessage; readonly res: ServerResponse };
}

export interface PageReply {
  readonly kind: 'page';
  /** Absent: 200. */
  readonly status?: number;
  readonly title: string;
  readonly content: Content;
  readonly retryAfterSeconds?: number;
  /** Origins and schemes, besides this site, to which its forms may lead the browser. */
  readonly formTargets?: readonly string[];
  /** Whether it may be in a window that an application has opened and waits for. */
  readonly keepsOpener?: boolean;
}

export interface RedirectReply {
  readonly kind: 'redirect';
  /** A path of this site. */
  readonly to: string;
  /** Token of a session that begins; null: the session ends; absent: it is unchanged. */
  readonly session?: string | null;
}

export interface FileReply {
  readonly kind: 'file';
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

export type Reply = PageReply | RedirectReply | FileReply;

export type Handle<V extends Visit = Visit> = (visit: V, deps: AreaDeps) => Promise<Reply>;
export interface OwnVisit extends Visit {
  readonly signedIn: SignedIn;
}

/** Refuses a form: its page is shown again, with this sentence above it. 404: what it names is not the account's own, or does not exist. */
export class FormRefusal extends Error {
  readonly status: 404 | 422;

  constructor(sentence: string, status: 404 | 422 = 422) {
    super(sentence);
    this.status = status;
  }
}

/** Answers a request with this page in place of its own. */
export class PageRefusal extends Error {
  readonly reply: PageReply;

  constructor(reply: PageReply) {
    super(reply.title);
    this.reply = reply;
  }
}

interface PageFacts {
  readonly path: string;
  /** Sentences above the page by its parameter `done`, with which forms redirect to it. */
  readonly done?: ReadonlyMap<string, string>;
}

export interface OpenPage extends PageFacts {
  readonly access: 'everybody';
  readonly get?: Handle;
  readonly post?: Handle;
}
/** A page of the signed-in account. It finds data by that account, never by an id from outside alone. */
export interface OwnPage extends PageFacts {
  readonly access: 'signed-in';
  /** Name in the navigation; absent: it is not listed. */
  readonly label?: string;
  readonly get?: Handle<OwnVisit>;
  readonly post?: Handle<OwnVisit>;
}
export type AreaPage = OpenPage | OwnPage;

/** Returns the address in a form; throws where it is none. */
export function addressIn(visit: Visit): string {
  const address = normalAddress(field(visit, 'address', 320));
  if (address === null) throw new FormRefusal('This is not a valid e-mail address.');
  return address;
}

/** Returns one value of a form, cut to `lengthMax` characters. */
export const field = ({ form }: Visit, name: string, lengthMax = 1_000): string => (form.get(name) ?? '').slice(0, lengthMax);
