/**
 * Documents to test with: the folder of real ones that may be next to the repository (TEST_DATA_DIR names another folder, or `none`),
 * otherwise the small synthetic ones in `test/fixtures/documents`, in the same layout.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const real = process.env['TEST_DATA_DIR'] ?? fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const synthetic = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));

/** Returns the path of the real folder of this name, or null if there is none. */
export function dataDir(name: string): string | null {
  const path = join(real, name);
  return existsSync(path) ? path : null;
}

/** Returns the path of the real folder of this name, or else of the synthetic folder. */
export const documentsDir = (name: string): string => dataDir(name) ?? join(synthetic, name);
