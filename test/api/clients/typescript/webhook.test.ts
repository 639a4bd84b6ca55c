import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookSignatureError } from '#api/clients/typescript/src/webhook.ts';

const secret = `whsec_${randomBytes(32).toString('base64url')}`;
const nowMs = Date.parse('2026-11-22T12:00:00Z');
const time = nowMs / 1_000;
const body = JSON.stringify({ id: 'evt_1', type: 'news.matched.v1', data: { article: { original: { title: 'Zürich — “up” 💥' } } } });
const sign = (of: string | Uint8Array, at: number | string = time, by = secret): string =>
  `t=${at},v1=${createHmac('sha256', by).update(`${at}.`).update(of).digest('hex')}`;

describe('a webhook', () => {
  test('of the service is verified, as text and as bytes, and its event is returned', async () => {
    expect(await verifyWebhook({ secret, signature: sign(body), body, nowMs })).toEqual(JSON.parse(body));
    expect(await verifyWebhook({ secret, signature: sign(body), body: Buffer.from(body), nowMs })).toMatchObject({ id: 'evt_1' });
  });

  test('is verified while its secret is being replaced, with two secrets here or two signatures there', async () => {
    const signature = sign(body, time, 'whsec_old');
    expect(await verifyWebhook({ secret: [secret, 'whsec_old'], signature, body, nowMs })).toMatchObject({ id: 'evt_1' });
    const both = `${sign(body, time, 'whsec_new')},${sign(body).split(',')[1]}`;
    expect(await verifyWebhook({ secret, signature: both, body, nowMs })).toMatchObject({ id: 'evt_1' });
  });

  test('with any byte of its body, time or signature changed is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, bits) => {
        const changed = Buffer.from(body);
        changed[place % changed.length]! ^= bits;
        await expect(verifyWebhook({ secret, signature: sign(body), body: changed, nowMs })).rejects.toBeInstanceOf(WebhookSignatureError);
      }),
    );
    const good = sign(body);
    const other = good.endsWith('0') ? '1' : '0';
    const wrong = [good.replace(`t=${time}`, `t=${time - 1}`), `${good.slice(0, -1)}${other}`, sign(body, time, 'whsec_x')];
    for (const signature of wrong) await expect(verifyWebhook({ secret, signature, body, nowMs })).rejects.toThrow('does not match');
  });

  test.each([null, undefined, '', 't=1', `v1=${'0'.repeat(64)}`, `t=x,v1=${'0'.repeat(64)}`, `t=${time},v1=00`, `t=${time},v0=${'0'.repeat(64)}`])(
    'with the header %j is refused: it lacks t or v1',
    async (signature) => {
      await expect(verifyWebhook({ secret, signature, body, nowMs })).rejects.toThrow('no t or no v1');
    },
  );

  test.each([-301, 301])('with a time %i s from now is refused, unless the tolerance is larger', async (seconds) => {
    const signature = sign(body, time + seconds);
    await expect(verifyWebhook({ secret, signature, body, nowMs })).rejects.toThrow('older or newer than 300 s');
    expect(await verifyWebhook({ secret, signature, body, nowMs, toleranceSeconds: 400 })).toMatchObject({ id: 'evt_1' });
  });
});
