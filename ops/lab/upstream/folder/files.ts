/** Lists and reads the files of a folder of recorded documents. Files may be gzipped; names omit the ending `.gz`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface RecordedFile {
  readonly path: string;
  /** Path relative to the folder, with forward slashes, without `.gz`. */
  readonly name: string;
}

const isNote = (name: string): boolean =>
  /^(readme|licen[cs]e)\b/i.test(basename(name)) || name.endsWith('.md') || /^(manifest|.*expected|ground-truth)\.json$/.test(basename(name));

/** Returns every recorded document in `folder` and its subfolders by name, or none when there is no such folder. */
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

/** Returns the file's bytes, unpacked if it is gzipped. */
export function readRecorded(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
