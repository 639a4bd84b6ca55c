/** Handles an uncaught error of the supervisor: prints it, stops the parts and exits with 1. */

const stopDeadlineMs = 60_000;

/** Installs the handlers. `stop` stops the parts; it is called once, at the first error. */
export function stopOnFault({ tell, stop }: { readonly tell: (text: string) => void; readonly stop: () => Promise<void> }): void {
  let isFaulty = false;
  const stopAll = async (): Promise<void> => {
    tell('tickerwire: stopping everything; start again, and report this error');
    setTimeout(() => process.exit(1), stopDeadlineMs).unref();
    try {
      await stop();
    } catch (error) {
      tell(`tickerwire: the stop failed: ${String(error)}`);
    }
    process.exit(1);
  };
  const onFault = (fault: unknown): void => {
    tell(`tickerwire: internal error: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
    if (isFaulty) return;
    isFaulty = true;
    void stopAll();
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}
