/** Describes, for the OpenAPI document, the request that webhooks receive from pipeline/webhooks. */
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { attemptsMax, failuresMax, retryAfterMs } from '#schemas/delivery.ts';
import { Instant } from '#schemas/primitives.ts';

export const NewsMatched = z
  .object({
    id: z.string().meta({ description: '`evt_` followed by the delivery number; the same for every attempt' }),
    type: z.literal('news.matched.v1'),
    created_at: Instant,
    delivery_attempt: z.int().min(1),
    test: z.literal(true).optional().meta({ description: 'Present only on a test that the owner requested' }),
    data: z.object({
      alert: z.object({
        ticker: z.string().meta({ description: 'Ticker of the matching alert; the article may name another ticker of the company' }),
      }),
      // This refers to the component that answers use. The item's schema would become a second component, because this is an input.
      article: z.unknown().meta({ override: { $ref: '#/components/schemas/NewsItem' } }),
    }),
  })
  .meta({ id: 'NewsMatched' });

const header = (description: string) => z.string().meta({ description });
const headers = z.object({
  'X-Service-Event': z.literal('news.matched'),
  'X-Service-Delivery': header('Delivery number'),
  'X-Service-Signature': header(
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 with the complete secret over `<t>.<raw body>`. For 24 hours after the secret is changed, a second `v1` uses the old secret',
  ),
  'webhook-id': header('The same as `id` (Standard Webhooks)'),
  'webhook-timestamp': header('Time of the attempt in Unix seconds'),
  'webhook-signature': header('`v1,<base64>`: HMAC-SHA256 with the decoded bytes after `whsec_` over `<webhook-id>.<webhook-timestamp>.<raw body>`'),
});

const minutes = retryAfterMs.map((ms) => ms / 60_000).join(', ');

export const newsMatched: ZodOpenApiOperationObject = {
  operationId: 'newsMatched',
  tags: ['webhooks'],
  summary: 'Article matching an alert',
  description: `Sent to every webhook of the account, once per story and ticker in 24 hours. Webhooks are registered in the account area (pro plan). Up to ${attemptsMax} attempts; the waits between them are ${minutes} minutes. After ${failuresMax} failed attempts in a row the webhook is disabled and its owner gets a mail. Verify the signature over the raw body before you parse it.`,
  security: [],
  requestParams: { header: headers },
  requestBody: { required: true, content: { 'application/json': { schema: NewsMatched } } },
  responses: { '2XX': { description: 'Received: any 2xx within 10 seconds. Any other answer is a failure, including redirects' } },
};
