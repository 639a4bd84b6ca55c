import { Counter, Histogram } from 'prom-client';
import { expect, test } from 'vitest';
import { mergeMetrics } from '#ops/up/merge-metrics.ts';
import { createRegistry } from '#ops/process/ops-server.ts';

async function metricsOf(process: string): Promise<string> {
  const registry = createRegistry(process);
  new Counter({ name: 'read_total', help: 'Read "so far"\nall', labelNames: ['source'], registers: [registry] }).inc({
    source: `a "quoted" } {b}\\ ${process}`,
  });
  new Histogram({ name: 'wait_seconds', help: 'Wait', buckets: [1, 2], registers: [registry] }).observe(1.5);
  return registry.metrics();
}

test('the text of two processes has each family once, headed by its HELP and TYPE, and every sample of both', async () => {
  const texts = [await metricsOf('one'), await metricsOf('two')];
  const merged = mergeMetrics(texts);
  const samples = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(samples(merged).toSorted()).toEqual(texts.flatMap(samples).toSorted());

  let family = '';
  const headed: string[] = [];
  for (const line of merged.trimEnd().split('\n')) {
    const type = /^# TYPE (\S+)/.exec(line);
    if (type) headed.push((family = type[1]!));
    else if (!line.startsWith('#')) expect(line.startsWith(family)).toBe(true);
  }
  expect(new Set(headed).size).toBe(headed.length);
  expect(merged.match(/^# HELP wait_seconds /gm)).toHaveLength(1);
  expect(merged).toContain('wait_seconds_bucket{le="2",process="two"} 1');
});

test('a series of two texts is kept once, and broken lines are left out', () => {
  expect(mergeMetrics(['a 1\nb{x="1"} 2\n<html>\n', 'a 3\n# no word\n\n', ''])).toBe('a 1\nb{x="1"} 2\n');
  expect(mergeMetrics([])).toBe('');
});
