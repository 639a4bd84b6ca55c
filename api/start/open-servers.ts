/** Starts the two servers of an API process: the API with the account area and OAuth, and the tool server. */
import { retryUntilStopped } from '#ops/process/retry.ts';
import { toolsPort } from '#schemas/config.ts';
import { openAccountArea } from '../account/open-area.ts';
import type { ApiDeps } from '../deps.ts';
import { createApi } from '../http/app.ts';
import type { Observers } from '../http/frame.ts';
import { createProtocol } from '../mcp/protocol.ts';
import { createToolServer } from '../mcp/serve-tools.ts';
import { createAuthenticateConnection } from '../oauth/authenticate-connection.ts';
import { openOAuth } from '../oauth/open-oauth.ts';
import { operations } from '../operations.ts';
import { startServer } from '../http/server.ts';
import type { Accounts } from './open-accounts.ts';
import type { StartContext } from './start-context.ts';
import type { Stores } from './open-stores.ts';

const turnedAwayEveryMs = 60_000;

export interface Servers {
  readonly url: string;
  readonly mcp: string;
  readonly stop: () => Promise<void>;
}

/** Starts both servers. `onListening` receives the address of the API, which answers contain if API_PUBLIC_URL is not set. */
export async function openServers(
  { bus, redis }: Stores,
  { watch, noteUse }: Accounts,
  deps: ApiDeps,
  observers: Observers,
  onListening: (url: string) => void,
  context: StartContext,
): Promise<Servers> {
  const { config, log, registry, signal } = context;
  let toolsUrl: string | null = null;
  const resource = (): string => config.MCP_PUBLIC_URL ?? toolsUrl ?? `${deps.publicUrl()}/mcp`;
  const retried = { log, signal };
  const oauth = await retryUntilStopped(
    'open the connections',
    () => openOAuth({ bus, redis, accounts: watch, registry, config, log, resource, noteUse }, deps),
    retried,
  );
  const area = await retryUntilStopped('open the account area', () => openAccountArea({ bus, redis, registry, config, log, oauth }, deps), retried);
  const onTurnedAway = atMostEvery(turnedAwayEveryMs, (address) => log.warn({ address }, 'connections.too_many'));
  const api = createApi(operations, deps, observers, config.API_TRUSTED_PROXIES, [area.mount, oauth.mount]);
  const listening = {
    host: config.API_HOST,
    // If proxies are trusted, all sockets have a proxy's address, so only the proxy can limit its clients.
    connectionsPerAddress: config.API_TRUSTED_PROXIES > 0 ? 0 : config.API_CONNECTIONS_PER_ADDRESS,
    onTurnedAway,
  };
  const server = await startServer(api, { ...listening, port: config.API_PORT, setting: 'API_PORT' });
  onListening(server.url);
  const authenticate = createAuthenticateConnection({ byKey: deps.authenticate, verifyAccess: oauth.verifyAccess, plans: deps.plans, resource });
  const toolServer = createToolServer({
    deps,
    protocol: createProtocol(deps, log),
    observers,
    authenticate,
    others: [oauth.resourceMiddleware],
    trustedProxies: config.API_TRUSTED_PROXIES,
    publicUrl: () => config.MCP_PUBLIC_URL ?? toolsUrl ?? 'http://localhost',
    host: config.API_HOST,
  });
  const tools = await startServer(toolServer, { ...listening, port: toolsPort(config), setting: 'MCP_PORT' });
  toolsUrl = tools.url;
  return {
    url: server.url,
    mcp: tools.url,
    stop: async () => {
      await Promise.all([server.stop(), tools.stop()]);
      await area.stop();
      await oauth.stop();
    },
  };
}

function atMostEvery(waitMs: number, report: (address: string) => void): (address: string) => void {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  return (address) => {
    if (performance.now() - reportedAtMs < waitMs) return;
    reportedAtMs = performance.now();
    report(address);
  };
}
