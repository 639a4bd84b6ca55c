/** Defines a step of a refine lane: it keeps the draft of the previous step, changed or not, or drops it with a reason. */
import type { DropReason } from '#schemas/vocabulary.ts';
import type { Drop, Outcome } from '../outcome.ts';

export interface NamedStep {
  readonly name: string;
  /** Reasons with which the step drops; absent when it keeps every draft. */
  readonly drops?: readonly DropReason[];
}

export interface Step<Draft, Context> extends NamedStep {
  /** Must be pure, because an UnreadError (reader/reader.ts) makes the decision run again from its start once the text is read. */
  readonly run: (draft: Draft, context: Context) => Outcome<Draft>;
}

/** Returns the draft after all steps and no drop, or the draft before the step that dropped it and the drop. */
export function throughSteps<Draft, Context>(
  steps: readonly Step<Draft, Context>[],
  begun: Draft,
  context: Context,
): { readonly draft: Draft; readonly drop: Drop | null } {
  let draft = begun;
  for (const { run } of steps) {
    const outcome = run(draft, context);
    if (!outcome.kept) return { draft, drop: outcome };
    draft = outcome.value;
  }
  return { draft, drop: null };
}
