/**
 * Outcomes of a step: the item is kept (changed or not) or dropped with a reason of the closed set and one line of evidence. A whole
 * message may also be parked as a dead letter or retried. A step returns its outcome; the runner acts on it.
 */
import type { DropReason } from '#schemas/vocabulary.ts';

/** The row that a dropped copy repeats, and that row's story, null when unknown. */
export interface Repeat {
  readonly uid: string;
  readonly storyId: string | null;
}

export interface Keep<T> {
  readonly kept: true;
  readonly value: T;
}

export interface Drop {
  readonly kept: false;
  readonly reason: DropReason;
  readonly detail: string;
  readonly repeats: Repeat | null;
}

export type Outcome<T> = Keep<T> | Drop;

/** The message cannot be processed, now or later; it becomes a dead letter. */
export interface Park {
  readonly kept: false;
  readonly parked: true;
  readonly why: string;
}

/** A failure that may pass; the message is delivered again. */
export interface Redeliver {
  readonly kept: false;
  readonly parked: false;
  readonly why: string;
}

export type MessageOutcome<T> = Keep<T> | Park | Redeliver;

/** Returns the outcome that passes the item on. */
export const keep = <T>(value: T): Keep<T> => ({ kept: true, value });

/** Returns the outcome that drops the item; `repeats`: the row that it repeats. */
export const drop = (reason: DropReason, detail: string, repeats: Repeat | null = null): Drop => ({
  kept: false,
  reason,
  detail,
  repeats,
});

/** Returns the outcome that stores the message as a dead letter. */
export const park = (why: string): Park => ({ kept: false, parked: true, why });

/** Returns the outcome that leaves the message to a later delivery. */
export const redeliver = (why: string): Redeliver => ({ kept: false, parked: false, why });
