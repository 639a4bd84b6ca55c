/** Answers one message of the protocol revisions with a handshake, without the library's transport, which costs more than the call. */
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
  /** Body of the answer; empty for none. */
  readonly text: string;
  /** Content type of the body; JSON when null or absent. */
  readonly type?: string | null;
}

const [invalidRequest, serverError] = [-32_600, -32_000] as const;

export const errorReply = (status: number, code: number, message: string, id: string | number | null = null): Reply => ({
  status,
  text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }),
});

/** Returns the reply to a message. The second argument is the library's classification of the message. */
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
  // The server need not be closed: it has answered its one message and nothing is pending.
  return { status: 200, text: JSON.stringify(await exchange(await makeServer(), body as JSONRPCRequest, authInfo)) };
}

function exchange(server: Server, request: JSONRPCRequest, authInfo: AuthInfo): Promise<JSONRPCMessage> {
  return new Promise((resolve, reject) => {
    const transport: Transport = {
      start: async () => undefined,
      close: async () => transport.onclose?.(),
      // Other messages, such as progress, cannot reach the client and are dropped; a request to the client would never be answered.
      send: async (message) => {
        if (isJSONRPCRequest(message)) throw new Error(`${message.method} cannot be sent to a client, which receives only the answer`);
        if ('id' in message && message.id === request.id) resolve(message);
      },
    };
    server.connect(transport).then(() => transport.onmessage?.(request, { authInfo }), reject);
  });
}
