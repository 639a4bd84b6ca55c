import type { ParsedSchedule } from '#pipeline/ingest/calendar/parsed-schedule.ts';

/** The time of each occurrence of a reading, to the minute, by its uid. */
export const datesOf = ({ occurrences }: ParsedSchedule): Record<string, string> =>
  Object.fromEntries(occurrences.map(({ uid, scheduled_at }) => [uid, scheduled_at.slice(0, 16)]));
