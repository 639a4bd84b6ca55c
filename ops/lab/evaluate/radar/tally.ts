/** Collects the scores of simulated windows by the true kind of the window, and counts those above a threshold. */

/** Detectors. `truth` knows the simulated mean and variance of each count, so no detector can be better. */
export const methods = ['model', 'z-score', 'truth'] as const;
export type Method = (typeof methods)[number];
export type Scores = Readonly<Record<Method, number>>;

export interface FoundShare {
  readonly found: number;
  readonly of: number;
}

export class Tally {
  readonly #scores = new Map<string, Record<Method, number[]>>();

  add(kind: string, scores: Scores): void {
    let lists = this.#scores.get(kind);
    if (lists === undefined) this.#scores.set(kind, (lists = { model: [], 'z-score': [], truth: [] }));
    for (const method of methods) lists[method].push(scores[method]);
  }

  kinds(): string[] {
    return [...this.#scores.keys()];
  }

  /** Returns how many scores are above the threshold, and of how many. */
  above(kind: string, method: Method, threshold: number): FoundShare {
    const scores = this.#scores.get(kind)?.[method] ?? [];
    return { found: scores.filter((score) => score > threshold).length, of: scores.length };
  }

  /** Returns the lowest score that at most `rate` of the scores exceed. */
  thresholdOf(kind: string, method: Method, rate: number): number {
    const scores = Float64Array.from(this.#scores.get(kind)?.[method] ?? []).sort();
    return scores.length === 0 ? Number.POSITIVE_INFINITY : scores[Math.max(scores.length - 1 - Math.floor(rate * scores.length), 0)]!;
  }
}
