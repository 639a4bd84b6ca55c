/** Opens the tool server of a starting API process, on a port of its own. */
import type { Config } from '#schemas/config.ts';
import type { ApiDeps } from '../context.ts';
import type { Observers } from '../http/frame.ts';
import { startServer, type HttpServer, type ServerOptions } from '../server.ts';
import { createProtocol } from './protocol.ts';
import { createToolServer, type ToolServerOptions } from './serve-tools.ts';

/** Distance of the tool server's port above the API's where MCP_PORT is not set. */
const portsAbove = 100;

const toolsPort = ({ MCP_PORT, API_PORT }: Pick<Config, 'MCP_PORT' | 'API_PORT'>): number => {
  if (MCP_PORT !== null) return MCP_PORT;
  return API_PORT === 0 || API_PORT + portsAbove > 65_535 ? 0 : API_PORT + portsAbove;
};

export interface ToolsGround {
  readonly config: Config;
  readonly observers: Observers;
  readonly onTurnedAway: NonNullable<ServerOptions['onTurnedAway']>;
  readonly authenticate: ToolServerOptions['authenticate'];
  readonly others: NonNullable<ToolServerOptions['others']>;
}

export async function openTools(deps: ApiDeps, { config, observers, onTurnedAway, authenticate, others }: ToolsGround): Promise<HttpServer> {
  let ownUrl = 'http://localhost';
  const listener = createToolServer({
    deps,
    protocol: createProtocol(deps, observers.log),
    observers,
    authenticate,
    others,
    trustedProxies: config.API_TRUSTED_PROXIES,
    publicUrl: () => config.MCP_PUBLIC_URL ?? ownUrl,
    host: config.API_HOST,
  });
  const server = await startServer(listener, {
    host: config.API_HOST,
    port: toolsPort(config),
    connectionsPerAddress: config.API_TRUSTED_PROXIES > 0 ? 0 : config.API_CONNECTIONS_PER_ADDRESS,
    onTurnedAway,
  });
  ownUrl = server.url;
  return server;
}
