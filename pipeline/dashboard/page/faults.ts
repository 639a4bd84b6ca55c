/** Writes the page's list of faults, and the state in its first line. */
import { pipelineOf, type PipelineStatus, type ReadyAnswer, type SourceHealth, type StatusAnswer } from './answers.ts';
import { elapsed, seconds } from './format.ts';

export interface PortAnswers {
  /** Null when the answer was not JSON. */
  readonly ready: ReadyAnswer | null;
  readonly status: StatusAnswer | null;
  readonly hasMetrics: boolean;
  /** Reason for missing figures; null when there are figures. */
  readonly figuresFault: string | null;
  /** Faults of readers that make no progress. */
  readonly stalls: readonly string[];
}

/** Returns the faults, each once, the most serious first. */
export function faultsOf({ ready, status, hasMetrics, figuresFault, stalls }: PortAnswers, nowMs: number): string[] {
  const pipeline = pipelineOf(status);
  const failing = (pipeline?.sources ?? []).filter(({ failing_since: since }) => since !== null);
  const faults = [
    ...stalls,
    ...Object.entries(ready?.checks ?? {}).flatMap(([name, check]) => (check === 'ok' ? [] : [`${name}: ${check}`])),
    ...degradedFaults(ready, failing),
    ...(status !== null && pipeline === null ? ['the pipeline does not report its status'] : []),
    ...failing.map(
      ({ source, failing_since: since, error }) =>
        `source ${source} has been failing for ${elapsed(since ?? '', nowMs)}: ${error ?? 'unknown reason'}`,
    ),
    ...deadLetterFaults(pipeline),
    ...(figuresFault === null ? [] : [figuresFault]),
    ...(hasMetrics ? [] : ['this port returns no metrics']),
  ];
  return [...new Set(faults)];
}

/** Returns the faults of `degraded`, without failing sources, which have a fault with their error. */
const degradedFaults = (ready: ReadyAnswer | null, failing: readonly SourceHealth[]): string[] =>
  Object.entries(ready?.degraded ?? {}).flatMap(([name, why]) =>
    failing.some(({ source }) => name === `source ${source}` || name.endsWith(` source ${source}`)) ? [] : [`${name}: ${why}`],
  );

function deadLetterFaults(pipeline: PipelineStatus | null): string[] {
  const letters = pipeline?.dead_letters ?? 0;
  return letters > 0 ? [`${letters} dead ${letters === 1 ? 'letter' : 'letters'}; npm run dead -- list shows them`] : [];
}

export interface PageState {
  readonly text: string;
  readonly isBad: boolean;
}

export function stateOf(ready: ReadyAnswer | null, faults: readonly string[]): PageState {
  if (ready?.ready !== true) return { text: 'NOT READY', isBad: true };
  if (faults.length === 0) return { text: 'ready, no known problems', isBad: false };
  return { text: `ready, with ${faults.length} ${faults.length === 1 ? 'problem' : 'problems'}`, isBad: false };
}

/** Returns the state while the port does not answer. `silentMs`: milliseconds since its last answer, or null before the first. */
export const silentState = (silentMs: number | null): PageState => ({
  text:
    silentMs === null ? 'this port does not answer' : `this port has not answered for ${seconds(silentMs / 1_000)}; the figures below are from then`,
  isBad: true,
});
