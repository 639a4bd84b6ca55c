/** Messages of the stream NOTICES: e-mails to send to the owner of an account. */
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';
import { WebhookId } from './webhook.ts';

/** A webhook was disabled after too many consecutive failed attempts; so far the only kind of notice. */
export const Notice = z.looseObject({
  v: z.literal(1),
  kind: z.literal('webhook_disabled'),
  account_id: AccountId,
  webhook_id: WebhookId,
  disabled_at: Instant,
});
export type Notice = z.infer<typeof Notice>;

/** Returns the subject of a notice. Equal notices have equal subjects, and the stream accepts one message per subject. */
export const noticeSubject = ({ kind, account_id, webhook_id, disabled_at }: Notice): string =>
  `notice.${kind}.${account_id}.${webhook_id}-${Date.parse(disabled_at)}`;
