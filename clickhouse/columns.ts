/** Converts values to and from columns: uids as 64-bit integers, instants as DateTime64(3) (range 1900 to 2299). */

import { z } from 'zod';

/** Returns a uid as a number; 16 hex digits as text and 64-bit numbers sort alike. */
export const uidNumber = (uid: string): bigint => BigInt(`0x${uid}`);

/** Returns the number as text, which JSON carries exactly and ClickHouse reads as an integer. */
export const uidColumn = (uid: string): string => uidNumber(uid).toString();

/** A row that has a sequence only. */
export const SeqRow = z.object({ seq: z.int() });

/** A uid as the function hex() returns it: upper case, without leading zeros. */
export const UidHex = z.string().transform((text) => text.toLowerCase().padStart(16, '0'));

const earliest = '1900-01-01T00:00:00.000Z';
const latest = '2299-12-31T23:59:59.999Z';

/** Returns whether reading the column gives exactly this text. */
export const fitsTimeColumn = (instant: string): boolean => instant.length === earliest.length && instant >= earliest && instant <= latest;

/** Converts `2026-11-21T09:00:00.000Z` to `2026-11-21 09:00:00.000`. Clips to the range; converts other precisions to milliseconds. */
export function timeColumn(instant: string): string {
  const inMs = instant.length === earliest.length ? instant : new Date(instant).toISOString();
  const clamped = inMs < earliest ? earliest : inMs > latest ? latest : inMs;
  return clamped.slice(0, 23).replace('T', ' ');
}

export const timeColumnMs = (instant: string): number => Date.parse(`${timeColumn(instant).replace(' ', 'T')}Z`);

const [earliestMs, latestMs] = [Date.parse(earliest), Date.parse(latest)];

/** Returns milliseconds as a column of instants stores them. */
export const clippedMs = (atMs: number): number => Math.min(Math.max(atMs, earliestMs), latestMs);

/** Returns milliseconds as the bound of a column, clipped to its range. */
export const timeBound = (atMs: number): string => timeColumn(new Date(clippedMs(atMs)).toISOString());
