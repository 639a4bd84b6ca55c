/**
 * The Model Context Protocol around the tools: a server a request, of no session, for the revisions that begin with a
 * handshake (up to 2025-11-25) and for the one without (2026-07-28).
 */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type McpHandlerRequestOptions,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { Logger } from '#ops/runtime/log.ts';
import { callTool, toolNamed, type Visit } from './call-tool.ts';
import { listedAsText, listedTools } from './listing.ts';
import type { ToolDeps } from './tool.ts';
import { instructions } from './tools.ts';

const identity = { name: 'tickerwire', title: 'Tickerwire', version: '1.0.0' };
/** What a release lists is the same for everybody until the next one. */
const listLife = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const cacheHints = { 'tools/list': listLife, 'server/discover': listLife };
const invalidParams = -32_602;
/** The first revision whose clients know structured content. */
const structuredSince = '2025-06-18';

export type ServeProtocol = (request: Request, body: unknown, visit: Visit) => Promise<Response>;

/** Serves the tools. */
export const createProtocol = (deps: ToolDeps, log: Logger): ServeProtocol =>
  serveWith(({ authInfo }) => {
    const visit = authInfo?.extra?.['visit'] as Visit;
    const server = new Server(identity, { capabilities: { tools: {} }, cacheHints, instructions });
    server.setRequestHandler('tools/list', () => ({ tools: [...(visit.isTextOnly ? listedAsText : listedTools)] }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = toolNamed(params.name);
      if (tool === undefined) throw new ProtocolError(invalidParams, `Unknown tool: tools/list names those there are.`);
      return callTool(tool, params.arguments, visit, deps, log);
    });
    return server;
  }, log);

/** Serves what these servers serve, one made a request. */
export function serveWith(makeServer: McpServerFactory, log: Logger): ServeProtocol {
  const failed = (error: Error): void => log.debug({ err: error }, 'mcp.refused');
  // Nothing changes that could be subscribed to.
  const modern = createMcpHandler(makeServer, { legacy: 'reject', onerror: failed, maxSubscriptions: 0 });
  const legacy = async (request: Request, options: McpHandlerRequestOptions): Promise<Response> => {
    const server = await makeServer({ era: 'legacy', ...options, requestInfo: request });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, options);
    } finally {
      await server.close();
    }
  };

  return async (request, body, visit) => {
    const authInfo = { token: '', clientId: visit.caller.account.id, scopes: [], extra: { visit } };
    const options = { authInfo, ...(body !== undefined && { parsedBody: body }) };
    return (await isLegacyRequest(request, body)) ? legacy(request, options) : modern.fetch(request, options);
  };
}

/** Whether a client of this revision knows no structured content; a request without the header is of one before it was asked for. */
export const isTextRevision = (header: string | undefined, method: unknown): boolean =>
  method !== 'initialize' && method !== 'server/discover' && (header === undefined || header < structuredSince);
