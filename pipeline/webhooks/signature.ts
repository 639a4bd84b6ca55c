/**
 * Builds the headers of a delivery: our own, and those of Standard Webhooks. Both sign the body and the time of sending. While a former secret
 * is valid, there is a second signature with it.
 * - X-Service-Signature: `t=<unix seconds>,v1=<hex>[,v1=<hex>]`, over `<t>.<body>`; key: the secret as text
 * - webhook-signature: `v1,<base64>[ v1,<base64>]`, over `<webhook-id>.<t>.<body>`; key: the decoded bytes after `whsec_`
 */
import { createHmac } from 'node:crypto';
import { eventId } from '#schemas/delivery.ts';
import type { Webhook } from '#schemas/webhook.ts';

const userAgent = 'tickerwire-webhooks/1.0';
const secretPrefix = 'whsec_';

type Secrets = Pick<Webhook, 'secret' | 'previous_secret' | 'previous_secret_until'>;

export function signedHeaders(
  secrets: Secrets,
  { number, body, atMs }: { readonly number: number; readonly body: string; readonly atMs: number },
): Record<string, string> {
  const seconds = Math.floor(atMs / 1_000);
  const id = eventId(number);
  const valid = secretsAt(secrets, atMs);
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'accept-encoding': 'identity',
    'x-service-event': 'news.matched',
    'x-service-delivery': String(number),
    'x-service-signature': [`t=${seconds}`, ...valid.map((secret) => `v1=${serviceSignature(secret, `${seconds}.${body}`)}`)].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': valid.map((secret) => `v1,${standardSignature(secret, `${id}.${seconds}.${body}`)}`).join(' '),
  };
}

function secretsAt({ secret, previous_secret: previous, previous_secret_until: until }: Secrets, atMs: number): string[] {
  return previous !== null && until !== null && Date.parse(until) > atMs ? [secret, previous] : [secret];
}

const serviceSignature = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const standardSignature = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64url'))
    .update(text)
    .digest('base64');
