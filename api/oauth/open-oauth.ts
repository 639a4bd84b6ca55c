/** Opens OAuth when an API process starts: its buckets, the authorization server, and the check of access tokens. */
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
import { createRoomCheck } from './room.ts';
import { mountOAuth, serveResource } from './serve-oauth.ts';
import { storedModels, type StoredModelDeps } from './stored-models.ts';
import { createVerifyAccess, type VerifyAccess } from './verify-access.ts';

const natsErrors = Object.values(errors);

interface OAuthOptions {
  readonly bus: Bus;
  readonly redis: Redis;
  readonly accounts: Pick<AccountMap, 'byId'>;
  readonly registry: Registry;
  readonly config: Config;
  readonly log: Logger;
  readonly resource: () => string;
  /** Called at every use of a connection, with the name under which its last use is stored. */
  readonly noteUse: (name: string) => void;
}

export interface OAuth {
  readonly mount: Mount;
  /** Serves, on the tool server, the document that names this authorization server. */
  readonly resourceMiddleware: Middleware<ApiState>;
  readonly connections: ConnectionBook;
  readonly consents: Consents;
  readonly verifyAccess: VerifyAccess;
  readonly stop: () => Promise<void>;
}

export async function openOAuth(
  options: OAuthOptions,
  { publicUrl, requestTimeoutMs, nowMs }: Pick<ApiDeps, 'publicUrl' | 'requestTimeoutMs' | 'nowMs'>,
): Promise<OAuth> {
  const { bus, redis, accounts, registry, config, log, resource, noteUse } = options;
  const [lasting, short] = await Promise.all([openBucket(bus, buckets.oauth), openBucket(bus, buckets.oauthShort)]);
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
    checkRoom: createRoomCheck(),
    waitBeforeRefresh: (connectionId) => throttle.take({ 'oauth-refresh': connectionId }),
    nowMs,
    onEnded: forget,
    onReuse: (connection) => {
      reuses.inc();
      log.warn({ connection }, 'oauth.reused');
    },
  };
  // The server is made at its first request: without API_PUBLIC_URL its address is known only once the API listens.
  let server: Provider | null = null;
  const provider = (): Provider =>
    (server ??= createAuthorizationServer({
      issuer: publicUrl(),
      resource: resource(),
      accounts,
      models,
      // While the connection to NATS is being restored, it counts as connected but requests fail.
      isAway: (error) => !bus.isConnected() || natsErrors.some((kind) => error instanceof kind),
      onFailure: (error) => log.error({ err: error }, 'oauth.failed'),
    }));
  return {
    mount: mountOAuth({ provider, register: createRegister(storedModels(models)('Client'), nowMs), throttle, publicUrl, resource }),
    resourceMiddleware: serveResource({ publicUrl, resource }),
    connections: createConnectionBook(lasting, redis, forget),
    consents: createConsents(provider, lasting, nowMs),
    verifyAccess: verify,
    stop: outbound.close,
  };
}
