/**
 * Sets Redis' files aside when Redis fails to start because of them: counters and EDGAR's allowance start again from zero, which costs less
 * than a service that does not start.
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';

/** Returns whether Redis reports a damaged append-only file, its base or its manifest, and not a fault of the disk. */
const isDamage = (said: string): boolean =>
  /append.?only|\bAOF\b|\bRDB\b/i.test(said) && !/no space left|permission denied|read-only|input\/output/i.test(said);

/**
 * Returns a function for the last output of a Redis that ended before it was ready. It moves the append-only folder aside, once, and
 * returns a message about it; null when the folder is not the cause.
 */
export function countersAside(redisDir: string, now: () => Date = () => new Date()): (said: string) => string | null {
  let isDone = false;
  return (said) => {
    if (isDone || !isDamage(said)) return null;
    const aside = join(redisDir, `damaged-${now().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`);
    try {
      renameSync(join(redisDir, 'appendonlydir'), aside);
    } catch {
      return null;
    }
    isDone = true;
    return `redis cannot read its data (${said.replace(/^\d+:\w .*? [#*] /, '')}): the data was moved to ${aside} and quotas start from zero`;
  };
}
