/** `npm run flow`: prints the dataflow as a table: each lane with what it reads, its steps in order, and what it writes. */
import { companions, parts, stages } from '#pipeline/flow.ts';
import { rawOf, type Lane } from '#pipeline/lane.ts';
import { streams } from '#schemas/subjects.ts';
import { runPlain } from './command-line.ts';
import { table } from './table.ts';

/** Backfill runs as a command, so it is not among the pipeline's lanes. */
const backfill: Lane = {
  name: 'backfill (npm run)',
  reads: "EDGAR's daily indexes; ClickHouse",
  steps: ['fetch index', 'skip stored filings', 'fetch filing', 'publish as history'],
  writes: rawOf('form4', 'filing', 'disclosure', 'refusal'),
};
const api: Lane = {
  name: 'api',
  reads: `ClickHouse; ${streams.feed} (its newest rows)`,
  steps: ['key', 'quota', 'cache', 'page'],
  writes: 'answers',
};

export async function allLanes(): Promise<readonly Lane[]> {
  const ingest = await Promise.all([...stages, ...companions].map(({ load }) => load()));
  const carried = await Promise.all(parts.map(async ({ load }) => (await load()).lanes));
  return [...ingest.map((lane) => ({ ...lane, name: `ingest ${lane.name}` })), backfill, ...carried.flat(), api];
}

if (import.meta.main)
  await runPlain('flow', async () => {
    const rows = (await allLanes()).map(({ name, reads, steps, writes }) => [name, reads, steps.join(' ▸ '), writes]);
    process.stdout.write(`${table(['lane', 'reads', 'steps', 'writes'], rows)}\n`);
  });
