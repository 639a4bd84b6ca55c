/** The agencies' schedules of macro releases as a lane of the flow. */
import { agencies } from '#schemas/calendar.ts';
import { buckets } from '#schemas/subjects.ts';
import type { StageLane } from '../../lane.ts';
import { calendarSource, calendarStage } from './calendar-stage.ts';
import { createCalendarStore } from './schedules-bucket.ts';

export const calendarLane: StageLane = {
  name: 'calendar',
  reads: "agencies' schedules (BLS, BEA, Census, Federal Reserve, DOL), daily at 04:50 UTC",
  steps: ['fetch page', 'read dates', 'infer', 'compare'],
  writes: `KV ${buckets.calendar}`,
  asks: 'others',
  buckets: [buckets.calendar],
  make: ({ config, registry, bucket, insisting, publisherFetch, expect, tell }) => {
    expect(agencies.map(calendarSource));
    const { BLS_URL: bls, BEA_URL: bea, CENSUS_URL: census, FED_URL: fed, DOL_URL: dol } = config;
    const stage = calendarStage({
      baseUrls: { bls, bea, census, fed, dol },
      store: createCalendarStore(bucket(buckets.calendar), insisting),
      registry,
      // A page counts as good once it was read and believed, not once it was fetched.
      tell,
    });
    return { stage, fetch: publisherFetch };
  },
};
