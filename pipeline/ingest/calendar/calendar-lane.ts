/** The lane that reads the agencies' schedules of macro releases. */
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
      // A page counts as good once it is read and accepted, not once it is fetched.
      tell,
    });
    return { stage, fetch: publisherFetch };
  },
});
