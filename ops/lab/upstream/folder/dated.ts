/**
 * Files of a folder that exist in several dated versions (`nasdaqlisted.2025-07-21.txt`), as of a simulated day. The first day is the date
 * of the oldest version, each further day the next date on which any file changed; the last day lasts.
 */
import { basename } from 'node:path';
import type { RecordedFile } from './files.ts';

const DATE = /\.(\d{4}-\d{2}(?:-\d{2})?)\./;
const dateOf = ({ name }: RecordedFile): string => DATE.exec(basename(name))?.[1] ?? '';

export interface DatedFiles {
  /** Returns the version in force then of the file whose base name matches; when none is that old, the oldest one. */
  readonly at: (pattern: RegExp, now: number) => RecordedFile | undefined;
}

/** Opens the files. `dayMs` is the length of a simulated day, counted from `startMs`; 0: the newest version of every file. */
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
