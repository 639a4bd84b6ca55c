/** The scheduled releases of all agencies, in memory. It follows the KV bucket `calendar`, which has one entry per agency. */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { AgencySchedule, inCalendarOrder, PlannedOccurrence } from '#schemas/calendar.ts';

export interface Schedule {
  /** Returns the releases from `fromMs` to before `toMs`, by time and uid. */
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

/** Fills the schedule from the bucket and follows changes. An unreadable entry is logged, and its former value stays. */
export function followSchedule(bucket: KV, schedule: Schedule, options: FollowOptions): Promise<{ readonly stop: () => void }> {
  // Fields in addition to those of an occurrence belong to the pipeline.
  const put = (agency: string, value: unknown): void =>
    schedule.put(
      agency,
      AgencySchedule.parse(value).occurrences.map((one) => PlannedOccurrence.parse(one)),
    );
  return followBucket(bucket, { put, remove: schedule.remove }, options);
}
