/** Serves recorded EDGAR indexes and agencies' schedules at their original paths. */
import { join } from 'node:path';
import { agencyPlans } from '#pipeline/ingest/calendar/calendar-stage.ts';
import { agencyOf, readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import { reply, type Reply } from '../reply.ts';
import { readRecorded, recordedFiles } from './files.ts';

/** Returns a lookup of daily indexes by path. A recorded file has a name such as `form.20200318.idx` or `2024-01-02.master.idx`. */
export function recordedIndexes(root: string): (path: string) => Reply | null {
  const found = new Map<string, string>();
  for (const { path, name } of recordedFiles(join(root, 'edgar', 'idx'))) {
    const kind = /\b(form|master|company|crawler)\b/.exec(name)?.[1];
    const [, year, month, day] = /(\d{4})-?(\d{2})-?(\d{2})/.exec(name) ?? [];
    if (kind === undefined || year === undefined || month === undefined || day === undefined) continue;
    found.set(`/Archives/edgar/daily-index/${year}/QTR${Math.ceil(Number(month) / 3)}/${kind}.${year}${month}${day}.idx`, path);
  }
  return (path) => {
    const file = found.get(path);
    return file === undefined ? null : reply(200, 'application/octet-stream', readRecorded(file));
  };
}

/**
 * Answers requests of the calendar stage with recorded schedules: for each agency the last file by name in which its reader finds
 * something. Without one the generated page is used.
 */
export function recordedCalendar(root: string): (path: string) => Reply | null {
  const found = new Map<string, string>();
  for (const { path } of recordedFiles(join(root, 'macro'))) {
    const body = readRecorded(path);
    const agency = agencyOf(body);
    if (agency === null || readCalendarDocument({ body, agency }).occurrences.length === 0) continue;
    found.set(agencyPlans[agency].pages(0)[0]!.path, path);
  }
  return (path) => {
    const file = found.get(path);
    return file === undefined ? null : reply(200, file.endsWith('.ics') ? 'text/calendar' : 'text/html; charset=utf-8', readRecorded(file));
  };
}
