/** `npm run clients`: rewrites the parts of both clients that are generated from the OpenAPI document; a test keeps them in step. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientFiles, documentOfSources } from './clients/files.ts';
import { tryGenerators } from './clients/public-generators.ts';
import { runWords, type CommandLine, type OptionTable } from './command-line.ts';
import { CommandError } from './service-config.ts';

const commandLine = {
  name: 'clients',
  words: [],
  options: { public: { help: 'write nothing; generate clients with public generators, downloaded when run, and compile them' } },
} as const satisfies CommandLine<OptionTable>;

await runWords(commandLine, async ({ values }) => {
  const document = documentOfSources();
  if (values.public) {
    const failed = await tryGenerators(document, (line) => process.stdout.write(`${line}\n`));
    if (failed.length > 0) throw new CommandError(`clients that do not compile: ${failed.join(', ')}`);
    return;
  }
  for (const [path, text] of clientFiles(document)) {
    const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`${path}\n`);
  }
});
