/**
 * Documents to test with: the folder of real ones that may stand beside the repository (TEST_DATA_DIR names another place, or
 * `none`), else the small synthetic ones in `test/fixtures/documents`, laid out alike.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const real = process.env['TEST_DATA_DIR'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const synthetic = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));

/** Path of the real folder of that name, or null where there is none. */
export function dataDir(name: string): string | null {
  const path = join(real, name);
  return existsSync(path) ? path : null;
}

/** Path of the real folder of that name, or of the synthetic one. */
export const documentsDir = (name: string): string => dataDir(name) ?? join(synthetic, name);
