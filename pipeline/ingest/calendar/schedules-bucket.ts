/** The KV bucket of schedules, one entry per agency. */
import type { KV } from '@nats-io/kv';
import { AgencySchedule, type Agency } from '#schemas/calendar.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';

export interface CalendarStore {
  /** Returns null when none is stored, or when the stored one is unreadable and must be built again. */
  readonly get: (agency: Agency) => Promise<AgencySchedule | null>;
  readonly put: (schedule: AgencySchedule) => Promise<void>;
}

export const createCalendarStore = (bucket: KV, options: RetryOptions): CalendarStore => ({
  get: async (agency) => {
    const entry = await retryUntilStopped('read a schedule', () => bucket.get(agency), options);
    if (entry?.operation !== 'PUT') return null;
    const parsed = AgencySchedule.safeParse(entry.json());
    if (!parsed.success) options.log.error({ agency, err: parsed.error }, 'schedule.unreadable');
    return parsed.data ?? null;
  },
  put: async (schedule) => {
    await retryUntilStopped('write a schedule', () => bucket.put(schedule.agency, JSON.stringify(schedule)), options);
  },
});
