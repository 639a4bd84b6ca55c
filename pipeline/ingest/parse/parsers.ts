/** Lists the parsers of untrusted documents by name: pure functions whose input and output can be sent to a thread. */
import { readCalendarDocument } from '../calendar/read-document.ts';
import { readDates } from '../earnings-dates/read-dates.ts';
import { readGkg } from '../gdelt/read-gkg.ts';
import { parseFeed } from '../publishers/format/read-feed.ts';
import { readPage } from '../publishers/page/read-page.ts';
import { readRobots } from '../publishers/page/read-robots.ts';
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

interface OfBody {
  readonly body: Buffer;
}

interface OfForms extends OfBody {
  readonly forms: ReadonlySet<string>;
}

const brands = new Map(brandNames);

export const parsers = {
  feed: parseFeed,
  page: readPage,
  robots: readRobots,
  gkg: readGkg,
  form4: ({ submission, listed }: OfFiling) => readForm4(submission, listed),
  filing: ({ submission, listed }: OfFiling) => readFiling(submission, listed),
  disclosure: ({ submission, listed }: OfFiling) => readDisclosure(submission, listed),
  current: ({ body, forms }: OfForms) => readCurrent(body, forms),
  daily_index: ({ body, forms }: OfForms) => readDailyIndex(body, forms),
  symbol_list: ({ body }: OfBody): SymbolListResult => {
    const list = readTickerList(body);
    if (!list.ok) return list;
    const rows = list.entries.map((entry) => ({ ...rowOf(entry), brand_aliases: [...(brands.get(entry.symbol) ?? [])] }));
    return { ok: true, rows, madeAt: null, unreadable: list.unreadable };
  },
  exchange_symbols: ({ body }: OfBody) => readExchangeFile(body),
  symbol_details: ({ body }: OfBody) => readDetails(body),
  calendar: readCalendarDocument,
  report_dates: readDates,
} as const;

export type Parsers = typeof parsers;

export const bytesOf = (input: { readonly body?: Uint8Array; readonly submission?: Submission }): number =>
  (input.body?.byteLength ?? 0) + (input.submission?.documents.reduce((sum, { source }) => sum + (source?.length ?? 0), 0) ?? 0);
