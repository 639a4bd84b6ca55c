/**
 * `npm run lint:api`: lints the OpenAPI document with the rules of redocly and spectral. They are 300 MB of packages that nothing else
 * needs, so npm fetches them (exact versions, once) when this command runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentOfSources } from './clients/files.ts';
import { runWords, type CommandLine } from './command-line.ts';
import { npmExec } from './execute.ts';
import { CommandError } from './service-config.ts';

const commandLine = {
  name: 'lint:api',
  words: [],
  options: {},
  about: 'Needs the npm registry at its first run. The disabled rules, and why: ops/scripts/lint-api/redocly.yaml.',
} as const satisfies CommandLine<Record<string, never>>;

const configuration = (name: string): string => fileURLToPath(new URL(`lint-api/${name}`, import.meta.url));

interface Linter {
  readonly name: string;
  readonly package: string;
  readonly command: (document: string) => readonly string[];
}

const linters: readonly Linter[] = [
  {
    name: 'redocly',
    package: '@redocly/cli@2.77.0',
    command: (document) => ['redocly', 'lint', document, '--config', configuration('redocly.yaml')],
  },
  {
    name: 'spectral',
    package: '@stoplight/spectral-cli@6.16.3',
    command: (document) => ['spectral', 'lint', document, '--ruleset', configuration('spectral.yaml'), '--fail-severity', 'hint'],
  },
];

const silent = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

await runWords(commandLine, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickerwire-lint-'));
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(documentOfSources(), null, 1));
  const failed: string[] = [];
  try {
    for (const { name, package: source, command } of linters) {
      const { passed, output } = await npmExec([source], command(document), folder, silent);
      process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name}\n`);
      if (passed) continue;
      failed.push(name);
      process.stdout.write(`${output.trimEnd()}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (failed.length > 0) throw new CommandError(`lint:api failed: ${failed.join(', ')}`);
});
