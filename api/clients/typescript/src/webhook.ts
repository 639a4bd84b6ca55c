/** Verifies the signature of a webhook: `X-Service-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 of the time, a dot and the body. */
import type { NewsItem } from './generated/schemas.ts';

export interface WebhookEvent {
  readonly id: string;
  readonly type: 'news.matched.v1';
  readonly created_at: string;
  readonly delivery_attempt: number;
  /** Present only on a test that the webhook's owner requested. */
  readonly test?: true;
  readonly data: { readonly alert: { readonly ticker: string }; readonly article: NewsItem };
}

export interface SignedWebhook {
  /** The webhook's secret, or the old and the new one while the secret is being replaced. */
  readonly secret: string | readonly string[];
  /** Value of the header `X-Service-Signature`. */
  readonly signature: string | null | undefined;
  /** The raw body as received; parsing and serialising changes it. */
  readonly body: string | Uint8Array;
  /** Maximum seconds between the signature's time and now. Default: 300. */
  readonly toleranceSeconds?: number;
  readonly nowMs?: number;
}

/** The webhook was not sent by the service, was changed in transit, or was sent again later. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

const encoder = new TextEncoder();
const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/** Resolves with the event. Rejects with WebhookSignatureError. */
export async function verifyWebhook({ secret, signature, body, toleranceSeconds = 300, nowMs = Date.now() }: SignedWebhook): Promise<WebhookEvent> {
  const parts = (signature ?? '').split(',').map((part) => part.trim());
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/i.test(part)).map((part) => bytesOf(part.slice(3)));
  if (time === undefined || signatures.length === 0) throw new WebhookSignatureError('the signature header has no t or no v1');
  if (Math.abs(nowMs / 1_000 - Number(time)) > toleranceSeconds)
    throw new WebhookSignatureError(`the signature is older or newer than ${toleranceSeconds} s`);
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = new Uint8Array(time.length + 1 + bytes.length);
  signed.set(encoder.encode(`${time}.`));
  signed.set(bytes, time.length + 1);
  let isGenuine = false;
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await crypto.subtle.importKey('raw', encoder.encode(each), algorithm, false, ['verify']);
    // `verify` takes the same time wherever the signatures differ.
    for (const given of signatures) isGenuine = (await crypto.subtle.verify(algorithm, key, given, signed)) || isGenuine;
  }
  if (!isGenuine) throw new WebhookSignatureError('the signature does not match the body');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
