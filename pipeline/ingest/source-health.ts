/**
 * How each source of a process answers: when it last did, since when it does not, and why. Seen from outside the stages, by
 * what their requests for listings come to; kept in memory only.
 */
import { Gauge, type Registry } from 'prom-client';
import type { FetchRequest, FetchResult, PoliteFetch } from './stage.ts';

export interface SourceState {
  /** Id of a publisher's source, or name of a stage: `cnbc`, `sec_form4`, `symbols`. */
  readonly source: string;
  readonly last_success_at: string | null;
  /** When the first of the failures in a row was; null while the source answers, or was not asked yet. */
  readonly failing_since: string | null;
  readonly failures: number;
  /** Of the last failure: `status 403`, `ENOTFOUND`; null without one. */
  readonly error: string | null;
}

export interface SourceHealth {
  /** `fetch`, watched. `sourceOf`: the source whose listing a request is for; null: a document, which says nothing of its source. */
  readonly watching: (fetch: PoliteFetch, sourceOf: (request: FetchRequest) => string | null) => PoliteFetch;
  /** The source answered, but its answer was rejected as implausible. */
  readonly refused: (source: string, detail: string) => void;
  /** Names sources that have not been asked yet. */
  readonly expect: (sources: readonly string[]) => void;
  /** Of sources that another process asks from now on. */
  readonly forget: (sources: readonly string[]) => void;
  /** What came of a document of a source that is more than fetched: read and believed (null), or why not. `at`: when. */
  readonly tell: (source: string, error: string | null, at: string) => void;
  /** How many entries a listing of the source held. After ten minutes an empty one is a failure: nobody sees what does not come. */
  readonly listed: (source: string, entries: number, at: string) => void;
  /** Those that fail first, the longest first; then by name. */
  readonly states: () => readonly SourceState[];
}

const errorCharsMax = 200;
/** A request that was not sent says no more of its source than the answer that brought it about. */
const notSent = /^the host asked to be left alone$|wait for this host already$/;

/** An outlet that has just begun, or clears its feed for a moment, has no fault. */
const emptyAfterMs = 600_000;

const unasked = (source: string): SourceState => ({ source, last_success_at: null, failing_since: null, failures: 0, error: null });

export function createSourceHealth(options: { readonly now: () => Date; readonly signal: AbortSignal; readonly registry: Registry }): SourceHealth {
  const { now, signal } = options;
  const states = new Map<string, SourceState>();
  const usual = new Map<string, number>();
  const emptySince = new Map<string, string>();
  new Gauge({
    name: 'tickerwire_sources_failing',
    help: 'Sources whose last request failed',
    registers: [options.registry],
    collect() {
      this.set([...states.values()].filter(({ failing_since }) => failing_since !== null).length);
    },
  });

  function note(source: string, result: FetchResult): void {
    const at = now().toISOString();
    if (result.outcome === 'ok' || result.outcome === 'not_modified') tell(source, null, at);
    else tell(source, result.outcome === 'refused' ? `${result.reason}: ${result.detail}` : result.detail, at);
  }

  function tell(source: string, error: string | null, at: string): void {
    const before = states.get(source) ?? unasked(source);
    if (error === null) {
      states.set(source, unlessEmpty({ source, last_success_at: at, failing_since: null, failures: 0, error: null }, at));
      return;
    }
    states.set(source, {
      ...before,
      failing_since: before.failing_since ?? at,
      failures: before.failures + 1,
      error: before.error !== null && notSent.test(error) ? before.error : error.slice(0, errorCharsMax),
    });
  }

  function listed(source: string, entries: number, at: string): void {
    const state = states.get(source) ?? unasked(source);
    if (entries > 0) {
      usual.set(source, entries);
      if (emptySince.delete(source)) states.set(source, { ...state, failing_since: null, failures: 0, error: null });
      return;
    }
    if (!emptySince.has(source)) emptySince.set(source, at);
    states.set(source, unlessEmpty(state, at));
  }

  /** An empty listing that has not changed is as empty as before. */
  function unlessEmpty(state: SourceState, at: string): SourceState {
    const since = emptySince.get(state.source);
    if (since === undefined || Date.parse(at) - Date.parse(since) < emptyAfterMs) return state;
    const held = usual.get(state.source);
    const error = held === undefined ? 'its listing has held nothing' : `its listing is empty, where it held ${held} entries`;
    return { ...state, failing_since: since, failures: state.failures + 1, error };
  }

  return {
    listed,
    watching: (fetch, sourceOf) => async (request) => {
      const result = await fetch(request);
      const source = sourceOf(request);
      // What the end of the process, or of its turn, cut off is no failure of the source.
      if (source !== null && !signal.aborted && request.signal?.aborted !== true) note(source, result);
      return result;
    },
    refused: (source, detail) => note(source, { outcome: 'failed', status: null, retryAfterMs: null, detail }),
    expect: (sources) => {
      for (const source of sources) if (!states.has(source)) states.set(source, unasked(source));
    },
    forget: (sources) => {
      for (const source of sources) for (const known of [states, usual, emptySince]) known.delete(source);
    },
    tell,
    states: () =>
      [...states.values()].sort(
        (a, b) =>
          Number(b.failing_since !== null) - Number(a.failing_since !== null) ||
          (a.failing_since ?? '').localeCompare(b.failing_since ?? '') ||
          a.source.localeCompare(b.source),
      ),
  };
}
