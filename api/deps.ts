/** Dependencies of the operations, in the groups in which start/ opens them. */
import type { KV } from '@nats-io/kv';
import type { Plan } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { ExportFiles } from './export/files.ts';
import type { Schedule } from './calendar/schedule.ts';
import type { FeedDeps } from './feed/feed-request.ts';
import type { StreamHub } from './feed/stream-hub.ts';
import type { Quota } from './quota/quota.ts';
import type { CompanyNames } from './search/company-names.ts';
import type { RadarBook } from './radar/book.ts';
import type { SymbolDirectory } from './symbols/directory.ts';
import type { ReportDates } from './symbols/report-dates.ts';
import type { SymbolPages } from './symbols/symbol-pages.ts';

export interface AccountDeps {
  readonly accounts: KV;
  readonly authenticate: Authenticate;
  readonly plans: Readonly<Record<PlanName, Plan>>;
}

export interface DirectoryDeps {
  readonly symbols: SymbolDirectory;
  readonly companyNames: CompanyNames;
  readonly reportDates: ReportDates;
  readonly calendar: Schedule;
  readonly symbolPages: SymbolPages;
}

interface ServiceDeps {
  readonly publicUrl: () => string;
  /** Prefix of the headers that describe a file, such as `X-Service`. */
  readonly headerPrefix: string;
  readonly requestTimeoutMs: number;
  readonly isStopping: () => boolean;
}

export interface ApiDeps extends FeedDeps, DirectoryDeps, AccountDeps, ServiceDeps {
  readonly radar: RadarBook;
  readonly quota: Quota;
  readonly exports: ExportFiles;
  readonly streams: StreamHub;
}
