/** Opens OAuth in a starting API process: its buckets, the authorization server, and the check of access tokens. */
import type { KV } from '@nats-io/kv';
import { errors } from '@nats-io/transport-node';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { createOutbound } from '#ops/outbound/outbound.ts';
import type { Redis } from '#ops/process/redis.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { AccountMap } from '#ops/accounts/watch-accounts.ts';
import type { Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { createThrottle } from '../account/throttle.ts';
import type { ApiDeps } from '../deps.ts';
import type { Mount } from '../http/app.ts';
import type { ApiState } from '../http/state.ts';
import { createAuthorizationServer } from './authorization-server.ts';
import { createConnectionBook, type ConnectionBook } from './connection-book.ts';
import { createConsents, type Consents } from './consents.ts';
import { createMetadataDocuments } from './metadata-document.ts';
import { createRegister } from './register.ts';
import { createRoom } from './room.ts';
import { mountOAuth, serveResource } from './serve-oauth.ts';
import { storedModels, type StoredModelDeps } from './stored-models.ts';
import { createVerifyAccess, type VerifyAccess } from './verify-access.ts';

const natsErrors = Object.values(errors);

export interface OAuthGround {
  readonly bus: Bus;
  readonly redis: Redis;
  readonly accounts: Pick<AccountMap, 'byId'>;
  readonly registry: Registry;
  readonly config: Config;
  readonly log: Logger;
  /** Returns the identifier of the tool server, the resource that tokens are for. */
  readonly resource: () => string;
  /** Called when an OAuth connection was used, with the key under which the time of its last use is stored. */
  readonly noteUse: (name: string) => void;
}

export interface OAuth {
  readonly mount: Mount;
  /** For the tool server: serves the document that leads from it to this authorization server. */
  readonly resourceMiddleware: Middleware<ApiState>;
  readonly connections: ConnectionBook;
  readonly consents: Consents;
  readonly verifyAccess: VerifyAccess;
  readonly stop: () => Promise<void>;
}

/** Opens the buckets and returns the parts of OAuth; rejects where NATS does not answer. */
export async function openOAuth(ground: OAuthGround, { publicUrl, requestTimeoutMs, nowMs, steadyMs }: OAuthDeps): Promise<OAuth> {
  const { bus, redis, accounts, registry, config, log, resource, noteUse } = ground;
  const [lasting, short] = (await Promise.all([openBucket(bus, buckets.oauth), openBucket(bus, buckets.oauthShort)])) as [KV, KV];
  const reuses = new Counter({
    name: 'oauth_connections_ended_by_reuse_total',
    help: 'Connections ended because a code or a refresh token was used twice',
    registers: [registry],
  });
  const outbound = createOutbound({ allowedOrigins: config.OAUTH_ALLOWED_ORIGINS, connectTimeoutMs: 3_000 });
  const throttle = createThrottle(redis);
  const documents = createMetadataDocuments({
    outbound,
    allowedOrigins: config.OAUTH_ALLOWED_ORIGINS.map((origin) => new URL(origin).origin),
    onRefused: (client, reason) => log.info({ client, reason }, 'oauth.document_refused'),
  });
  const { verify, forget } = createVerifyAccess({ lasting, short, accounts, noteUse, timeoutMs: requestTimeoutMs, nowMs });
  const models: StoredModelDeps = {
    lasting,
    short,
    documents,
    room: createRoom(steadyMs),
    waitBeforeRefresh: (connectionId) => throttle.take({ 'oauth-refresh': connectionId }),
    nowMs,
    onEnded: forget,
    onReuse: (connection) => {
      reuses.inc();
      log.warn({ connection }, 'oauth.reused');
    },
  };
  // Made at its first request, because without a configured address it is known only once the server listens.
  let server: Provider | null = null;
  const provider = (): Provider =>
    (server ??= createAuthorizationServer({
      issuer: publicUrl(),
      resource: resource(),
      accounts,
      models,
      // NATS errors also count: a connection that is just being restored answers nothing.
      isAway: (error) => !bus.isConnected() || natsErrors.some((kind) => error instanceof kind),
      onFailure: (error) => log.error({ err: error }, 'oauth.failed'),
    }));
  return {
    mount: mountOAuth({ provider, register: createRegister(storedModels(models)('Client'), nowMs), throttle, publicUrl, resource }),
    resourceMiddleware: serveResource({ publicUrl, resource }),
    connections: createConnectionBook(lasting, redis, forget),
    consents: createConsents({ provider, lasting, nowMs }),
    verifyAccess: verify,
    stop: outbound.close,
  };
}

type OAuthDeps = Pick<ApiDeps, 'publicUrl' | 'requestTimeoutMs' | 'nowMs' | 'steadyMs'>;
