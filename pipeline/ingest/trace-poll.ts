/** Traces the poll of a source. Spans are created when the first document is published, so that a poll without new documents leaves none. */
import type { StageDeps } from './stage.ts';

/** Returns the dependencies of one poll; its messages to RAW join the trace of its fetch. */
export function tracePoll(deps: StageDeps, source: string): StageDeps {
  const { tracing } = deps;
  if (!tracing) return deps;
  let unsent: { readonly name: string; readonly startMs: number; readonly endMs: number }[] = [];
  /** Traceparent of the first fetch; undefined before its span exists, null when the trace is not sampled. */
  let root: string | null | undefined;
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startMs = Date.now();
    const result = await work();
    if (root !== null) unsent.push({ name, startMs, endMs: Date.now() });
    return result;
  };
  const flush = (): void => {
    for (const { name, startMs, endMs } of unsent) {
      if (root === null) break;
      const span = tracing.begin(name, { ...(root !== undefined && { parent: root }), startMs, attributes: { source } });
      span?.end({ endMs });
      root ??= span?.traceparent ?? null;
    }
    unsent = [];
  };
  return {
    ...deps,
    fetch: (request) => timed('source.fetch', () => deps.fetch(request)),
    parse: ((...given: Parameters<typeof deps.parse>) => timed('source.parse', () => deps.parse(...given))) as typeof deps.parse,
    publish: (message) => {
      flush();
      return deps.publish(message, root);
    },
  };
}
