/** Dependencies of every operation's handler, created once at start and passed in. */
import type { Plan } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { Schedule } from './calendar/schedule.ts';
import type { FeedDeps } from './feed/read.ts';
import type { Quota } from './quota/quota.ts';
import type { CompanyNames } from './search/company-names.ts';
import type { RadarBook } from './radar/book.ts';
import type { SymbolDirectory } from './symbols/directory.ts';
import type { ReportDates } from './symbols/report-dates.ts';
import type { SymbolPages } from './symbols/symbol-pages.ts';

export interface ApiDeps extends FeedDeps {
  readonly symbols: SymbolDirectory;
  readonly companyNames: CompanyNames;
  readonly reportDates: ReportDates;
  readonly calendar: Schedule;
  readonly radar: RadarBook;
  /** The list of symbols, rendered. */
  readonly symbolPages: SymbolPages;
  readonly authenticate: Authenticate;
  readonly quota: Quota;
  readonly plans: Readonly<Record<PlanName, Plan>>;
  /** Address clients use, absolute, for the OpenAPI document. */
  readonly publicUrl: () => string;
  /** First words of the headers that describe a file: `X-Service`. */
  readonly headerPrefix: string;
  readonly requestTimeoutMs: number;
  readonly isStopping: () => boolean;
}
