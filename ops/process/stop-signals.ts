/** The signals that stop a process: Ctrl-C, an operator's kill, a closed terminal. */

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof stopSignals)[number];

/**
 * Calls `stop` at the first of these signals, once. The handlers stay installed: npm forwards the SIGINT that a terminal has already sent
 * to the whole foreground group, and a signal without a handler ends the process at once.
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
