/**
 * Passes one message to a server of the protocol and returns its answer, for the revisions that begin with a handshake, without a session.
 * The library's own transport builds a web request, a response and a stream for each message, which costs more than the call.
 */
import {
  isJSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type AuthInfo,
  type InboundLegacyRoute,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';

export interface Reply {
  readonly status: number;
  /** Empty: no body. */
  readonly text: string;
  /** Content type of the text; null or absent: JSON. */
  readonly type?: string | null;
}

const [invalidRequest, serverError] = [-32_600, -32_000] as const;

export const errorReply = (status: number, code: number, message: string, id: string | number | null = null): Reply => ({
  status,
  text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }),
});

/** Returns the reply to a message that the library classified by its shape. */
export async function answerMessage(
  body: unknown,
  { reason, requestedVersion: version }: InboundLegacyRoute,
  authInfo: AuthInfo,
  makeServer: () => Promise<Server>,
): Promise<Reply> {
  if (reason !== 'initialize' && version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
    return errorReply(400, serverError, `Unsupported protocol version; supported: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}`);
  if (reason === 'notification') return { status: 202, text: '' };
  if (reason !== 'initialize' && reason !== 'no-claim') return errorReply(400, invalidRequest, 'Invalid Request: send one request or notification');
  // The server is dropped without being closed: it has served its one message, and no request waits in it.
  return { status: 200, text: JSON.stringify(await exchange(await makeServer(), body as JSONRPCRequest, authInfo)) };
}

function exchange(server: Server, request: JSONRPCRequest, authInfo: AuthInfo): Promise<JSONRPCMessage> {
  return new Promise((resolve, reject) => {
    const transport: Transport = {
      start: async () => undefined,
      close: async () => transport.onclose?.(),
      // Other messages, such as progress, have no receiver and are dropped; a request to the client would wait for ever.
      send: async (message) => {
        if (isJSONRPCRequest(message)) throw new Error(`${message.method} cannot be sent to a client, which receives only the answer`);
        if ('id' in message && message.id === request.id) resolve(message);
      },
    };
    server.connect(transport).then(() => transport.onmessage?.(request, { authInfo }), reject);
  });
}
