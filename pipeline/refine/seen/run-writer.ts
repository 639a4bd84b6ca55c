/** Writes records sorted by uid as a run (run.ts), in pieces, so that a long merge can be spread over time. */
import { closeSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { addToFilter, filterWords } from './filter.ts';
import type { RunFiles } from './run-files.ts';
import { BLOCK_RECORDS, BLOCK_WORDS, bytesOf, openRun, RECORD_WORDS, trailerOf, type Run } from './run.ts';

export interface RunWriter {
  readonly name: string;
  /** Ascending by (hi, lo), each uid once. */
  readonly add: (hi: number, lo: number, check: number) => void;
  /** The run, in the system's page cache at least: it is flushed to disk before a snapshot names it. */
  readonly finish: () => Run;
  readonly abandon: () => void;
}

const BLOCKS_AT_ONCE = 32;

/** `countMax`: as many records at most; the filter is made for them. */
export function createRunWriter(files: RunFiles, name: string, countMax: number): RunWriter {
  const file = files.create(name);
  const pending = new Uint32Array(BLOCKS_AT_ONCE * BLOCK_WORDS);
  const directory = new Uint32Array(Math.ceil(countMax / BLOCK_RECORDS));
  const filter = new Uint32Array(filterWords(countMax));
  let [used, inBlock, blocks, count] = [0, 0, 0, 0];

  const write = (words: Uint32Array): void => {
    const bytes = bytesOf(words);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
  };
  const endBlock = (): void => {
    pending[used] = crc32(bytesOf(pending.subarray(used - inBlock * RECORD_WORDS, used)));
    used += 1;
    inBlock = 0;
    if (used + BLOCK_WORDS <= pending.length) return;
    write(pending.subarray(0, used));
    used = 0;
  };

  return {
    name,
    add: (hi, lo, check) => {
      if (inBlock === 0) {
        directory[blocks] = hi;
        blocks += 1;
      }
      pending[used] = hi;
      pending[used + 1] = lo;
      pending[used + 2] = check;
      used += RECORD_WORDS;
      inBlock += 1;
      count += 1;
      addToFilter(filter, hi, lo);
      if (inBlock === BLOCK_RECORDS) endBlock();
    },
    finish: () => {
      if (inBlock > 0) endBlock();
      write(pending.subarray(0, used));
      const whole = directory.subarray(0, blocks);
      write(whole);
      write(filter);
      write(trailerOf(count, filter, whole));
      return openRun(name, file);
    },
    abandon: () => closeSync(file),
  };
}
