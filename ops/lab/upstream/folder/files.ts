/** The files of a folder of recorded documents; `.gz` holds the original bytes and is not part of a name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface RecordedFile {
  readonly path: string;
  /** Below the folder, with forward slashes, without `.gz`. */
  readonly name: string;
}

const isNote = (name: string): boolean =>
  /^(readme|licen[cs]e)\b/i.test(basename(name)) || name.endsWith('.md') || /^(manifest|.*expected|ground-truth)\.json$/.test(basename(name));

/** Every recorded document below `folder`, in order of name; none when there is no such folder. */
export function recordedFiles(folder: string): readonly RecordedFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return {
        path,
        name: path
          .slice(folder.length + 1)
          .replaceAll('\\', '/')
          .replace(/\.gz$/, ''),
      };
    })
    .filter(({ name }) => !isNote(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The original bytes. */
export function readRecorded(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
