/**
 * `evaluate -- earnings DIR [--json]`: reads every release of a folder laid out like `8k` or `6k`
 * (`manifest.json`, `earnings_expected.json`) and prints how much of it is right.
 */
import { evaluateEarnings } from './evaluate/earnings.ts';
import { printEarnings } from './evaluate/print.ts';

const [subject, dir, ...flags] = process.argv.slice(2);
if (subject !== 'earnings' || dir === undefined || flags.some((flag) => !['--json', '--errors'].includes(flag))) {
  process.stderr.write('usage: evaluate -- earnings DIR [--json] [--errors]\n');
  process.exitCode = 2;
} else {
  const report = evaluateEarnings(dir);
  process.stdout.write(flags.includes('--json') ? `${JSON.stringify(report, null, 2)}\n` : printEarnings(report, flags.includes('--errors')));
}
