/** Dependencies of the operations, in the groups in which start/ opens them. */
import type { KV } from '@nats-io/kv';
import type { Plan } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { Caller } from './auth/caller.ts';
import type { ExportFiles } from './export/files.ts';
import type { Schedule } from './calendar/schedule.ts';
import type { FeedDeps } from './feed/feed-request.ts';
import type { ReadQuery } from './feed/parameters.ts';
import type { Quota } from './quota/quota.ts';
import type { LiveResult } from './reply/result.ts';
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

export interface StreamHub {
  /** Reads the first rows. Throws the error that refuses the request before the stream begins. */
  readonly open: (read: ReadQuery, lastEventId: string | null, caller: Caller) => Promise<LiveResult>;
  readonly count: () => number;
  /** Ends every stream with an event that makes its reader connect again. */
  readonly stop: () => void;
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
