/**
 * Exports all rows that were published on a UTC day as a file, which ClickHouse formats. Equal DayRows give equal bytes; a late row or a
 * correction changes both.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { storyKeys } from '#schemas/item.ts';
import { SeqRow } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';

export const exportFormats = ['ndjson', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const dayMs = 86_400_000;
const daysQuery = loadQuery('export/days');
const endsQuery = loadQuery('export/ends');
const documentsQuery = loadQuery('export/documents');
const columnsQuery = loadQuery('export/columns');

/** `seq_to` and `version_to` are the highest sequence and version of the day's rows; version 0 means that none was corrected. */
const Day = z
  .object({ date: z.string(), rows: z.int(), seq_to: z.int(), version_to: z.int() })
  .transform(({ date, rows, seq_to, version_to }) => ({ date, rows, seqTo: seq_to, versionTo: version_to }));
export type DayRows = Readonly<z.output<typeof Day>>;

/** Returns the days that have rows published between two instants, both inclusive, newest first. */
export const daysBetween = (store: Store, fromMs: number, toMs: number): Promise<DayRows[]> =>
  store.query(daysQuery, { newest_from: -toMs, newest_to: -fromMs }, Day);

export const dayStartMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Returns the rows of a day; zeros for a day without rows. */
export async function dayRows(store: Store, date: string): Promise<DayRows> {
  const [day] = await daysBetween(store, dayStartMs(date), dayStartMs(date) + dayMs - 1);
  return day ?? { date, rows: 0, seqTo: 0, versionTo: 0 };
}

/** Yields the bytes of a day's file. Lines are read with several queries, which bounds the memory; Parquet is one query. */
export async function* dayFile(store: Store, day: DayRows, format: ExportFormat, partRows = 10_000): AsyncGenerator<Buffer, void, void> {
  const startMs = dayStartMs(day.date);
  const range = { newest_from: 1 - startMs - dayMs, newest_to: -startMs };
  const whole = { ...range, seq_to: day.seqTo, version_to: day.versionTo, unfilled_bytes: Buffer.byteLength(storyKeys) };
  const ends =
    format === 'parquet'
      ? []
      : (await store.query(endsQuery, { ...range, after_seq: 0, seq_to: day.seqTo, part_rows: partRows }, SeqRow)).map(({ seq }) => seq);
  for (let at = 0; at <= ends.length; at += 1) {
    const part = { ...whole, after_seq: ends[at - 1] ?? 0, seq_to: ends[at] ?? day.seqTo };
    for await (const chunk of await partOf(store, part, format, at === 0)) yield chunk as Buffer;
  }
}

function partOf(store: Store, params: Params, format: ExportFormat, isFirst: boolean): Promise<Readable> {
  if (format === 'ndjson') return store.stream(documentsQuery, params, 'TSVRaw');
  if (format === 'parquet') return store.stream(columnsQuery, { ...params, lists: 1 }, 'Parquet');
  return store.stream(columnsQuery, { ...params, texts: 1 }, isFirst ? 'CSVWithNames' : 'CSV');
}

export interface Checksum {
  readonly bytes: number;
  readonly sha256: string;
}

/** Passes the pieces on. `checksum` must be called after the last piece. */
export function measured(pieces: AsyncIterable<Buffer>): { readonly pieces: AsyncIterable<Buffer>; readonly checksum: () => Checksum } {
  const digest = createHash('sha256');
  let bytes = 0;
  async function* passed(): AsyncGenerator<Buffer, void, void> {
    for await (const piece of pieces) {
      digest.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  return { pieces: passed(), checksum: () => ({ bytes, sha256: digest.digest('hex') }) };
}
