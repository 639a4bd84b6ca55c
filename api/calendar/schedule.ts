/** The scheduled releases of all agencies, in memory. */
import { inCalendarOrder, type PlannedOccurrence } from '#schemas/calendar.ts';

export type Schedule = ReturnType<typeof createSchedule>;

export function createSchedule() {
  const byAgency = new Map<string, readonly PlannedOccurrence[]>();
  let all: readonly PlannedOccurrence[] = [];
  const gather = (): void => {
    all = [...byAgency.values()].flat().sort(inCalendarOrder);
  };
  return {
    /** Returns the releases scheduled from `fromMs` until before `toMs`, by time, then uid. */
    between: (fromMs: number, toMs: number): readonly PlannedOccurrence[] =>
      all.filter(({ scheduled_at }) => {
        const ms = Date.parse(scheduled_at);
        return ms >= fromMs && ms < toMs;
      }),
    put: (agency: string, occurrences: readonly PlannedOccurrence[]): void => {
      byAgency.set(agency, occurrences);
      gather();
    },
    remove: (agency: string): void => {
      byAgency.delete(agency);
      gather();
    },
  };
}
