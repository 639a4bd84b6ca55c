/**
 * Generates clients from an OpenAPI document with public generators and compiles them: users who prefer one of those must get a complete
 * client.
 */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute, npmExec, type Executed } from '../execute.ts';

interface Generator {
  readonly name: string;
  readonly packages: readonly string[];
  readonly command: (document: string, folder: string) => readonly string[];
}

/** The generators need this older compiler; their output is compiled with the project's own. */
const typescript = 'typescript@5.9.3';

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', typescript],
    command: (document, folder) => ['openapi-typescript', document, '--output', join(folder, 'client.ts')],
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0.99.0', typescript],
    command: (document, folder) => ['openapi-ts', '--input', document, '--output', folder, '--no-log-file'],
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    command: (document, folder) => ['swagger-typescript-api', 'generate', '--path', document, '--output', folder, '--name', 'client.ts'],
  },
];

const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const compileTimeoutMs = 120_000;

/** Reports each generator as it ends; returns the names of those that failed. */
export async function tryGenerators(document: object, tell: (line: string) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tickerwire-generators-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const failed: string[] = [];
    for (const { name, packages, command } of generators) {
      const made = join(folder, name.replace(/\W+/g, '-'));
      mkdirSync(made);
      const generated = await npmExec(packages, command(file, made), folder);
      const compiled = generated.passed ? await compile(made) : generated;
      tell(`${compiled.passed ? 'ok    ' : 'FAILED'} ${name}`);
      if (compiled.passed) continue;
      failed.push(name);
      tell(compiled.output.trimEnd());
    }
    return failed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compile(folder: string): Promise<Executed> {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['**/*.ts'] }));
  return execute(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { timeout: compileTimeoutMs });
}
