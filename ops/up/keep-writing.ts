/**
 * Returns a function that runs `write` and, while it fails, runs it again every `everyMs`, so that a full disk never ends
 * the supervisor. The first failure and the recovery after it are reported, failures between them are not.
 */
export function keepWriting(write: () => void, report: (text: string) => void, everyMs = 1_000): () => void {
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  return function attempt(): void {
    clearTimeout(timer);
    try {
      write();
    } catch (error) {
      if (!isFailing) report(`the data folder cannot be written (${(error as Error).message}); the service continues and retries each second`);
      isFailing = true;
      timer = setTimeout(attempt, everyMs).unref();
      return;
    }
    if (isFailing) report('the data folder can be written again');
    isFailing = false;
  };
}
