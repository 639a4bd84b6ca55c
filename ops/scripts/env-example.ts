/** `npm run env-example`: rewrites `.env.example` from the table of settings. A test compares them. */
import { writeFileSync } from 'node:fs';
import { envExample } from '#schemas/config.ts';
import { runPlain } from './command-line.ts';

await runPlain('env-example', () => writeFileSync(new URL('../../.env.example', import.meta.url), envExample()));
