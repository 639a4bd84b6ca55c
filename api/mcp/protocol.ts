/** Serves the Model Context Protocol without sessions, in the revisions with a handshake (up to 2025-11-25) and without one (2026-07-28). */
import type { IncomingMessage } from 'node:http';
import { toWebRequest } from '@modelcontextprotocol/node';
import { classifyInboundRequest, createMcpHandler, isJSONRPCRequest, ProtocolError, Server } from '@modelcontextprotocol/server';
import type { Logger } from '#ops/process/log.ts';
import { callTool, toolNamed, type CallContext } from './call-tool.ts';
import { listedAsText, listedTools } from './listing.ts';
import { answerMessage, errorReply, type Reply } from './one-message.ts';
import type { ApiDeps } from '../deps.ts';
import { instructions } from './tools.ts';

const identity = { name: 'tickerwire', title: 'Tickerwire', version: '1.0.0' };
/** Clients may cache the lists, which are the same for all callers of a release. */
const listLife = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const cacheHints = { 'tools/list': listLife, 'server/discover': listLife };
const [invalidParams, methodNotFound] = [-32_602, -32_601] as const;
const structuredSince = '2025-06-18';

export type ServeProtocol = (request: IncomingMessage, body: unknown, context: CallContext) => Promise<Reply>;

export function createProtocol(deps: ApiDeps, log: Logger): ServeProtocol {
  return serveProtocol((context) => {
    const server = new Server(identity, { capabilities: { tools: {} }, cacheHints, instructions });
    server.setRequestHandler('tools/list', () => ({ tools: [...(context.isTextOnly ? listedAsText : listedTools)] }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = toolNamed(params.name);
      if (tool === undefined) throw new ProtocolError(invalidParams, `Unknown tool. Call tools/list for all tools.`);
      return callTool(tool, params.arguments, context, deps, log);
    });
    return server;
  }, log);
}

export function serveProtocol(serverFor: (context: CallContext) => Server, log: Logger): ServeProtocol {
  const modern = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.['context'] as CallContext), {
    legacy: 'reject',
    onerror: (error) => log.debug({ err: error }, 'mcp.refused'),
  });

  return async (request, body, context) => {
    const header = (name: string): string | undefined => (typeof request.headers[name] === 'string' ? request.headers[name] : undefined);
    const authInfo = { token: '', clientId: context.caller.account.id, scopes: [], extra: { context } };
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      protocolVersionHeader: header('mcp-protocol-version'),
      mcpMethodHeader: header('mcp-method'),
      mcpNameHeader: header('mcp-name'),
    });
    if (route.kind === 'legacy') return answerMessage(body, route, authInfo, async () => serverFor(context));
    // The server declares no subscriptions.
    if (isJSONRPCRequest(body) && body.method === 'subscriptions/listen') return errorReply(404, methodNotFound, 'Method not found', body.id);
    const response = await modern.fetch(await toWebRequest(request, body), { authInfo, parsedBody: body });
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
  };
}

/** Returns whether a client reads only text. `header`: the revision that the client sends; clients that send none use an older one. */
export const isTextRevision = (header: string | undefined, method: unknown): boolean =>
  method !== 'initialize' && method !== 'server/discover' && (header === undefined || header < structuredSince);
