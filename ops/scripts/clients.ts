/** `npm run clients`: rewrites the parts of both clients that are generated from the OpenAPI document. A test compares them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientFiles, documentOfSources } from './clients/files.ts';
import { runPlain } from './command-line.ts';

await runPlain('clients', () => {
  for (const [path, text] of clientFiles(documentOfSources())) {
    const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`${path}\n`);
  }
});
