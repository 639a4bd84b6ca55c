/** Converts values to and from columns: uids as 64-bit integers, instants as DateTime64(3) (range 1900 to 2299). */

import { z } from 'zod';

/** Their orders agree: 16 hex digits as text, 64 bits as a number. */
export const uidNumber = (uid: string): bigint => BigInt(`0x${uid}`);

/** The number as JSON can carry it: ClickHouse reads integers from text, too. */
export const uidColumn = (uid: string): string => uidNumber(uid).toString();

/** A uid as the function hex() writes it: upper case, without leading zeros. */
export const UidHex = z.string().transform((text) => text.toLowerCase().padStart(16, '0'));

const earliest = '1900-01-01T00:00:00.000Z';
const latest = '2299-12-31T23:59:59.999Z';

/** True where the column gives back the very text. */
export const isHeldExactly = (instant: string): boolean => instant.length === earliest.length && instant >= earliest && instant <= latest;

/** `2026-11-21T09:00:00.000Z` as `2026-11-21 09:00:00.000`; outside the range its nearer end, finer or coarser ones to the millisecond. */
export function timeColumn(instant: string): string {
  const inMs = instant.length === earliest.length ? instant : new Date(instant).toISOString();
  const held = inMs < earliest ? earliest : inMs > latest ? latest : inMs;
  return held.slice(0, 23).replace('T', ' ');
}

export const timeColumnMs = (instant: string): number => Date.parse(`${timeColumn(instant).replace(' ', 'T')}Z`);

const [earliestMs, latestMs] = [Date.parse(earliest), Date.parse(latest)];

/** Milliseconds as a column of instants holds them. */
export const clippedMs = (atMs: number): number => Math.min(Math.max(atMs, earliestMs), latestMs);

/** Milliseconds as the bound of a column, clipped to its range. */
export const timeBound = (atMs: number): string => timeColumn(new Date(clippedMs(atMs)).toISOString());
