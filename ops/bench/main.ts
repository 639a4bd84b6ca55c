/**
 * `npm run bench [-- --only NAME,… --json]`: every hot path beside its ceiling, in one go. Machines are noisy:
 * read the ratios. `--json` prints `{name: {value, ceiling, ratio, unit, note}}`.
 */
import { parseArgs } from 'node:util';
import { benchAccounts } from './accounts.ts';
import { benchFilings } from './filings.ts';
import { benchHttp } from './http.ts';
import type { Measurements } from './measure.ts';
import { benchRefine } from './refine.ts';
import { benchStore } from './store.ts';
import { benchVisible } from './visible.ts';

/** Which names each run measures; a run is started when one of them is asked for. */
const runs: readonly { readonly names: readonly string[]; readonly run: () => Promise<Measurements> }[] = [
  { names: ['cached_poll', 'uncached_poll'], run: benchHttp },
  { names: ['refine'], run: benchRefine },
  { names: ['earnings', 'form4'], run: benchFilings },
  { names: ['visible'], run: benchVisible },
  { names: ['account_growth', 'accounts_start', 'account_bytes'], run: benchAccounts },
  { names: ['delta_growth', 'newest_growth', 'symbol_growth', 'row_bytes'], run: benchStore },
];

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean', default: false } } });
const names = runs.flatMap((run) => run.names);
const wanted = values.only?.split(',') ?? names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`--only ${unknown.join(',')}: no such benchmark; there are ${names.join(', ')}\n`);
  process.exit(2);
}

const measured: Record<string, Measurements[string]> = {};
for (const { names: own, run } of runs) {
  if (!own.some((name) => wanted.includes(name))) continue;
  process.stderr.write(`running ${own.join(', ')} …\n`);
  for (const [name, measurement] of Object.entries(await run())) if (wanted.includes(name)) measured[name] = measurement;
}

const figure = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
if (values.json) process.stdout.write(`${JSON.stringify(measured)}\n`);
else {
  const rows = Object.entries(measured).map(([name, { value, ceiling, ratio, unit, note }]) => [
    name,
    figure(value),
    figure(ceiling),
    ratio.toFixed(2),
    unit,
    note,
  ]);
  const table = [['name', 'value', 'ceiling', 'ratio', 'unit', 'note'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}\n`,
    );
}
process.exit(0);
