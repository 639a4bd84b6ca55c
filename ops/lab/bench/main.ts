/** Runs `npm run bench`: every hot path against its ceiling, or the growth of each read with the feed. */
import { writeFileSync } from 'node:fs';
import { runWords, UsageError, type CommandLine, type OptionTable } from '../../scripts/command-line.ts';
import { fromCaller } from '../../scripts/from-caller.ts';
import { rejectWhenStopped, scratchEndMs, useScratch } from '../../scripts/scratch.ts';
import { table } from '../../scripts/table.ts';
import { benchAccounts } from './accounts.ts';
import { benchExport } from './export.ts';
import { benchFilings } from './filings.ts';
import { benchFootprint } from './footprint.ts';
import { growthPlot } from './growth-plot.ts';
import { measureGrowth, usualSizes } from './growth.ts';
import { benchHost } from './host.ts';
import { benchHttp } from './http.ts';
import type { Measurement, Measurements } from './measure.ts';
import { benchMixed } from './mixed.ts';
import { benchPast } from './past.ts';
import { benchRadarPolls } from './radar-polls.ts';
import { benchRadar } from './radar.ts';
import { recordFigures } from './record.ts';
import { benchReading } from './reading.ts';
import { benchRefine } from './refine.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchStore } from './store.ts';
import { benchStreams } from './streams.ts';
import { benchSymbols } from './symbols.ts';
import { benchTools } from './tools.ts';
import { benchVisible } from './visible.ts';
import { benchMatch, benchWait } from './webhooks.ts';

/** The benchmarks of each module; a module runs when one of its benchmarks is selected. */
const runs: readonly { readonly names: readonly string[]; readonly run: () => Promise<Measurements> }[] = [
  { names: ['cached_poll', 'uncached_poll'], run: benchHttp },
  { names: ['past_memory', 'past_store', 'newest_walk'], run: benchPast },
  { names: ['tool_call', 'tool_call_2026'], run: benchTools },
  { names: ['host_statement'], run: benchHost },
  { names: ['symbols_list', 'symbols_search'], run: benchSymbols },
  { names: ['search_p99', 'search_bytes'], run: benchSearch },
  { names: ['refine'], run: benchRefine },
  { names: ['reading'], run: benchReading },
  { names: ['export_ndjson', 'export_csv', 'export_parquet'], run: benchExport },
  { names: ['earnings', 'form4'], run: benchFilings },
  { names: ['visible'], run: benchVisible },
  { names: ['mixed'], run: benchMixed },
  { names: ['footprint'], run: benchFootprint },
  { names: ['radar'], run: () => benchRadar() },
  { names: ['radar_cached', 'radar_uncached'], run: benchRadarPolls },
  { names: ['refine_start'], run: benchStart },
  { names: ['account_growth', 'accounts_start', 'account_bytes'], run: benchAccounts },
  { names: ['stream_memory', 'stream_wait'], run: benchStreams },
  { names: ['webhook_match'], run: benchMatch },
  { names: ['webhook_wait'], run: benchWait },
  { names: ['row_bytes'], run: benchStore },
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

const text = (measured: Readonly<Record<string, Measurement>>): string =>
  table(
    ['name', 'value', 'ceiling', 'ratio', 'unit', 'note'],
    Object.entries(measured).map(([name, { value, ceiling, ratio, unit, note }]) => [
      name,
      figure(value),
      figure(ceiling),
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
    for (const [name, measurement] of Object.entries(await run())) if (wanted.includes(name)) measured[name] = measurement;
  }
  return measured;
}

/** Draws the growth of each read, and returns its time at the largest feed against that at the smallest. */
async function plot(file: string, sizes: readonly number[]): Promise<Measurements> {
  const lines = await measureGrowth(sizes, tell);
  writeFileSync(file, growthPlot(lines, 'Reads by the length of the feed'));
  return Object.fromEntries(
    lines.map(({ name, points }) => {
      const [first, last] = [points[0]!, points.at(-1)!];
      const note = points.map(({ rows, ms }) => `${ms.toFixed(1)} ms at ${rows.toLocaleString('en-US')} rows`).join(', ');
      return [name, { value: last.ms, ceiling: first.ms, ratio: last.ms / first.ms, unit: 'ms', note }];
    }),
  );
}

await runWords(
  commandLine,
  async ({ values }, stopping) => {
    const wanted = values.only?.split(',') ?? names;
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new UsageError(`--only ${unknown.join(',')}: no such benchmark; there are ${names.join(', ')}`);
    const sizes = values.sizes?.split(',').map(Number) ?? usualSizes;
    if (!sizes.every((rows) => Number.isInteger(rows) && rows >= 1_000))
      throw new UsageError(`--sizes ${values.sizes}: give whole numbers from 1000`);
    const scratch = useScratch();
    try {
      const running = values.plot === undefined ? measure(wanted) : plot(fromCaller(values.plot), sizes);
      const measured = await Promise.race([running, rejectWhenStopped(stopping)]);
      if (values.record) recordFigures(measured, new Date());
      process.stdout.write(values.json ? `${JSON.stringify(measured)}\n` : `${text(measured)}\n`);
    } finally {
      await scratch.end();
    }
  },
  undefined,
  scratchEndMs,
);
