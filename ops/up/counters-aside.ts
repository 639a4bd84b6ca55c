/** Moves Redis' files aside when they are damaged, so that Redis can start. Counters and EDGAR's allowance then start from zero. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';

/** Returns whether Redis reports a damaged append-only file, base file or manifest, rather than a fault of the disk. */
const isDamage = (output: string): boolean =>
  /append.?only|\bAOF\b|\bRDB\b/i.test(output) && !/no space left|permission denied|read-only|input\/output/i.test(output);

/**
 * Returns a function for the last output line of a Redis that ended early. It moves damaged files, once, and returns a message; null when it
 * moves none.
 */
export function moveDamagedCounters(redisDir: string): (output: string) => string | null {
  let isDone = false;
  return (output) => {
    if (isDone || !isDamage(output)) return null;
    const aside = join(redisDir, `damaged-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`);
    try {
      renameSync(join(redisDir, 'appendonlydir'), aside);
    } catch {
      return null;
    }
    isDone = true;
    return `redis cannot read its data (${output.replace(/^\d+:\w .*? [#*] /, '')}): the data was moved to ${aside} and quotas start from zero`;
  };
}
