/** Dates on which companies will report results, from a configured source and from their own filings. None is an estimate. */
import { z } from 'zod';
import { Cik, DateOnly, HttpUrl, Instant, Ticker, Uid } from './primitives.ts';

/** A date of the configured source, stored in JetStream KV by ticker. */
export const ReportDate = z.object({
  ticker: Ticker,
  report_date: DateOnly,
  source: z.string(),
  confirmed_at: Instant.meta({ description: 'When this service first saw the date' }),
});
export type ReportDate = z.infer<typeof ReportDate>;

const reportSessions = ['before_open', 'after_close', 'during'] as const;

export const StatedReport = z.object({
  date: DateOnly,
  session: z.enum(reportSessions).nullable().meta({ description: 'Before the market opens or after it closes; null: the company does not say' }),
  text: z.string().max(1_000).meta({ description: 'The sentence as printed' }),
});
export type StatedReport = z.infer<typeof StatedReport>;

/** A registrant's latest statement, stored in JetStream KV by CIK. */
export const ReportTime = StatedReport.extend({
  cik: Cik,
  source_uid: Uid,
  source_url: HttpUrl,
  /** When EDGAR accepted the filing. A later statement replaces an earlier one. */
  stated_at: Instant,
});
export type ReportTime = z.infer<typeof ReportTime>;

export const NextReportTime = StatedReport.extend({
  confirmed: z.literal(true),
  source_uid: Uid.meta({ description: 'uid of the filing; a 6-K that is not an earnings release has no article' }),
  source_url: HttpUrl.meta({ description: 'The filing on EDGAR' }),
}).meta({ id: 'NextReportTime' });
export type NextReportTime = z.infer<typeof NextReportTime>;
