/** `npm run env-example`: rewrites `.env.example` from the table of settings. A test compares them. */
import { writeFileSync } from 'node:fs';
import { envExample } from '#schemas/config.ts';
import { runWords, type CommandLine } from './command-line.ts';

const commandLine = { name: 'env-example', words: [], options: {} } as const satisfies CommandLine<Record<string, never>>;

await runWords(commandLine, () => writeFileSync(new URL('../../.env.example', import.meta.url), envExample()));
