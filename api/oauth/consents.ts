/**
 * A question asks an account's owner whether an application may connect. A cookie identifies it in the browser that the application sent
 * here. Consent stores the connection; the authorization server then issues its code and tokens.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KV } from '@nats-io/kv';
import type { Provider } from 'oidc-provider';
import { putConnection } from '#ops/accounts/connections.ts';
import { toolsScope, type Connection } from '#schemas/oauth.ts';
import { connectPath } from '../account/connect-path.ts';
import { describedFields } from './client-metadata.ts';
import { errors } from './library.ts';
import { keepClient } from './stored-models.ts';

export interface Question {
  /** Name that the application gives itself; empty when it gives none. */
  readonly clientName: string;
  /** Address of the document that describes the application; null when the application registered. */
  readonly describedAt: string | null;
  readonly callback: string;
}

export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export type Consents = ReturnType<typeof createConsents>;

export function createConsents(provider: () => Provider, lasting: KV, nowMs: () => number) {
  const open = async ({ req, res }: Exchange) => {
    try {
      const interaction = await provider().interactionDetails(req, res);
      return interaction.result === undefined ? interaction : null;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
  };
  /** Returns the application that sent the request and its callback, or null when the application no longer exists. */
  const applicationOf = async ({ client_id: clientId, redirect_uri: callback }: Readonly<Record<string, unknown>>) => {
    const client = typeof clientId === 'string' ? await provider().Client.find(clientId) : undefined;
    return client === undefined || typeof callback !== 'string' ? null : { client, clientName: client.clientName ?? '', callback };
  };
  return {
    /** Returns the question at this path, or null when it was answered, has expired, or belongs to another browser or a removed application. */
    find: async (exchange: Exchange, path: string): Promise<Question | null> => {
      const interaction = await open(exchange);
      if (interaction === null || connectPath(interaction.uid) !== path) return null;
      const application = await applicationOf(interaction.params);
      if (application === null) return null;
      const { client, clientName, callback } = application;
      return { clientName, describedAt: client.clientId.includes('://') ? client.clientId : null, callback };
    },
    /**
     * An `accountId` consents, null refuses. Returns the path to redirect to. Throws an AccountError when there are too many connections, and
     * SessionNotFound when the question has expired or the application was removed.
     */
    answer: async ({ req, res }: Exchange, accountId: string | null, now: Date): Promise<string> => {
      const finish = async (result: Parameters<Provider['interactionResult']>[2]): Promise<string> =>
        new URL(await provider().interactionResult(req, res, result, { mergeWithLastSubmission: false })).pathname;
      if (accountId === null) return finish({ error: 'access_denied', error_description: 'the account owner denied the request' });
      const { params } = await provider().interactionDetails(req, res);
      const { resource } = params;
      const application = await applicationOf(params);
      if (application === null) throw new errors.SessionNotFound('the application no longer exists; connect it again');
      const { client, clientName, callback } = application;
      const connection: Connection = {
        id: `${accountId}.${randomBytes(16).toString('base64url')}`,
        client_id: client.clientId,
        client_name: clientName,
        callbacks: client.redirectUris ?? [callback],
        callback,
        resource: String(Array.isArray(resource) ? resource[0] : resource),
        scope: toolsScope,
        connected_at: now.toISOString(),
        renewed_at: null,
      };
      await keepClient({ lasting, nowMs }, client.clientId, describedFields(client.metadata()));
      await putConnection(lasting, connection, now);
      return finish({ login: { accountId, remember: false }, consent: { grantId: connection.id } });
    },
  };
}
