/** A confirmed date of an earnings report, never an estimate. Stored in JetStream KV, one entry per ticker. */
import { z } from 'zod';
import { DateOnly, Instant, Ticker } from './primitives.ts';

export const ReportDate = z.object({
  ticker: Ticker,
  report_date: DateOnly,
  /** Name of the configured source that confirmed it. */
  source: z.string(),
  confirmed_at: Instant.meta({ description: 'When this service first saw the date' }),
});
export type ReportDate = z.infer<typeof ReportDate>;
