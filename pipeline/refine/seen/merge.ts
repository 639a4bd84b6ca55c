/**
 * Merges several sorted runs into one, a few records at a time as records are added, so that no addition waits for a
 * whole merge.
 */
import { RECORD_WORDS, type Run } from './run.ts';
import type { RunWriter } from './run-writer.ts';

export interface Merge {
  /** Of the run that comes of it. */
  readonly name: string;
  /** Merges up to `records` more; the new run once all are. */
  readonly step: (records: number) => Run | null;
  readonly abandon: () => void;
}

const BLOCKS_READ = 32;

interface Source {
  readonly run: Run;
  records: Uint32Array;
  at: number;
  nextBlock: number;
}

/** False: the run is through. */
function fill(source: Source): boolean {
  if (source.at < source.records.length) return true;
  if (source.nextBlock >= source.run.blocks) return false;
  source.records = source.run.read(source.nextBlock, BLOCKS_READ);
  source.nextBlock += BLOCKS_READ;
  source.at = 0;
  return true;
}

const isBefore = (one: Source, other: Source): boolean => {
  const [hi, otherHi] = [one.records[one.at]!, other.records[other.at]!];
  return hi < otherHi || (hi === otherHi && one.records[one.at + 1]! < other.records[other.at + 1]!);
};

export function createMerge(from: readonly Run[], writer: RunWriter): Merge {
  let open: Source[] = from.map((run) => ({ run, records: new Uint32Array(0), at: 0, nextBlock: 0 })).filter(fill);
  let [lastHi, lastLo] = [-1, -1];
  return {
    name: writer.name,
    step: (records) => {
      for (let done = 0; done < records; done += 1) {
        let least = open[0];
        if (least === undefined) return writer.finish();
        for (let i = 1; i < open.length; i += 1) if (isBefore(open[i]!, least)) least = open[i]!;
        const [hi, lo, check] = [least.records[least.at]!, least.records[least.at + 1]!, least.records[least.at + 2]!];
        // A record that the log was read twice for stands in two runs.
        if (hi !== lastHi || lo !== lastLo) writer.add(hi, lo, check);
        [lastHi, lastLo] = [hi, lo];
        least.at += RECORD_WORDS;
        if (!fill(least)) open = open.filter((source) => source !== least);
      }
      return null;
    },
    abandon: writer.abandon,
  };
}
