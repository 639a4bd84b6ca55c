/** The scheduled releases of all agencies, in memory. */
import { inCalendarOrder, type PlannedOccurrence } from '#schemas/calendar.ts';

export interface Schedule {
  /** Returns the releases scheduled from `fromMs` until before `toMs`, by time, then uid. */
  readonly between: (fromMs: number, toMs: number) => readonly PlannedOccurrence[];
  readonly put: (agency: string, occurrences: readonly PlannedOccurrence[]) => void;
  readonly remove: (agency: string) => void;
}

export function createSchedule(): Schedule {
  const byAgency = new Map<string, readonly PlannedOccurrence[]>();
  let all: readonly PlannedOccurrence[] = [];
  const gather = (): void => {
    all = [...byAgency.values()].flat().sort(inCalendarOrder);
  };
  return {
    between: (fromMs, toMs) =>
      all.filter(({ scheduled_at }) => {
        const ms = Date.parse(scheduled_at);
        return ms >= fromMs && ms < toMs;
      }),
    put: (agency, occurrences) => {
      byAgency.set(agency, occurrences);
      gather();
    },
    remove: (agency) => {
      byAgency.delete(agency);
      gather();
    },
  };
}
