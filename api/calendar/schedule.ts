/** The scheduled releases of all agencies, in memory: follows the KV bucket `calendar`, an entry an agency. */
import type { KV } from '@nats-io/kv';
import type { Logger } from '#ops/runtime/log.ts';
import { AgencySchedule, inCalendarOrder, PlannedOccurrence } from '#schemas/calendar.ts';

export interface Schedule {
  /** Of the moments from `fromMs` on and before `toMs`, in order of moment and uid. */
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

/** Fills it from the bucket and keeps it so; an entry that cannot be read is logged, and what was there before stays. */
export async function followSchedule(bucket: KV, schedule: Schedule, log: Logger): Promise<{ readonly stop: () => void }> {
  const watch = await bucket.watch({ ignoreDeletes: false });
  void (async () => {
    for await (const entry of watch) {
      if (entry.operation !== 'PUT') {
        schedule.remove(entry.key);
        continue;
      }
      const parsed = AgencySchedule.safeParse(entry.json());
      // What is kept beside an occurrence is the pipeline's.
      if (parsed.success)
        schedule.put(
          entry.key,
          parsed.data.occurrences.map((one) => PlannedOccurrence.parse(one)),
        );
      else log.error({ agency: entry.key, err: parsed.error }, 'schedule.unreadable');
    }
  })();
  return { stop: () => watch.stop() };
}
