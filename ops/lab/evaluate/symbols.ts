/**
 * Applies the dated symbol lists of a folder, one day after another, with the code of the symbols stage. Reports what each day lists and
 * delists, which tickers were renamed, and which another company has taken over.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDetails } from '#pipeline/ingest/symbols/lists/details-file.ts';
import { parsers } from '#pipeline/ingest/parse/parsers.ts';
import { readExchangeFile } from '#pipeline/ingest/symbols/lists/exchange-files.ts';
import { applySymbolLists, type Rename, type Reuse } from '#pipeline/ingest/symbols/history/apply-symbol-lists.ts';
import type { SymbolList, SymbolListResult } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { unpack } from '../../scripts/inspect/detect.ts';
import { table } from '../../scripts/table.ts';
import { CommandError } from '../../scripts/service-config.ts';

export interface SymbolsReport {
  /** One row per date. A renamed ticker counts as delisted; one that another company took over counts as both listed and delisted. */
  readonly days: readonly {
    readonly date: string;
    readonly active: number;
    readonly listed: number;
    readonly delisted: number;
    readonly renamed: number;
  }[];
  readonly renames: readonly Rename[];
  readonly reused: readonly Reuse[];
  /** Files that were ignored, and why. */
  readonly refused: readonly { readonly date: string; readonly file: string; readonly detail: string }[];
}

const readScreener = (body: Buffer): SymbolListResult => readDetails(body, { listsShares: true });

/** Kinds of list by the beginning of the file name; of two lists of one source and date the first kind is used. */
const kinds: readonly (readonly [stem: string, source: string, read: (body: Buffer) => SymbolListResult])[] = [
  ['company_tickers_exchange', 'sec', (body) => parsers.symbol_list({ body })],
  ['company_tickers', 'sec', (body) => parsers.symbol_list({ body })],
  ['nasdaqlisted', 'nasdaqlisted', readExchangeFile],
  ['otherlisted', 'otherlisted', readExchangeFile],
  ['nasdaq_full_tickers', 'nasdaq_full', readScreener],
  ['nyse_full_tickers', 'nyse_full', readScreener],
  ['amex_full_tickers', 'amex_full', readScreener],
];

const dated = /^(\w+)\.(\d{4}-\d{2}(?:-\d{2})?)\.(?:json|txt)(?:\.gz)?$/;

interface DatedFile {
  readonly name: string;
  readonly date: string;
  readonly kind: number;
}

function filesIn(folder: string): DatedFile[] {
  return readdirSync(folder).flatMap((name) => {
    const [, stem = '', date = ''] = dated.exec(name) ?? [];
    const kind = kinds.findIndex(([known]) => known === stem);
    return kind < 0 ? [] : [{ name, date, kind }];
  });
}

/** Returns the date; a month becomes its first day. */
const dayOf = (date: string): string => (date.length === 7 ? `${date}-01` : date);

function isDay(date: string): boolean {
  try {
    return Temporal.PlainDate.from(dayOf(date)).toString() === dayOf(date);
  } catch {
    return false;
  }
}

export interface ListedDay {
  /** The date in the names of its files. */
  readonly date: string;
  readonly lists: readonly SymbolList[];
  readonly unread: readonly { readonly file: string; readonly detail: string }[];
}

/** Yields the lists of a folder, one day at a time, in order of date. */
export function* listedDays(folder: string): Generator<ListedDay, void, undefined> {
  const files = filesIn(folder).filter(({ date }) => isDay(date));
  const byDate = [...Map.groupBy(files, ({ date }) => date)].sort(([a], [b]) => (dayOf(a) < dayOf(b) ? -1 : 1));
  for (const [date, ofDay] of byDate) {
    const lists: SymbolList[] = [];
    const unread: { readonly file: string; readonly detail: string }[] = [];
    for (const { name, kind } of ofDay.toSorted((a, b) => a.kind - b.kind)) {
      const [, source, read] = kinds[kind]!;
      if (lists.some((list) => list.source === source)) continue;
      const unpacked = unpack(readFileSync(join(folder, name)));
      const list = unpacked.ok ? read(unpacked.body) : unpacked;
      if (list.ok) lists.push({ source, date: dayOf(date), rows: list.rows });
      else unread.push({ file: name, detail: list.detail });
    }
    yield { date, lists, unread };
  }
}

export function evaluateSymbols(folder: string): SymbolsReport {
  const files = filesIn(folder);
  if (files.length === 0)
    throw new CommandError(
      `${folder} holds no dated list: they are named like company_tickers_exchange.2025-09-05.json.gz, nasdaqlisted.2025-07-21.txt`,
    );
  const days = listedDays(folder);
  const entries = new Map<string, SymbolEntry>();
  const dates = new Map<string, string>();
  const report = {
    days: [] as SymbolsReport['days'][number][],
    renames: [] as Rename[],
    reused: [] as Reuse[],
    refused: files.filter(({ date }) => !isDay(date)).map(({ name, date }) => ({ date, file: name, detail: `${date} is not a day` })),
  };
  for (const { date, lists, unread } of days) {
    report.refused.push(...unread.map((one) => ({ date, ...one })));
    const step = applySymbolLists({ entries, dates }, lists);
    for (const entry of step.writes) entries.set(entry.symbol, entry);
    for (const { source } of step.accepted) dates.set(source, dayOf(date));
    report.refused.push(...step.refused.map(({ source, detail }) => ({ date, file: source, detail })));
    const active = [...entries.values()].filter(({ status }) => status === 'active').length;
    report.days.push({ date, active, listed: step.listed.length, delisted: step.delisted.length, renamed: step.renames.length });
    report.renames.push(...step.renames.map((rename) => ({ ...rename, date })));
    report.reused.push(...step.reused.map((reuse) => ({ ...reuse, date })));
  }
  return report;
}

const shown = (cells: readonly (string | number | null)[]): string[] => cells.map((cell) => String(cell ?? '-'));

export function printSymbols({ days, renames, reused, refused }: SymbolsReport): string {
  const lines = [
    table(
      ['date', 'active', 'listed', 'delisted', 'renamed'],
      days.map((day) => shown([day.date, day.active, day.listed, day.delisted, day.renamed])),
    ),
    '',
    table(
      ['renamed', 'to', 'cik', 'date'],
      renames.map(({ from, to, cik, date }) => shown([from, to, cik, date])),
    ),
    '',
    table(
      ['reused', 'former', 'now', 'date'],
      reused.map(({ ticker, former, now, date }) => shown([ticker, former, now, date])),
    ),
    ...refused.map(({ date, file, detail }) => `refused ${date} ${file}: ${detail}`),
  ];
  return `${lines.join('\n')}\n`;
}
