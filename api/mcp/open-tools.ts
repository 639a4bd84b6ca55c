/** Opens the tool server when an API process starts, on a port of its own. */
import { toolsPort, type Config } from '#schemas/config.ts';
import type { ApiDeps } from '../deps.ts';
import { startServer, type HttpServer, type ServerOptions } from '../http/server.ts';
import { createProtocol } from './protocol.ts';
import { createToolServer, type ToolServerOptions } from './serve-tools.ts';

interface ToolsOptions extends Pick<ToolServerOptions, 'observers' | 'authenticate' | 'others'>, Pick<ServerOptions, 'onTurnedAway'> {
  readonly config: Config;
}

export async function openTools(deps: ApiDeps, { config, observers, onTurnedAway, authenticate, others }: ToolsOptions): Promise<HttpServer> {
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
