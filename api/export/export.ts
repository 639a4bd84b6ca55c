/** GET /api/export/ lists days of news with their checksums; GET /api/export/news/ sends a day as a file. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { dayStartMs, exportFormats, type DayRows, type ExportFormat } from '#clickhouse/export.ts';
import { DateOnly } from '#schemas/primitives.ts';
import type { ApiDeps } from '../deps.ts';
import { invalidParameter } from '../errors.ts';
import { horizonMs, refusePast } from '../feed/position.ts';
import { renderedAnswer } from '../feed/cached-response.ts';
import { defineOperation } from '../operation.ts';
import { once, oneOf, optional } from '../request/parameters.ts';

const exportPath = '/api/export/news/';
const dayMs = 86_400_000;

const exportTypes: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

const isOver = (date: string, nowMs: number): boolean => dayStartMs(date) + dayMs <= nowMs;

export const exportDay = defineOperation({
  path: exportPath,
  name: 'exportNews',
  summary: 'News of a day as a file',
  description:
    'All rows published on a UTC day, in the order in which they entered the feed, as JSON lines, CSV or Parquet. NDJSON lines are rows of the feed with `story_id`; the other formats have columns, of which `document` is that line. `ETag` is the SHA-256 of the file. `Range` and `If-Range` resume a download. The header `…-Complete: false` means that the day is not over.',
  input: {
    query: z.object({
      date: optional(
        z
          .string({ error: once('a date such as 2026-07-01') })
          .refine((text) => DateOnly.safeParse(text).success, { error: once('a date such as 2026-07-01') })
          .meta({ override: { type: 'string', format: 'date' } }),
        'UTC day of `time_published`; default: yesterday',
      ),
      format: optional(oneOf(exportFormats), 'Overrides Accept; default: ndjson'),
    }),
    selectType: ({ format }) => (format === undefined ? null : exportTypes[format]),
  },
  output: {
    type: exportTypes.ndjson,
    schema: z.string(),
    others: {
      [exportTypes.csv]: { description: 'With a header line; `tickers` are separated by blanks' },
      [exportTypes.parquet]: { description: 'Compressed with zstd; `tickers` is a list' },
    },
  },
  errors: ['archive_horizon', 'range_not_satisfiable'],
  cache: 'private, no-cache',
  handle: async ({ query, accepted }, caller, deps) => {
    const { exports, headerPrefix } = deps;
    const now = deps.nowMs();
    const date = query.date ?? new Date(now - dayMs).toISOString().slice(0, 10);
    const format = exportFormats.find((each) => exportTypes[each] === accepted) ?? 'ndjson';
    if (dayStartMs(date) > now) throw invalidParameter('date', `must not be in the future, but is ${date}`);
    refusePast(dayStartMs(date), horizonMs(caller.plan, now), caller, deps);
    const day = await exports.day(date);
    const file = await exports.file(day, format);
    return {
      file: { type: exportTypes[format], etag: `"${file.sha256}"`, bytes: file.bytes, read: file.read },
      rowsCount: day.rows,
      headers: [
        'Content-Disposition',
        `attachment; filename="news-${date}.${format}"`,
        `${headerPrefix}-Rows`,
        String(day.rows),
        `${headerPrefix}-Complete`,
        String(isOver(date, now)),
      ],
    };
  },
});

/** How long the list waits for files that are being made. */
const waitMs = 5_000;

export const ExportList = z
  .object({
    days: z.array(
      z.object({
        date: DateOnly.meta({ description: 'UTC day of `time_published`' }),
        rows: z.int(),
        complete: z.boolean().meta({ description: 'false: the day is not over' }),
        files: z.array(
          z.object({
            format: z.enum(exportFormats),
            bytes: z.int().nullable().meta({ description: 'null: the day is not over, or the file is still being made or could not be made' }),
            sha256: z.string().nullable().meta({ description: 'Hexadecimal; null as `bytes`' }),
            url: z.string(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'ExportList' });

export const exportDays = defineOperation({
  path: '/api/export/',
  name: 'listExportDays',
  summary: 'Days of news to download',
  description: `The days with rows in the archive of the plan, newest first. A first request begins to make all files, newest first, and waits up to ${waitMs / 1_000} s for them; \`bytes\` and \`sha256\` are null for those that are still being made, so request the list again after a minute. A row that arrives late, or a correction, changes the checksum of its day.`,
  output: { type: 'application/json', schema: ExportList },
  cache: 'no-store',
  handle: async (_input, { plan }, deps) => {
    const nowMs = deps.nowMs();
    const days = await deps.exports.days(horizonMs(plan, nowMs), nowMs);
    const over = days.filter(({ date }) => isOver(date, nowMs));
    await Promise.race([makeMissing(over, deps), sleep(waitMs, undefined, { ref: false })]);
    const value: z.input<typeof ExportList> = {
      days: days.map((day) => ({
        date: day.date,
        rows: day.rows,
        complete: isOver(day.date, nowMs),
        files: exportFormats.map((format) => fileOf(day, format, nowMs, deps)),
      })),
    };
    return renderedAnswer({ value, rowsCount: days.length });
  },
});

/** The newest call of `makeMissing`. Older calls end before their next file. */
const newestCalls = new WeakMap<ApiDeps['exports'], symbol>();

/** Makes the missing files one after another, and continues after the answer is sent. Files that fail are tried with the next request. */
async function makeMissing(days: readonly DayRows[], { exports }: Pick<ApiDeps, 'exports'>): Promise<void> {
  const own = Symbol('makeMissing');
  newestCalls.set(exports, own);
  for (const day of days)
    for (const format of exportFormats) {
      if (newestCalls.get(exports) !== own) return;
      if (exports.checksum(day, format) === undefined) await exports.file(day, format).catch(() => undefined);
    }
}

function fileOf(day: DayRows, format: ExportFormat, nowMs: number, { exports, publicUrl }: Pick<ApiDeps, 'exports' | 'publicUrl'>) {
  const known = isOver(day.date, nowMs) ? exports.checksum(day, format) : undefined;
  const url = new URL(`${exportPath}?date=${day.date}&format=${format}`, publicUrl()).href;
  return { format, bytes: known?.bytes ?? null, sha256: known?.sha256 ?? null, url };
}
