/** The quality that `npm run evaluate -- enrichment DIR --quality FILE` measured. */
import { readFileSync } from 'node:fs';
import { Quality } from '#schemas/quality.ts';

export const measured = Quality.parse(JSON.parse(readFileSync(new URL('./measured.json', import.meta.url), 'utf8')));
