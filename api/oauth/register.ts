/** Registers applications (RFC 7591). Anyone may register; an application that nobody connects expires. */
import { randomBytes } from 'node:crypto';
import type { Adapter } from 'oidc-provider';
import { clientMetadata } from './client-metadata.ts';
import { errors } from './library.ts';

export type Register = (description: unknown) => Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>;

export const createRegister =
  (clients: Adapter, nowMs: () => number): Register =>
  async (description) => {
    const metadata = clientMetadata(description);
    if ('error' in metadata) return { status: 400, body: { error: metadata.error, error_description: metadata.description } };
    const client = {
      ...metadata,
      redirect_uris: [...metadata.redirect_uris],
      client_id: randomBytes(24).toString('base64url'),
      client_id_issued_at: Math.floor(nowMs() / 1_000),
    };
    try {
      await clients.upsert(client.client_id, { ...client, grant_types: [...client.grant_types], response_types: ['code'] }, 0);
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error;
      return { status: error.statusCode, body: { error: error.error, error_description: error.error_description } };
    }
    return { status: 201, body: client };
  };
