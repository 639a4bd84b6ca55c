/** Creates counters that are kept by source. */
import { Counter, type Registry } from 'prom-client';

export const createSourceCounter =
  (registry: Registry) =>
  <T extends string>(name: string, help: string, ...labelNames: readonly T[]): Counter<'source' | T> =>
    new Counter<'source' | T>({ name, help, labelNames: ['source', ...labelNames], registers: [registry] });
