/** Converts values to and from columns: uids are 64-bit integers, instants are DateTime64(3) with the range 1900 to 2299. */

import { z } from 'zod';

/** Returns a uid as a number. Numbers have the same order as the uids' texts. */
export const uidNumber = (uid: string): bigint => BigInt(`0x${uid}`);

/** Returns a uid as decimal text, because JSON numbers cannot represent 64 bits exactly. */
export const uidColumn = (uid: string): string => uidNumber(uid).toString();

export const SeqRow = z.object({ seq: z.int() });

/** A uid as ClickHouse's hex() returns it: upper case, without leading zeros. */
export const UidHex = z.string().transform((text) => text.toLowerCase().padStart(16, '0'));

const earliest = '1900-01-01T00:00:00.000Z';
const latest = '2299-12-31T23:59:59.999Z';

export const fitsTimeColumn = (instant: string): boolean => instant.length === earliest.length && instant >= earliest && instant <= latest;

/** Converts `2026-11-21T09:00:00.000Z` to `2026-11-21 09:00:00.000`, in milliseconds and clipped to the column's range. */
export function timeColumn(instant: string): string {
  const inMs = instant.length === earliest.length ? instant : new Date(instant).toISOString();
  const clamped = inMs < earliest ? earliest : inMs > latest ? latest : inMs;
  return clamped.slice(0, 23).replace('T', ' ');
}

export const timeColumnMs = (instant: string): number => Date.parse(`${timeColumn(instant).replace(' ', 'T')}Z`);

const [earliestMs, latestMs] = [Date.parse(earliest), Date.parse(latest)];

export const clippedMs = (atMs: number): number => Math.min(Math.max(atMs, earliestMs), latestMs);

/** Returns milliseconds since 1970 as text for the column, clipped to its range. */
export const timeBound = (atMs: number): string => timeColumn(new Date(clippedMs(atMs)).toISOString());
