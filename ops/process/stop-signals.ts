/** The signals that ask a process to stop: Ctrl-C, an operator's kill, a terminal that was closed. */

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof stopSignals)[number];

/**
 * Calls `stop` at the first of them, once. The handlers stay for good: in a terminal npm forwards the SIGINT that the
 * terminal has sent to the whole foreground group already, and a signal without a handler ends the process on the spot.
 */
export function onStopSignal(stop: (signal: StopSignal) => void): void {
  let isStopping = false;
  for (const name of stopSignals)
    process.on(name, () => {
      if (isStopping) return;
      isStopping = true;
      stop(name);
    });
}
