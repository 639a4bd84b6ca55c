/** A message that could not be processed, with the reason. It stays in the stream DEAD until an operator replays or discards it. */
import { z } from 'zod';
import { Instant } from './primitives.ts';

export const DeadLetter = z.object({
  stage: z.string(),
  /** Subject of the original message; `stream_sequence` is its sequence. */
  subject: z.string(),
  stream_sequence: z.int(),
  message_id: z.string(),
  reason: z.string().max(2_000),
  deliveries: z.int(),
  parked_at: Instant,
  data: z.base64(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
