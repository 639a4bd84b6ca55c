/**
 * Packs a known event into a page of integers: about 90 bytes, where an object takes 600. Fields that a look-up compares for every candidate
 * can be read without unpacking the event.
 *
 * length | flags and lengths (4 bytes: flags, key, owners, tranches) | uid (2) | first day | last day | original's day | content |
 * version, published, created (2 each) | owners (2 each) | tranches | key | parties | price, where there is one
 */
import { Buffer } from 'node:buffer';
import { doubleAt, hexOf, setDouble, type IntPages, type ListPlace } from '../state/int-pages.ts';
import { dateOf, dayOf, type KnownEvent } from './known-event.ts';

const [LENGTHS, UID, FIRST_DAY, LAST_DAY, ORIGINAL_DAY, CONTENT, VERSION, PUBLISHED, CREATED, HEAD] = [1, 2, 4, 5, 6, 7, 8, 10, 12, 14] as const;
const flags = { direct: 1, isRow: 2, hasOriginal: 4, isAddition: 8, hasOriginalDay: 16, hasPrice: 32, isWithdrawn: 64 } as const;
const byteMax = 255;

const narrow = new Float32Array(1);
const narrowInt = new Int32Array(narrow.buffer);

/** Returns a hash as an integer. A text that is not eight hex digits was written by another release and becomes 0. */
const intOf = (hash: string): number => (/^[0-9a-f]{8}$/.test(hash) ? Number.parseInt(hash, 16) : 0);

export function packEvent(pages: IntPages, key: string, event: KnownEvent): ListPlace {
  const owners = event.owners.slice(0, byteMax);
  const tranches = event.tranches.slice(0, byteMax);
  const keyText = key.slice(0, byteMax);
  const keyFrom = HEAD + 2 * owners.length + tranches.length;
  const partiesFrom = keyFrom + Math.ceil(keyText.length / 4);
  const place = pages.reserve(partiesFrom + event.parties.length + (event.price === null ? 0 : 1));
  const { page, at } = place;
  const flag = (isSet: boolean, value: number): number => (isSet ? value : 0);
  page[at + LENGTHS] =
    flag(event.form === 'direct', flags.direct) |
    flag(event.isRow, flags.isRow) |
    flag(event.hasOriginal, flags.hasOriginal) |
    flag(event.isAddition, flags.isAddition) |
    flag(event.originalOn !== null, flags.hasOriginalDay) |
    flag(event.price !== null, flags.hasPrice) |
    flag(event.isWithdrawn, flags.isWithdrawn) |
    (keyText.length << 8) |
    (owners.length << 16) |
    (tranches.length << 24);
  page[at + UID] = intOf(event.uid.slice(0, 8));
  page[at + UID + 1] = intOf(event.uid.slice(8));
  page[at + FIRST_DAY] = dayOf(event.firstDate);
  page[at + LAST_DAY] = dayOf(event.lastDate);
  page[at + ORIGINAL_DAY] = event.originalOn === null ? 0 : dayOf(event.originalOn);
  page[at + CONTENT] = intOf(event.content);
  setDouble(page, at + VERSION, event.versionMs);
  setDouble(page, at + PUBLISHED, event.publishedMs);
  setDouble(page, at + CREATED, event.createdMs);
  owners.forEach((cik, index) => setDouble(page, at + HEAD + 2 * index, Number(cik)));
  tranches.forEach((hash, index) => (page[at + HEAD + 2 * owners.length + index] = intOf(hash)));
  bytesAt(page, at + keyFrom, keyText.length).write(keyText, 'latin1');
  event.parties.forEach((hash, index) => (page[at + partiesFrom + index] = intOf(hash)));
  if (event.price !== null) {
    narrow[0] = event.price;
    page[at + partiesFrom + event.parties.length] = narrowInt[0]!;
  }
  return place;
}

const bytesAt = (page: Int32Array, at: number, length: number): Buffer => Buffer.from(page.buffer, page.byteOffset + 4 * at, length);
const lengthsAt = ({ page, at }: ListPlace): number => page[at + LENGTHS]!;
const ownerCount = (lengths: number): number => (lengths >>> 16) & 0xff;
const trancheCount = (lengths: number): number => lengths >>> 24;

/** Returns the last 32 bits of the event's uid, which are evenly distributed. */
export const uidHashAt = ({ page, at }: ListPlace): number => page[at + UID + 1]!;
export const uidHash = (uid: string): number => intOf(uid.slice(8)) | 0;
export const hasUid = ({ page, at }: ListPlace, uid: string): boolean =>
  page[at + UID] === (intOf(uid.slice(0, 8)) | 0) && page[at + UID + 1] === (intOf(uid.slice(8)) | 0);

export const firstDateAt = ({ page, at }: ListPlace): string => dateOf(page[at + FIRST_DAY]!);
export const hasOriginalAt = (place: ListPlace): boolean => (lengthsAt(place) & flags.hasOriginal) !== 0;

export const isWithdrawnAt = (place: ListPlace): boolean => (lengthsAt(place) & flags.isWithdrawn) !== 0;

export function keyAt(place: ListPlace): string {
  const lengths = lengthsAt(place);
  return bytesAt(place.page, place.at + HEAD + 2 * ownerCount(lengths) + trancheCount(lengths), (lengths >>> 8) & 0xff).toString('latin1');
}

export const ownersAt = (place: ListPlace): number[] =>
  Array.from({ length: ownerCount(lengthsAt(place)) }, (_, index) => doubleAt(place.page, place.at + HEAD + 2 * index));

const hasPrice = (lengths: number): boolean => (lengths & flags.hasPrice) !== 0;

export function priceAt(place: ListPlace): number | null {
  if (!hasPrice(lengthsAt(place))) return null;
  narrowInt[0] = place.page[place.at + place.page[place.at]! - 1]!;
  return narrow[0]!;
}

export function unpackEvent(place: ListPlace): KnownEvent {
  const { page, at } = place;
  const lengths = lengthsAt(place);
  const tranchesAt = at + HEAD + 2 * ownerCount(lengths);
  const partiesAt = tranchesAt + trancheCount(lengths) + Math.ceil(((lengths >>> 8) & 0xff) / 4);
  return {
    uid: hexOf(page[at + UID]!) + hexOf(page[at + UID + 1]!),
    form: (lengths & flags.direct) !== 0 ? 'direct' : 'indirect',
    isRow: (lengths & flags.isRow) !== 0,
    hasOriginal: (lengths & flags.hasOriginal) !== 0,
    isAddition: (lengths & flags.isAddition) !== 0,
    isWithdrawn: isWithdrawnAt(place),
    owners: ownersAt(place).map((cik) => String(cik).padStart(10, '0')),
    firstDate: dateOf(page[at + FIRST_DAY]!),
    lastDate: dateOf(page[at + LAST_DAY]!),
    originalOn: (lengths & flags.hasOriginalDay) === 0 ? null : dateOf(page[at + ORIGINAL_DAY]!),
    versionMs: doubleAt(page, at + VERSION),
    publishedMs: doubleAt(page, at + PUBLISHED),
    createdMs: doubleAt(page, at + CREATED),
    content: hexOf(page[at + CONTENT]!),
    tranches: Array.from({ length: trancheCount(lengths) }, (_, index) => hexOf(page[tranchesAt + index]!)),
    parties: Array.from(page.subarray(partiesAt, at + page[at]! - (hasPrice(lengths) ? 1 : 0)), hexOf),
    price: priceAt(place),
  };
}
