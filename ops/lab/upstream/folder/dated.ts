/**
 * Files of a folder that exist in several dated versions (`nasdaqlisted.2025-07-21.txt`), as they stood on a simulated day: the
 * first day is that of the oldest version, each day after it the next date on which any file changed, and the last one stays.
 */
import { basename } from 'node:path';
import type { RecordedFile } from './files.ts';

const DATE = /\.(\d{4}-\d{2}(?:-\d{2})?)\./;
const dateOf = ({ name }: RecordedFile): string => DATE.exec(basename(name))?.[1] ?? '';

export interface DatedFiles {
  /** The version of the file of this name (a pattern of base names) that stood then; one of a later date where none is older. */
  readonly at: (pattern: RegExp, now: number) => RecordedFile | undefined;
}

/** `dayMs`: length of a simulated day, counted from `startMs`; 0: every file as it stood last. */
export function datedFiles(files: readonly RecordedFile[], dayMs: number, startMs: number): DatedFiles {
  const dates = [...new Set(files.map(dateOf))].filter((date) => date !== '').sort();
  const dayAt = (now: number): number => Math.min(dates.length - 1, dayMs === 0 ? Infinity : Math.max(0, Math.floor((now - startMs) / dayMs)));
  return {
    at: (pattern, now) => {
      const day = dates[dayAt(now)] ?? '';
      const versions = files.filter(({ name }) => pattern.test(basename(name))).sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1));
      return versions.findLast((file) => dateOf(file) <= day) ?? versions[0];
    },
  };
}
