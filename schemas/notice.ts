/** What an account's owner is to be told by e-mail: the messages of NOTICES, one of a subject. */
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';
import { WebhookId } from './webhook.ts';

/** A webhook was disabled, since so many attempts in a row had failed. */
export const WebhookDisabled = z.looseObject({
  v: z.literal(1),
  kind: z.literal('webhook_disabled'),
  account_id: AccountId,
  webhook_id: WebhookId,
  disabled_at: Instant,
});
export type WebhookDisabled = z.infer<typeof WebhookDisabled>;

export const Notice = z.discriminatedUnion('kind', [WebhookDisabled]);
export type Notice = z.infer<typeof Notice>;

/** The same notice has the same subject. */
export const noticeSubject = ({ kind, account_id, webhook_id, disabled_at }: Notice): string =>
  `notice.${kind}.${account_id}.${webhook_id}-${Date.parse(disabled_at)}`;
