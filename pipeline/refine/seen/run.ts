/**
 * A run: records of 12 bytes (uid 64 bits, check 32 bits) sorted by uid in a file that never changes. In memory are only its
 * filter and the first half uid of each block: 1.3 bytes a record. A look-up that the filter lets through reads one block.
 *
 * File: blocks of up to 128 records, each followed by its CRC-32 | first half uid of each block | filter | trailer of 24 bytes
 * (magic, version, records, blocks, words of the filter, CRC-32 of what lies between blocks and trailer). Numbers are 32 bits, little-endian.
 */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { isFilterLength, mayHold } from './filter.ts';

export const RECORD_WORDS = 3;
export const BLOCK_RECORDS = 128;
const MAGIC = 0x6e757274;
const FORMAT = 1;
const TRAILER_WORDS = 6;
/** Of a full block with its checksum. */
export const BLOCK_WORDS = BLOCK_RECORDS * RECORD_WORDS + 1;

/** A file that is not what was written into it. */
export class DamagedRunError extends Error {}

export interface Run {
  readonly name: string;
  readonly count: number;
  /** The check that stands beside this uid, or null where the run does not hold it. */
  readonly find: (hi: number, lo: number) => number | null;
  readonly blocks: number;
  /** Records of `count` blocks from `block` on, checksums taken out: three words a record. */
  readonly read: (block: number, count: number) => Uint32Array;
  /** Bytes in memory. */
  readonly heldBytes: number;
  readonly close: () => void;
}

export function trailerOf(count: number, filter: Uint32Array, directory: Uint32Array): Uint32Array {
  const crc = crc32(bytesOf(filter), crc32(bytesOf(directory)));
  return Uint32Array.of(MAGIC, FORMAT, count, directory.length, filter.length, crc);
}

export const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

function readWords(file: number, at: number, words: number, name: string): Uint32Array {
  const into = new Uint32Array(words);
  readInto(file, at, into, name);
  return into;
}

function readInto(file: number, at: number, into: Uint32Array, name: string): void {
  const bytes = bytesOf(into);
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file, bytes, done, bytes.length - done, at + done);
    if (read === 0) throw new DamagedRunError(`${name} ends before its contents do`);
    done += read;
  }
}

/** Takes over the open `file`; throws a DamagedRunError where the file is not whole. Blocks are checked when they are read. */
export function openRun(name: string, file: number): Run {
  const { size } = fstatSync(file);
  if (size < TRAILER_WORDS * 4) throw new DamagedRunError(`${name} is no run`);
  const [magic, format, count = 0, blocks = 0, words = 0, crc] = readWords(file, size - TRAILER_WORDS * 4, TRAILER_WORDS, name);
  const blockBytes = (count * RECORD_WORDS + blocks) * 4;
  const isWhole =
    magic === MAGIC &&
    format === FORMAT &&
    blocks === Math.ceil(count / BLOCK_RECORDS) &&
    isFilterLength(words) &&
    size === blockBytes + (blocks + words + TRAILER_WORDS) * 4;
  if (!isWhole) throw new DamagedRunError(`${name} is no whole run`);
  const directory = readWords(file, blockBytes, blocks, name);
  const filter = readWords(file, blockBytes + blocks * 4, words, name);
  if (trailerOf(count, filter, directory)[5] !== crc) throw new DamagedRunError(`${name}: the filter is damaged`);

  const recordsIn = (block: number): number => Math.min(BLOCK_RECORDS, count - block * BLOCK_RECORDS);
  const scratch = new Uint32Array(BLOCK_WORDS);
  const checked = (block: Uint32Array, records: number, number: number): Uint32Array => {
    const body = block.subarray(0, records * RECORD_WORDS);
    if (crc32(bytesOf(body)) !== block[records * RECORD_WORDS]) throw new DamagedRunError(`${name}: block ${number} is damaged`);
    return body;
  };
  const readBlock = (block: number): Uint32Array => {
    const records = recordsIn(block);
    const into = scratch.subarray(0, records * RECORD_WORDS + 1);
    readInto(file, block * BLOCK_WORDS * 4, into, name);
    return checked(into, records, block);
  };
  /** The last block that begins at or before `hi`; -1: before all. */
  const blockOf = (hi: number): number => {
    let [low, high] = [0, blocks];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (directory[middle]! <= hi) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };

  return {
    name,
    count,
    blocks,
    find: (hi, lo) => {
      if (!mayHold(filter, hi, lo)) return null;
      // Records that share `hi` may begin in the block before the one that begins with it.
      for (let block = blockOf(hi); block >= 0; block -= 1) {
        const found = findIn(readBlock(block), hi, lo);
        if (found !== null || directory[block]! < hi) return found;
      }
      return null;
    },
    read: (block, wanted) => {
      const records = Math.min(count - block * BLOCK_RECORDS, wanted * BLOCK_RECORDS);
      const read = readWords(file, block * BLOCK_WORDS * 4, records * RECORD_WORDS + Math.ceil(records / BLOCK_RECORDS), name);
      for (let at = 0; at * BLOCK_RECORDS < records; at += 1) {
        const inBlock = recordsIn(block + at);
        const body = checked(read.subarray(at * BLOCK_WORDS, at * BLOCK_WORDS + inBlock * RECORD_WORDS + 1), inBlock, block + at);
        read.set(body, at * BLOCK_RECORDS * RECORD_WORDS);
      }
      return read.subarray(0, records * RECORD_WORDS);
    },
    heldBytes: (directory.length + filter.length) * 4,
    close: () => closeSync(file),
  };
}

function findIn(records: Uint32Array, hi: number, lo: number): number | null {
  let [low, high] = [0, records.length / RECORD_WORDS];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * RECORD_WORDS;
    const [thisHi, thisLo] = [records[at]!, records[at + 1]!];
    if (thisHi < hi || (thisHi === hi && thisLo < lo)) low = middle + 1;
    else high = middle;
  }
  const at = low * RECORD_WORDS;
  return records[at] === hi && records[at + 1] === lo ? records[at + 2]! : null;
}
