/**
 * `npm run lint:api`: lints the OpenAPI document with the rules of redocly and spectral. They are 300 MB of packages that nothing else
 * needs, so npm fetches them (exact versions, once) when this command runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentOfSources } from './clients/files.ts';
import { runWords, UsageError, type CommandLine, type OptionTable } from './command-line.ts';
import { npmExec } from './execute.ts';
import { CommandError } from './service-config.ts';

const commandLine = {
  name: 'lint:api',
  words: [],
  options: { url: { value: 'URL', help: 'lint /api/schema/ of this running service (default: the document from the sources)' } },
  about: 'Needs the npm registry at its first run. The disabled rules, and why: ops/scripts/lint-api/redocly.yaml.',
} as const satisfies CommandLine<OptionTable>;

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

const fetchTimeoutMs = 10_000;

async function documentText(url: string | undefined): Promise<string> {
  if (url === undefined) return JSON.stringify(documentOfSources(), null, 1);
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError(`--url ${url}: must be an http(s) address`);
  const response = await fetch(new URL('/api/schema/', url), { signal: AbortSignal.timeout(fetchTimeoutMs) }).catch(() => null);
  if (response?.ok !== true) throw new CommandError(`${url} does not serve its schema`);
  return JSON.stringify(await response.json(), null, 1);
}

const silent = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

await runWords(commandLine, async ({ values }) => {
  const text = await documentText(values.url);
  const folder = mkdtempSync(join(tmpdir(), 'tickerwire-lint-'));
  const document = join(folder, 'openapi.json');
  writeFileSync(document, text);
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
