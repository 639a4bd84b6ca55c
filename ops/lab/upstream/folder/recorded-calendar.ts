/** Serves agencies' recorded schedules at their original paths. */
import { join } from 'node:path';
import { agencyPlans } from '#pipeline/ingest/calendar/calendar-stage.ts';
import { agencyOf, readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import { reply, type Reply } from '../reply.ts';
import { readRecorded, recordedFiles } from './files.ts';

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
