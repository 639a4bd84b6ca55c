/** The signals that stop a process: Ctrl-C, `kill`, a closed terminal. */

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof stopSignals)[number];

/**
 * Calls `stop` at the first of these signals, once. The handlers stay installed, because npm forwards a SIGINT that the terminal has
 * already sent to the process, and a second signal without a handler would end it at once.
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
