/** Runs `npm run bench`: measures every hot path against its ceiling or, with --plot, each read on feeds of several lengths. */
import { writeFileSync } from 'node:fs';
import { aborted } from '../../process/pause.ts';
import { runWords, UsageError, type CommandLine, type OptionTable } from '../../scripts/command-line.ts';
import { fromCaller } from '../../scripts/from-caller.ts';
import { scratchEndMs, useScratch } from '../../scripts/scratch.ts';
import { table } from '../../scripts/table.ts';
import { logPlot } from '../log-plot.ts';
import { benchExport } from './export.ts';
import { benchFilings } from './filings.ts';
import { benchFootprint } from './footprint.ts';
import { measureGrowth, usualSizes } from './growth.ts';
import { benchHost } from './host.ts';
import { benchHttp } from './http.ts';
import { measurement, type Measurement, type Measurements } from './measure.ts';
import { benchMixed } from './mixed.ts';
import { benchPast } from './past.ts';
import { benchRadarPolls } from './radar-polls.ts';
import { benchRadar } from './radar.ts';
import { recordFigures } from './record.ts';
import { benchReading } from './reading.ts';
import { benchRefine } from './refine.ts';
import { benchSearch } from './search.ts';
import { benchStreams } from './streams.ts';
import { benchTools } from './tools.ts';
import { benchVisible } from './visible.ts';
import { benchMatch, benchWait } from './webhooks.ts';

/** Benchmarks by the function that measures them; it runs when one of its benchmarks is selected. */
const runs: readonly { readonly names: readonly string[]; readonly run: () => Promise<Measurements> }[] = [
  { names: ['cached_poll', 'uncached_poll'], run: benchHttp },
  { names: ['past_memory', 'past_store', 'newest_walk'], run: benchPast },
  { names: ['tool_call'], run: benchTools },
  { names: ['host_statement'], run: benchHost },
  { names: ['search_p99', 'search_bytes', 'row_bytes'], run: benchSearch },
  { names: ['refine'], run: benchRefine },
  { names: ['reading'], run: benchReading },
  { names: ['export_ndjson'], run: benchExport },
  { names: ['stream_memory', 'stream_wait'], run: benchStreams },
  { names: ['earnings', 'form4'], run: benchFilings },
  { names: ['visible'], run: benchVisible },
  { names: ['mixed'], run: benchMixed },
  { names: ['footprint'], run: benchFootprint },
  { names: ['radar'], run: benchRadar },
  { names: ['radar_cached', 'radar_uncached'], run: benchRadarPolls },
  { names: ['webhook_match'], run: benchMatch },
  { names: ['webhook_wait'], run: benchWait },
];

const names = runs.flatMap((run) => run.names);

const commandLine = {
  name: 'bench',
  words: [],
  options: {
    only: { value: 'NAME,...', help: `any of ${names.join(', ')}` },
    json: { help: '{name: {value, ceiling, ratio, unit, note}} as JSON' },
    record: { help: 'append the figures, with day, machine and commit, to ops/lab/bench/figures.tsv' },
    plot: { value: 'FILE', help: 'measure each read on feeds of several lengths instead, and draw it as SVG' },
    sizes: { value: 'ROWS,...', help: `lengths for --plot (default: ${usualSizes.join()})` },
  },
  about: 'Machines are noisy: read the ratios.',
} as const satisfies CommandLine<OptionTable>;

const figure = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));

const text = (measured: Measurements): string =>
  table(
    ['name', 'value', 'ceiling', 'ratio', 'unit', 'note'],
    Object.entries(measured).map(([name, { value, ceiling, ratio, unit, note }]) => [
      name,
      ...[value, ceiling].map(figure),
      ratio.toFixed(2),
      unit,
      note,
    ]),
  );

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

async function measure(wanted: readonly string[]): Promise<Measurements> {
  const measured: Record<string, Measurement> = {};
  for (const { names: own, run } of runs) {
    if (!own.some((name) => wanted.includes(name))) continue;
    tell(`running ${own.join(', ')} …`);
    for (const [name, one] of Object.entries(await run())) if (wanted.includes(name)) measured[name] = one;
  }
  return measured;
}

/** Draws the time of each read by the length of the feed. Returns its time on the longest feed, with that on the shortest as ceiling. */
async function plot(file: string, sizes: readonly number[]): Promise<Measurements> {
  const lines = await measureGrowth(sizes, tell);
  const drawn = lines.map(({ name, points }) => ({
    name: `${name} ${points.at(-1)!.ms.toFixed(0)} ms`,
    points: points.map(({ rows, ms }) => ({ x: rows, y: ms })),
  }));
  writeFileSync(file, logPlot(drawn, { title: 'Reads by the length of the feed', x: 'rows in the feed', y: 'median time, ms' }));
  return Object.fromEntries(
    lines.map(({ name, points }) => {
      const [first, last] = [points[0]!, points.at(-1)!];
      const note = points.map(({ rows, ms }) => `${ms.toFixed(1)} ms at ${rows.toLocaleString('en-US')} rows`).join(', ');
      return [name, measurement(last.ms, first.ms, 'ms', note)];
    }),
  );
}

await runWords(
  commandLine,
  async ({ values }, stopping) => {
    const wanted = values.only?.split(',') ?? names;
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new UsageError(`--only ${unknown.join(',')}: no such benchmark; choose from ${names.join(', ')}`);
    const sizes = values.sizes?.split(',').map(Number) ?? usualSizes;
    if (!sizes.every((rows) => Number.isInteger(rows) && rows >= 1_000))
      throw new UsageError(`--sizes ${values.sizes}: give whole numbers of at least 1000, separated by commas`);
    const scratch = useScratch();
    try {
      const running = values.plot === undefined ? measure(wanted) : plot(fromCaller(values.plot), sizes);
      const measured = await Promise.race([running, aborted(stopping)]);
      if (values.record) recordFigures(measured, new Date());
      process.stdout.write(values.json ? `${JSON.stringify(measured)}\n` : `${text(measured)}\n`);
    } finally {
      await scratch.end();
    }
  },
  scratchEndMs,
);
