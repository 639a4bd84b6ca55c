/** `npm run env-example`: writes `.env.example` anew from the table of settings; a test keeps the two together. */
import { writeFileSync } from 'node:fs';
import { envExample } from '#schemas/config.ts';

writeFileSync(new URL('../../.env.example', import.meta.url), envExample());
