/** The lane that fetches confirmed dates of earnings reports. */
import { lastEarningsFilings } from '#clickhouse/last-earnings.ts';
import { buckets } from '#schemas/subjects.ts';
import { bucketLane } from '../../lane.ts';
import { earningsDatesStage } from './earnings-dates-stage.ts';
import { createDateStore } from './dates-bucket.ts';

export const earningsDatesLane = bucketLane(buckets.reportDates, {
  name: 'earnings_dates',
  reads: 'EARNINGS_DATES_URL, daily at 05:30 UTC',
  steps: ['choose tickers', 'fetch dates', 'compare'],
  asks: 'others',
  alsoReads: [buckets.symbols],
  make: ({ config, store, registry, bucket, retryOptions, publisherFetch, expect, watching }, dates) => {
    if (config.EARNINGS_DATES_URL === null) return null;
    expect(['earnings_dates']);
    const stage = earningsDatesStage({
      baseUrl: config.EARNINGS_DATES_URL,
      major: config.MAJOR_TICKERS,
      store: createDateStore({ dates, symbols: bucket(buckets.symbols) }, retryOptions),
      lastFilings: (tickers) => lastEarningsFilings(store, tickers),
      registry,
    });
    return { stage, fetch: watching(publisherFetch, () => 'earnings_dates') };
  },
});
