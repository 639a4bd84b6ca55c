import type { ScheduleReading } from '#pipeline/ingest/calendar/reading.ts';

/** The time of each occurrence of a reading, to the minute, by its uid. */
export const datesOf = ({ occurrences }: ScheduleReading): Record<string, string> =>
  Object.fromEntries(occurrences.map(({ uid, scheduled_at }) => [uid, scheduled_at.slice(0, 16)]));
