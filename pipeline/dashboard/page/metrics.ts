/** Parses metrics in the Prometheus text format 0.0.4, and combines the values of several processes. */

export interface Metric {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export function readMetrics(body: string): Metric[] {
  return body.split('\n').flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match === null) return [];
    const [, name = '', labels = '', value = ''] = match;
    return [{ name, labels: readLabels(labels), value: value === '+Inf' ? Infinity : Number(value) }];
  });
}

const readLabels = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value.replace(/\\(.)/g, '$1')]));

export const named = (metrics: readonly Metric[], name: string): Metric[] => metrics.filter((metric) => metric.name === name);

/** Returns the largest value for each value of a label, for gauges that several processes report about the same stream. */
export function largestBy(metrics: readonly Metric[], name: string, label: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const { labels, value } of named(metrics, name)) {
    const key = labels[label] ?? '';
    if (!Number.isNaN(value)) values.set(key, Math.max(value, values.get(key) ?? -Infinity));
  }
  return values;
}

/** Returns the sum over all processes for each value of a label. */
export function sumBy(metrics: readonly Metric[], name: string, label: string): Map<string, number> {
  const values = new Map<string, number>();
  for (const { labels, value } of named(metrics, name)) {
    const key = labels[label] ?? '';
    values.set(key, (values.get(key) ?? 0) + value);
  }
  return values;
}

/** Returns the sum over all processes and labels, or null when no process has the metric. */
export function total(metrics: readonly Metric[], name: string): number | null {
  const samples = named(metrics, name);
  return samples.length === 0 ? null : sum(samples.map(({ value }) => value));
}

export const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
