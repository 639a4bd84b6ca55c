/**
 * Distinguishes failures of receivers from an outage of our own network. While no receiver can be reached, a failed connection does not
 * judge its receiver: it is not an attempt, and is made again. Once any receiver answers, the next such failure counts.
 */
import type { Logger } from '#ops/process/log.ts';

export interface Reachability {
  /** Records how a request ended; `code`: Outbound's failure, empty for an answer. Returns true when it does not judge the receiver. */
  readonly isOurs: (host: string, code: string) => boolean;
}

/** Faults of the service's own network, except for a receiver with only addresses of another kind or with unavailable name servers. */
const ownCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAI_AGAIN']);
/** Faults of either side; they are ours when several receivers fail like that and none is reached. */
const doubtfulCodes: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND']);
/** Hosts that are remembered; the one that failed longest ago is dropped first. */
const hostsMax = 10_000;

/** Returns the judge of failed connections; `nowMs`: monotonic. */
export function createReachability(log: Logger, nowMs: () => number = () => performance.now()): Reachability {
  let reachedAtMs = Number.NEGATIVE_INFINITY;
  let isLogged = false;
  /** Time of each host's last failure, in order of time. */
  const unreached = new Map<string, number>();

  const judge = (host: string, code: string): boolean => {
    const before = unreached.get(host);
    unreached.delete(host);
    unreached.set(host, nowMs());
    if (unreached.size > hostsMax) unreached.delete(unreached.keys().next().value!);
    if (before !== undefined && reachedAtMs > before) return false;
    return ownCodes.has(code) || [...unreached].some(([other, atMs]) => other !== host && atMs > reachedAtMs);
  };

  return {
    isOurs: (host, code) => {
      if (!ownCodes.has(code) && !doubtfulCodes.has(code)) {
        reachedAtMs = nowMs();
        if (isLogged) log.info({}, 'receivers.reached_again');
        isLogged = false;
        return false;
      }
      const isOurs = judge(host, code);
      // One line per outage.
      if (isOurs && !isLogged) log.warn({ code }, 'receivers.unreachable');
      isLogged ||= isOurs;
      return isOurs;
    },
  };
}
