/**
 * Questions whether an application may be connected: found by the cookie of the browser in which the application asked, and answered by
 * the owner of an account. Allowing makes the connection; its code and tokens are made by the authorization server afterwards.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KV } from '@nats-io/kv';
import type { Provider } from 'oidc-provider';
import { putConnection } from '#ops/accounts/connections.ts';
import { toolsScope, type Connection } from '#schemas/oauth.ts';
import { connectPath } from '../account/connect-path.ts';
import { keptMetadata } from './client-metadata.ts';
import { errors } from './library.ts';
import { keepClient } from './stored-models.ts';

export interface Question {
  /** As the application calls itself; empty: it does not. */
  readonly clientName: string;
  /** Address of the document in which it says so; null: it registered. */
  readonly describedAt: string | null;
  /** Where the answer is sent. */
  readonly callback: string;
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export interface Consents {
  /** The question of this path, where this browser was sent to it; null: it is over, or another browser's. */
  readonly find: (exchange: Exchange, path: string) => Promise<Question | null>;
  /** `accountId`: who allows it; null: it is refused. Answers the path at which the browser goes on. Throws an AccountError where there are too many connections. */
  readonly answer: (exchange: Exchange, accountId: string | null, now: Date) => Promise<string>;
}

type Deps = { readonly provider: () => Provider; readonly lasting: KV; readonly nowMs: () => number };

export function createConsents({ provider, lasting, nowMs }: Deps): Consents {
  const open = async ({ req, res }: Exchange) => {
    try {
      const interaction = await provider().interactionDetails(req, res);
      return interaction.result === undefined ? interaction : null;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  };
  const clientOf = async (clientId: unknown) => (typeof clientId === 'string' ? await provider().Client.find(clientId) : undefined);
  return {
    find: async (exchange, path) => {
      const interaction = await open(exchange);
      if (interaction === null || connectPath(interaction.uid) !== path) return null;
      const { client_id: clientId, redirect_uri: callback } = interaction.params;
      const client = await clientOf(clientId);
      if (client === undefined || typeof callback !== 'string') return null;
      return { clientName: client.clientName ?? '', describedAt: client.clientId.includes('://') ? client.clientId : null, callback };
    },
    answer: async ({ req, res }, accountId, now) => {
      const finish = async (result: Parameters<Provider['interactionResult']>[2]): Promise<string> =>
        new URL(await provider().interactionResult(req, res, result, { mergeWithLastSubmission: false })).pathname;
      if (accountId === null) return finish({ error: 'access_denied', error_description: 'the owner of the account did not allow it' });
      const interaction = await provider().interactionDetails(req, res);
      const { client_id: clientId, redirect_uri: callback, resource } = interaction.params;
      const client = await clientOf(clientId);
      if (client === undefined || typeof callback !== 'string') throw new errors.SessionNotFound('the application is gone');
      const connection: Connection = {
        id: `${accountId}.${randomBytes(16).toString('base64url')}`,
        client_id: client.clientId,
        client_name: client.clientName ?? '',
        callbacks: client.redirectUris ?? [callback],
        callback,
        resource: String(Array.isArray(resource) ? resource[0] : resource),
        scope: toolsScope,
        connected_at: now.toISOString(),
        renewed_at: null,
      };
      await keepClient({ lasting, nowMs }, client.clientId, keptMetadata(client.metadata()));
      await putConnection(lasting, connection, now);
      return finish({ login: { accountId, remember: false }, consent: { grantId: connection.id } });
    },
  };
}
