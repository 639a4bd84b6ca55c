/** Lists the parsers of untrusted documents by name: pure functions whose input and output can be sent to a thread. */
import type { Agency } from '#schemas/calendar.ts';
import { readCalendarDocument } from '../calendar/read-document.ts';
import { readDates } from '../earnings-dates/read-dates.ts';
import { readGkg, type GkgArchive, type GkgResult } from '../gdelt/read-gkg.ts';
import { parseFeed, type FeedDocument } from '../publishers/format/read-feed.ts';
import { readPage, type PageDocument } from '../publishers/page/read-page.ts';
import { readRobots, type RobotsDocument } from '../publishers/page/read-robots.ts';
import { readCurrent } from '../sec/listing/latest-filings.ts';
import { readDailyIndex } from '../sec/listing/daily-index.ts';
import type { Submission } from '../sec/documents/documents.ts';
import { readDisclosure } from '../sec/disclosure/read-disclosure.ts';
import { readFiling } from '../sec/filing/read-filing.ts';
import type { ListedFiling } from '../sec/listed-filing.ts';
import { readForm4 } from '../sec/form4/read-form4.ts';
import { brandNames } from '../../refine/tickers/names/brands.ts';
import { readDetails } from '../symbols/lists/details-file.ts';
import { readTickerList } from '../symbols/lists/sec-list.ts';
import { readExchangeFile } from '../symbols/lists/exchange-files.ts';
import { rowOf, type SymbolListResult } from '../symbols/lists/symbol-list.ts';

interface OfFiling {
  readonly submission: Submission;
  readonly listed: ListedFiling;
}

interface OfForms {
  readonly body: Buffer;
  readonly forms: ReadonlySet<string>;
}

const brands = new Map(brandNames);

export const parsers = {
  feed: (document: FeedDocument) => parseFeed(document),
  page: (document: PageDocument) => readPage(document),
  robots: (document: RobotsDocument) => readRobots(document),
  gkg: (archive: GkgArchive): GkgResult => readGkg(archive),
  form4: ({ submission, listed }: OfFiling) => readForm4(submission, listed),
  filing: ({ submission, listed }: OfFiling) => readFiling(submission, listed),
  disclosure: ({ submission, listed }: OfFiling) => readDisclosure(submission, listed),
  current: ({ body, forms }: OfForms) => readCurrent(body, forms),
  daily_index: ({ body, forms }: OfForms) => readDailyIndex(body, forms),
  symbol_list: ({ body }: { readonly body: Buffer }): SymbolListResult => {
    const list = readTickerList(body);
    if (!list.ok) return list;
    const rows = list.entries.map((entry) => ({ ...rowOf(entry), brand_aliases: [...(brands.get(entry.symbol) ?? [])] }));
    return { ok: true, rows, madeAt: null, unreadable: list.unreadable };
  },
  exchange_symbols: ({ body }: { readonly body: Buffer }) => readExchangeFile(body),
  symbol_details: ({ body }: { readonly body: Buffer }) => readDetails(body),
  calendar: (document: { readonly body: Buffer; readonly agency: Agency }) => readCalendarDocument(document),
  report_dates: ({ body, requested, today }: { readonly body: Buffer; readonly requested: ReadonlySet<string>; readonly today: string }) =>
    readDates(body, requested, today),
} as const;

export type Parsers = typeof parsers;

export const bytesOf = (input: { readonly body?: Uint8Array; readonly submission?: Submission }): number =>
  (input.body?.byteLength ?? 0) + (input.submission?.documents.reduce((sum, { source }) => sum + (source?.length ?? 0), 0) ?? 0);
