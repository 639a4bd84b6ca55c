/** The messages of NOTICES: e-mails to the owner of an account, one message per subject. */
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';
import { WebhookId } from './webhook.ts';

/** A webhook was disabled because too many attempts in a row had failed. */
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

/** Returns the subject of a notice; equal notices have equal subjects. */
export const noticeSubject = ({ kind, account_id, webhook_id, disabled_at }: Notice): string =>
  `notice.${kind}.${account_id}.${webhook_id}-${Date.parse(disabled_at)}`;
