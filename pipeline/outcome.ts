/** Defines the outcomes of a step and of a message; the runner acts on them. */
import type { DropReason } from '#schemas/vocabulary.ts';

/** The row that a dropped document repeats; `storyId` is null when unknown. */
interface Repeat {
  readonly uid: string;
  readonly storyId: string | null;
}

interface Keep<T> {
  readonly kept: true;
  readonly value: T;
}

/** The item is dropped with a reason of the closed set and a line of evidence. */
export interface Drop {
  readonly kept: false;
  readonly reason: DropReason;
  readonly detail: string;
  readonly repeats: Repeat | null;
}

export type Outcome<T> = Keep<T> | Drop;

/** The message can never be processed and becomes a dead letter. */
export interface Park {
  readonly kept: false;
  readonly parked: true;
  readonly why: string;
}

/** The failure may be temporary, so the message is delivered again. */
export interface Redeliver {
  readonly kept: false;
  readonly parked: false;
  readonly why: string;
}

export type MessageOutcome<T> = Keep<T> | Park | Redeliver;

export const keep = <T>(value: T): Keep<T> => ({ kept: true, value });

export const drop = (reason: DropReason, detail: string, repeats: Repeat | null = null): Drop => ({ kept: false, reason, detail, repeats });

export const park = (why: string): Park => ({ kept: false, parked: true, why });

export const redeliver = (why: string): Redeliver => ({ kept: false, parked: false, why });
