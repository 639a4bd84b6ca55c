/** Sets aside what Redis kept where Redis ends over it: counters and EDGAR's allowance begin anew, which costs less than a service that does not start. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';

/** Returns whether Redis speaks of a damaged append-only file, its base or its manifest, and not of the disk under it. */
const isDamage = (said: string): boolean =>
  /append.?only|\bAOF\b|\bRDB\b/i.test(said) && !/no space left|permission denied|read-only|input\/output/i.test(said);

/**
 * Returns a function that is given what Redis said last before it ended, not having been ready: it sets the append-only folder aside,
 * once, and returns the line that tells so; null where the folder is not what keeps Redis from starting.
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
    return `redis cannot read what it kept (${said.replace(/^\d+:\w .*? [#*] /, '')}): that is set aside in ${aside}, and quotas count anew`;
  };
}
