/** Stores a message that cannot be processed in the stream DEAD, then terminates it: RAW may delete it afterwards. */
import type { JsMsg } from '@nats-io/jetstream';
import type { Bus } from '#ops/nats/nats.ts';
import type { DeadLetter } from '#schemas/dead-letter.ts';
import { deadSubject } from '#schemas/subjects.ts';

export async function storeDeadLetter(bus: Bus, stage: string, message: JsMsg, reason: string, now: Date): Promise<void> {
  const letter: DeadLetter = {
    stage,
    subject: message.subject,
    stream_sequence: message.seq,
    message_id: message.headers?.get('Nats-Msg-Id') ?? '',
    reason: reason.slice(0, 2_000),
    deliveries: message.info.deliveryCount,
    parked_at: now.toISOString(),
    data: Buffer.from(message.data).toString('base64'),
  };
  await bus.js.publish(deadSubject(stage), JSON.stringify(letter), { msgID: `${stage}-${message.seq}`, timeout: 5_000 });
  // Terminated without a reason, which servers before 2.10.4 do not support.
  message.term();
}
