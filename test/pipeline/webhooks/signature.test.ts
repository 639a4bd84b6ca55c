/** Signatures, checked by third-party verifiers. */
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { newSecret } from '#ops/accounts/account-webhooks.ts';
import { signedHeaders } from '#pipeline/webhooks/signature.ts';
import { WebhookSecret } from '#schemas/webhook.ts';
import { makeSecret } from '#test/support/subscribers.ts';

const body = JSON.stringify({ id: 'evt_42', type: 'news.matched.v1', title: 'Café “quotes” \u2028 and 日本' });
const only = (secret: string) => ({ secret, previous_secret: null, previous_secret_until: null });
const sign = (secrets: Parameters<typeof signedHeaders>[0], atMs = Date.now(), text = body) =>
  signedHeaders(secrets, { number: 42, body: text, atMs });

const webhooks = new Stripe('sk_test_none').webhooks;
/** Throws if the signature is not valid. */
const byStripe = (headers: Readonly<Record<string, string>>, secret: string, text = body): unknown =>
  webhooks.constructEvent(text, headers['x-service-signature'] ?? '', secret);
/** Receivers pass the secret's bytes to the verifier: it takes base64, and the secret is base64url. */
const byStandard = (headers: Readonly<Record<string, string>>, secret: string, text = body): unknown =>
  new StandardWebhook(Buffer.from(secret.slice('whsec_'.length), 'base64url'), { format: 'raw' }).verify(text, headers);
const verifiers = [
  ['stripe', byStripe],
  ['standardwebhooks', byStandard],
] as const;

describe.each(verifiers)('to %s', (_, verify) => {
  test('the body as it was sent holds, under any secret', () => {
    for (let round = 0; round < 50; round += 1) {
      const secret = makeSecret();
      expect(verify(sign(only(secret)), secret)).toEqual(JSON.parse(body));
    }
  });

  test('a body, a time or a secret that is another does not', () => {
    const secret = makeSecret();
    const headers = sign(only(secret));
    expect(() => verify(headers, secret, body.replace('42', '43'))).toThrow();
    expect(() => verify(headers, secret, `${body} `)).toThrow();
    expect(() => verify(headers, makeSecret())).toThrow();
    const seconds = String(Number(headers['webhook-timestamp']) - 1);
    const signature = headers['x-service-signature']!.replace(/\d+/, seconds);
    expect(() => verify({ ...headers, 'webhook-timestamp': seconds, 'x-service-signature': signature }, secret)).toThrow();
  });

  test('after a rotation both secrets hold until the former one ends', () => {
    const [secret, former] = [makeSecret(), makeSecret()];
    const until = (ms: number) => ({ secret, previous_secret: former, previous_secret_until: new Date(Date.now() + ms).toISOString() });
    for (const one of [secret, former]) expect(verify(sign(until(60_000)), one)).toEqual(JSON.parse(body));
    expect(verify(sign(until(-1)), secret)).toEqual(JSON.parse(body));
    expect(() => verify(sign(until(-1)), former)).toThrow();
  });
});

test('a secret that is made today is taken by Standard Webhooks as it is written, and by libraries that want padding with an = behind it', () => {
  for (let round = 0; round < 100; round += 1) {
    const secret = newSecret();
    expect(WebhookSecret.safeParse(secret).success).toBe(true);
    const headers = sign(only(secret));
    for (const written of [secret, `${secret}=`]) expect(new StandardWebhook(written).verify(body, headers)).toEqual(JSON.parse(body));
    expect(byStripe(headers, secret)).toEqual(JSON.parse(body));
  }
});

test('an older secret, in which base64url differs from base64, signs as before', () => {
  const secret = `whsec_-_${'A1b2C3d4'.repeat(5)}Q`;
  expect(WebhookSecret.safeParse(secret).success).toBe(true);
  expect(byStandard(sign(only(secret)), secret)).toEqual(JSON.parse(body));
});
