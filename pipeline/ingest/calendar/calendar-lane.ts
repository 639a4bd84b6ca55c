/** The agencies' schedules of macro releases as a lane of the flow. */
import { agencies } from '#schemas/calendar.ts';
import { buckets } from '#schemas/subjects.ts';
import { bucketLane } from '../../lane.ts';
import { calendarSource, calendarStage } from './calendar-stage.ts';
import { createCalendarStore } from './schedules-bucket.ts';

export const calendarLane = bucketLane(buckets.calendar, {
  name: 'calendar',
  reads: "agencies' schedules (BLS, BEA, Census, Federal Reserve, DOL), daily at 04:50 UTC",
  steps: ['fetch page', 'read dates', 'infer', 'compare'],
  asks: 'others',
  make: ({ config, registry, retryOptions, publisherFetch, expect, tell }, bucket) => {
    expect(agencies.map(calendarSource));
    const { BLS_URL: bls, BEA_URL: bea, CENSUS_URL: census, FED_URL: fed, DOL_URL: dol } = config;
    const stage = calendarStage({
      baseUrls: { bls, bea, census, fed, dol },
      store: createCalendarStore(bucket, retryOptions),
      registry,
      // A page counts as good once it was read and believed, not once it was fetched.
      tell,
    });
    return { stage, fetch: publisherFetch };
  },
});
