/** Follows the buckets that the pipeline fills for readers: symbols, report dates, the calendar. */
import { buckets } from '#schemas/subjects.ts';
import { createSchedule, followSchedule } from '../calendar/schedule.ts';
import type { DirectoryDeps } from '../context.ts';
import { createCompanyNames } from '../search/company-names.ts';
import { createSymbolDirectory, followSymbols } from '../symbols/directory.ts';
import { createReportDates, followReportDates, followReportTimes } from '../symbols/report-dates.ts';
import { createSymbolPages } from '../symbols/symbol-pages.ts';
import { withBucket, type StartContext } from './start-context.ts';
import type { Stores } from './open-stores.ts';

/** Resolves when each bucket was read completely. */
export async function openDirectory({ bus }: Pick<Stores, 'bus'>, context: StartContext): Promise<DirectoryDeps & { readonly stop: () => void }> {
  const { steadyMs, log } = context;
  const [symbols, reportDates, calendar] = [createSymbolDirectory(), createReportDates(), createSchedule()];
  const options = { connection: bus.connection, log };
  const watches = await Promise.all([
    withBucket(bus, buckets.symbols, context, (kv) => followSymbols(kv, symbols, options)),
    withBucket(bus, buckets.reportDates, context, (kv) => followReportDates(kv, reportDates, options)),
    withBucket(bus, buckets.reportTimes, context, (kv) => followReportTimes(kv, reportDates, options)),
    withBucket(bus, buckets.calendar, context, (kv) => followSchedule(kv, calendar, options)),
  ]);
  return {
    symbols,
    reportDates,
    calendar,
    companyNames: createCompanyNames(symbols, steadyMs),
    symbolPages: createSymbolPages(symbols, steadyMs),
    stop: () => {
      for (const watch of watches) watch.stop();
    },
  };
}
