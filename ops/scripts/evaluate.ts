/**
 * `evaluate -- earnings DIR [--json] [--errors]`: reads every release of a folder laid out like `8k` or `6k`
 * (`manifest.json`, `earnings_expected.json`) and prints how much of it is right.
 * `evaluate -- enrichment DIR [--json] [--plot FILE.svg] [--symbols DIR]`: measures the enrichment on a folder
 * of labelled sets laid out like `nlp`, prints its figures, draws how far its confidence can be trusted.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluateEarnings } from './evaluate/earnings.ts';
import { evaluateEnrichment } from './evaluate/enrichment.ts';
import { printEnrichment } from './evaluate/enrichment/print.ts';
import { printEarnings } from './evaluate/print.ts';

const USAGE = `usage: evaluate -- earnings DIR [--json] [--errors]
       evaluate -- enrichment DIR [--json] [--plot FILE.svg] [--symbols DIR]
`;

const print = (text: string): boolean => process.stdout.write(text);
const json = (report: unknown): string => `${JSON.stringify(report, null, 2)}\n`;

function run(): void {
  const {
    values,
    positionals: [subject, dir, ...rest],
  } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, errors: { type: 'boolean' }, plot: { type: 'string' }, symbols: { type: 'string' } },
  });
  if (dir === undefined || rest.length > 0) throw new TypeError('a folder is missing, or one too many is given');
  if (subject === 'earnings') {
    const report = evaluateEarnings(dir);
    print(values.json === true ? json(report) : printEarnings(report, values.errors === true));
  } else if (subject === 'enrichment') {
    const { report, plot } = evaluateEnrichment(dir, values.symbols ?? null);
    if (values.plot !== undefined) writeFileSync(values.plot, plot);
    print(values.json === true ? json(report) : printEnrichment(report));
  } else throw new TypeError('earnings or enrichment');
}

try {
  run();
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}
