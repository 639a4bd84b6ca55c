/** Defines a step of a refine lane: it takes the draft of the previous step and keeps it, changed or not, or drops it with a reason. */
import type { DropReason } from '#schemas/vocabulary.ts';
import type { Drop, Outcome } from '../outcome.ts';

/** A step as tables of steps list it. */
export interface NamedStep {
  readonly name: string;
  /** Reasons with which it drops; absent: it keeps everything. */
  readonly drops?: readonly DropReason[];
}

export interface Step<Draft, Context> extends NamedStep {
  /**
   * Pure: reads neither clock nor environment. A fault is thrown, and so is an UnreadError (reader/reader.ts): the decision then runs again
   * from its start once the text is read, so a step must have no effect outside its result.
   */
  readonly run: (draft: Draft, context: Context) => Outcome<Draft>;
}

/** Functions that make the result: one for a draft that passed every step, one for a draft that a step dropped, as it was before that step. */
export interface Ends<Draft, Context, Made> {
  readonly kept: (draft: Draft, context: Context) => Made;
  readonly dropped: (draft: Draft, drop: Drop, context: Context) => Made;
}

/** Runs the steps in order until one drops the draft. */
export function throughSteps<Draft, Context, Made>(
  steps: readonly Step<Draft, Context>[],
  begun: Draft,
  context: Context,
  ends: Ends<Draft, Context, Made>,
): Made {
  let draft = begun;
  for (const { run } of steps) {
    const outcome = run(draft, context);
    if (!outcome.kept) return ends.dropped(draft, outcome, context);
    draft = outcome.value;
  }
  return ends.kept(draft, context);
}
