/** Creates metrics in a registry. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export const metricFactory = (registry: Registry) => ({
  counter: <T extends string>(name: string, help: string, ...labelNames: readonly T[]): Counter<T> =>
    new Counter<T>({ name, help, labelNames: [...labelNames], registers: [registry] }),
  gauge: <T extends string>(name: string, help: string, ...labelNames: readonly T[]): Gauge<T> =>
    new Gauge<T>({ name, help, labelNames: [...labelNames], registers: [registry] }),
  /** `collect` sets the gauge before each scrape. */
  collected: <T extends string>(name: string, help: string, labelNames: readonly T[], collect: (gauge: Gauge<T>) => void | Promise<void>): Gauge<T> =>
    new Gauge<T>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        return collect(this);
      },
    }),
  histogram: <T extends string>(name: string, help: string, buckets: number[], ...labelNames: readonly T[]): Histogram<T> =>
    new Histogram<T>({ name, help, buckets, labelNames: [...labelNames], registers: [registry] }),
});
