/**
 * The Model Context Protocol for the tools, with one server per request and without sessions: the revisions that begin with a handshake (up
 * to 2025-11-25) and the one without (2026-07-28).
 */
import type { IncomingMessage } from 'node:http';
import { toWebRequest } from '@modelcontextprotocol/node';
import { classifyInboundRequest, createMcpHandler, isJSONRPCRequest, ProtocolError, Server } from '@modelcontextprotocol/server';
import type { Logger } from '#ops/process/log.ts';
import { callTool, toolNamed, type Visit } from './call-tool.ts';
import { listedAsText, listedTools } from './listing.ts';
import { answerMessage, errorReply, type Reply } from './one-message.ts';
import type { ApiDeps } from '../deps.ts';
import { instructions } from './tools.ts';

const identity = { name: 'tickerwire', title: 'Tickerwire', version: '1.0.0' };
/** A release lists the same tools for all callers, so lists may be cached. */
const listLife = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const cacheHints = { 'tools/list': listLife, 'server/discover': listLife };
const [invalidParams, methodNotFound] = [-32_602, -32_601] as const;
/** The first revision whose clients know structured content. */
const structuredSince = '2025-06-18';

/** Answers a request; `body` is its parsed message. */
export type ServeProtocol = (request: IncomingMessage, body: unknown, visit: Visit) => Promise<Reply>;

export function createProtocol(deps: ApiDeps, log: Logger): ServeProtocol {
  return serveProtocol((visit) => {
    const server = new Server(identity, { capabilities: { tools: {} }, cacheHints, instructions });
    server.setRequestHandler('tools/list', () => ({ tools: [...(visit.isTextOnly ? listedAsText : listedTools)] }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = toolNamed(params.name);
      if (tool === undefined) throw new ProtocolError(invalidParams, `Unknown tool. Call tools/list for all tools.`);
      return callTool(tool, params.arguments, visit, deps, log);
    });
    return server;
  }, log);
}

/** Creates the handler; `serverFor` is called for every request. */
export function serveProtocol(serverFor: (visit: Visit) => Server, log: Logger): ServeProtocol {
  const modern = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.['visit'] as Visit), {
    legacy: 'reject',
    onerror: (error) => log.debug({ err: error }, 'mcp.refused'),
  });

  return async (request, body, visit) => {
    const header = (name: string): string | undefined => (typeof request.headers[name] === 'string' ? request.headers[name] : undefined);
    const version = header('mcp-protocol-version');
    const authInfo = { token: '', clientId: visit.caller.account.id, scopes: [], extra: { visit } };
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...(version !== undefined && { protocolVersionHeader: version }),
      ...(header('mcp-method') !== undefined && { mcpMethodHeader: header('mcp-method')! }),
      ...(header('mcp-name') !== undefined && { mcpNameHeader: header('mcp-name')! }),
    });
    if (route.kind === 'legacy') return answerMessage(body, route, authInfo, async () => serverFor(visit));
    // Nothing can be subscribed to, and no capability claims it.
    if (isJSONRPCRequest(body) && body.method === 'subscriptions/listen') return errorReply(404, methodNotFound, 'Method not found', body.id);
    const response = await modern.fetch(await toWebRequest(request, body), { authInfo, parsedBody: body });
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
  };
}

/** Returns whether a client of this revision knows no structured content. Clients without the header are of older revisions. */
export const isTextRevision = (header: string | undefined, method: unknown): boolean =>
  method !== 'initialize' && method !== 'server/discover' && (header === undefined || header < structuredSince);
