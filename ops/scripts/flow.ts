/**
 * `npm run flow`: prints the dataflow as one table: each lane, what it reads, its steps in order, what it writes. It can also draw the
 * folders.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { companions, parts, stages } from '#pipeline/flow.ts';
import { rawOf, type Lane } from '#pipeline/lane.ts';
import { streams } from '#schemas/subjects.ts';
import { runWords, UsageError, type CommandLine, type OptionTable } from './command-line.ts';
import { drawFolders, folderImports, tops } from './folder-imports.ts';
import { fromCaller } from './from-caller.ts';
import { table } from './table.ts';

/** A lane that runs on command, outside the pipeline. */
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

const commandLine = {
  name: 'flow',
  words: [],
  options: { folders: { value: 'DIR', help: 'draw the folders of the checkout in DIR and their imports instead, as a Mermaid flowchart' } },
} as const satisfies CommandLine<OptionTable>;

if (import.meta.main)
  await runWords(commandLine, async ({ values }) => {
    if (values.folders !== undefined) {
      const root = fromCaller(values.folders);
      const missing = tops.filter((top) => !existsSync(join(root, top)));
      if (missing.length > 0) throw new UsageError(`--folders ${values.folders}: not a checkout: it has no folder ${missing.join(', ')}`);
      process.stdout.write(drawFolders(folderImports(root)));
      return;
    }
    const rows = (await allLanes()).map(({ name, reads, steps, writes }) => [name, reads, steps.join(' ▸ '), writes]);
    process.stdout.write(`${table(['lane', 'reads', 'steps', 'writes'], rows)}\n`);
  });
