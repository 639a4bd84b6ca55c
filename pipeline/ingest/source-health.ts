/** Tracks the health of the sources that this process polls: the last success, since when a source fails, and why. It is kept in memory only. */
import type { Registry } from 'prom-client';
import { compareText } from '#schemas/compare-text.ts';
import { metricFactory } from '../metric-factory.ts';
import { emptyAfterMs, emptyText, type ListingPosition } from './publishers/feed-position.ts';
import type { FailureCause, FetchRequest, FetchResult, PoliteFetch } from './stage.ts';

export interface SourceState {
  /** Id of a publisher's source, or name of a stage: `cnbc`, `sec_form4`, `symbols`. */
  readonly source: string;
  readonly last_success_at: string | null;
  /** Time of the first of the consecutive failures; null while the source answers or before its first request. */
  readonly failing_since: string | null;
  readonly failures: number;
  /** Error of the last failure, such as `status 403`; null without one. */
  readonly error: string | null;
}

export type SourceHealth = ReturnType<typeof createSourceHealth>;

const errorCharsMax = 200;

const initialState = (source: string): SourceState => ({ source, last_success_at: null, failing_since: null, failures: 0, error: null });

export function createSourceHealth(options: { readonly now: () => Date; readonly signal: AbortSignal; readonly registry: Registry }) {
  const { now, signal } = options;
  const states = new Map<string, SourceState>();
  const empty = new Map<string, string>();
  metricFactory(options.registry).collected('tickerwire_sources_failing', 'Sources whose last request failed', [], (gauge) =>
    gauge.set([...states.values()].filter(({ failing_since }) => failing_since !== null).length),
  );

  function recordResult(source: string, result: FetchResult): void {
    const at = now().toISOString();
    if (result.outcome === 'ok' || result.outcome === 'not_modified') recordOutcome(source, null, at);
    else if (result.outcome === 'refused') recordOutcome(source, `${result.reason}: ${result.detail}`, at);
    else recordOutcome(source, result.detail, at, result.cause);
  }

  /** Records an outcome: null once a document is accepted, else the error. `at`: when; `cause`: why the fetch failed, if it did. */
  function recordOutcome(source: string, error: string | null, at: string, cause?: FailureCause): void {
    const before = states.get(source);
    if (before === undefined) return;
    if (error === null) {
      // A listing that stays empty is a failure, which `recordListing` counts once a poll.
      const known = isLongEmpty(source, at) ? before : { source, failing_since: null, failures: 0, error: null };
      states.set(source, { ...known, last_success_at: at });
      return;
    }
    // When a request was not sent, the error of the last answer explains why.
    states.set(source, {
      ...before,
      failing_since: before.failing_since ?? at,
      failures: before.failures + 1,
      error: before.error !== null && cause === 'host_pause' ? before.error : error.slice(0, errorCharsMax),
    });
  }

  /** Records whether the listing has entries. One that is empty for ten minutes counts as a failure, or lost entries go unnoticed. */
  function recordListing(source: string, { entries, empty_since: since }: ListingPosition, at: string): void {
    const state = states.get(source);
    if (state === undefined) return;
    if (since === undefined) {
      if (empty.delete(source)) states.set(source, { ...state, failing_since: null, failures: 0, error: null });
      return;
    }
    empty.set(source, since);
    if (isLongEmpty(source, at)) states.set(source, { ...state, failing_since: since, failures: state.failures + 1, error: emptyText(entries) });
  }

  /** Returns whether the listing has been empty for so long that the source counts as failing. */
  function isLongEmpty(source: string, at: string): boolean {
    const since = empty.get(source);
    return since !== undefined && Date.parse(at) - Date.parse(since) >= emptyAfterMs;
  }

  return {
    /** Returns `fetch`, with its results recorded for `sourceOf`. With `isJudged`, the stage records a success once it read the document. */
    watching:
      (fetch: PoliteFetch, sourceOf: (request: FetchRequest) => string | null, { isJudged } = { isJudged: false }): PoliteFetch =>
      async (request) => {
        const result = await fetch(request);
        const source = sourceOf(request);
        // A request that ends with the process or its leadership is not a failure of the source.
        const isOpen = isJudged && result.outcome === 'ok';
        if (source !== null && !isOpen && !signal.aborted && request.signal?.aborted !== true) recordResult(source, result);
        return result;
      },
    /** Adds sources before their first request. Reports about other sources are ignored. */
    expect: (sources: readonly string[]): void => {
      for (const source of sources) if (!states.has(source)) states.set(source, initialState(source));
    },
    /** Removes sources that another process polls now. */
    forget: (sources: readonly string[]): void => {
      for (const source of sources) for (const known of [states, empty]) known.delete(source);
    },
    recordOutcome,
    recordListing,
    /** Returns all sources: failing ones first, the longest failing first, then by name. */
    states: (): readonly SourceState[] =>
      [...states.values()].sort(
        (a, b) =>
          Number(b.failing_since !== null) - Number(a.failing_since !== null) ||
          compareText(a.failing_since ?? '', b.failing_since ?? '') ||
          compareText(a.source, b.source),
      ),
  };
}
