/** Builds the JSON body of a delivery; the same attempt always has the same text. */
import { eventId } from '#schemas/delivery.ts';

export interface EventFacts {
  readonly number: number;
  readonly createdAt: string;
  readonly attempt: number;
  readonly ticker: string;
  /** The news item as JSON. */
  readonly article: string;
  /** Whether the owner requested it, to test the webhook. */
  readonly isTest: boolean;
}

export function eventBody({ number, createdAt, attempt, ticker, article, isTest }: EventFacts): string {
  const head = { id: eventId(number), type: 'news.matched.v1', created_at: createdAt, delivery_attempt: attempt, ...(isTest && { test: true }) };
  return `${JSON.stringify(head).slice(0, -1)},"data":{"alert":${JSON.stringify({ ticker })},"article":${article}}}`;
}
