/** The body of a delivery, as JSON: the same text for the same attempt. */
import { eventId } from '#schemas/delivery.ts';

export interface EventFacts {
  readonly number: number;
  readonly createdAt: string;
  readonly attempt: number;
  readonly ticker: string;
  /** A news item, as JSON. */
  readonly article: string;
  /** Asked for by the owner, to see whether it arrives. */
  readonly isTest: boolean;
}

export function eventBody({ number, createdAt, attempt, ticker, article, isTest }: EventFacts): string {
  const head = { id: eventId(number), type: 'news.matched.v1', created_at: createdAt, delivery_attempt: attempt, ...(isTest && { test: true }) };
  return `${JSON.stringify(head).slice(0, -1)},"data":{"alert":${JSON.stringify({ ticker })},"article":${article}}}`;
}
