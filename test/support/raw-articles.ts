/** Makes articles for refine, each on another subject, and publishes them to RAW. */
import type { Bus } from '#ops/nats/nats.ts';
import { digestOf, uidOf } from '#schemas/identity.ts';
import type { RawArticle, RawMessage } from '#schemas/raw.ts';
import { consumers, rawSubject, streams } from '#schemas/subjects.ts';

const instant = '2026-01-02T03:04:05.000Z';

export const rawArticle = (index: number, changes: Partial<RawArticle> = {}): RawArticle => ({
  kind: 'article',
  identity: `https://news.example/${index}`,
  source: 'test',
  seen_at: instant,
  fetched_at: instant,
  url: `https://news.example/${index}`,
  title: `Acme Rocket Corporation (NASDAQ: ACME) wins launch order number ${index * 17 + 3} worth $${index + 2} million`,
  summary: `Acme Rocket said order ${index * 17 + 3} is worth $${index + 2} million.`,
  body: null,
  outlet: 'News Example',
  authors: [],
  topics: [],
  declared_language: 'en',
  banner_image: null,
  published_at: instant,
  updated_at: null,
  ...changes,
});

export const articleUid = (index: number): string => uidOf(rawArticle(index).identity);
export const numbersTo = (to: number, from = 1): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Publishes like ingest, repeatedly until RAW has the message. */
export async function publishRaw(bus: Bus, raw: RawMessage): Promise<void> {
  for (;;) {
    try {
      await bus.js.publish(rawSubject(raw.kind), JSON.stringify(raw), { msgID: digestOf(raw.identity), timeout: 1_000 });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

export async function isDrained(bus: Bus): Promise<boolean> {
  try {
    const { num_pending, num_ack_pending } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
    return num_pending + num_ack_pending === 0;
  } catch {
    return false;
  }
}
