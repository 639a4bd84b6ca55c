/**
 * Tells what a receiver is to blame for from an outage of our own network. A request that reached nobody says nothing of its receiver
 * while nobody else is reached either: it is no attempt, and is made again. Once anybody answers, the next such failure counts.
 */
import type { Logger } from '#ops/process/log.ts';

export interface Reachability {
  /** To be told how each request ended; `code` as Outbound names a failure, empty where there was an answer. True: it says nothing of the receiver. */
  readonly isOurs: (host: string, code: string) => boolean;
}

/** Faults of this side, but for a receiver that has only addresses of another kind or name servers that are away. */
const ownCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAI_AGAIN']);
/** Of either side: they are ours where several receivers fail like that and none is reached. */
const doubtfulCodes: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND']);
/** Hosts that are remembered; the longest silent is forgotten first. */
const hostsMax = 10_000;

export function createReachability(log: Logger, nowMs: () => number = () => performance.now()): Reachability {
  let reachedAtMs = Number.NEGATIVE_INFINITY;
  let isTold = false;
  /** When a host was last not reached, in this order. */
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
        if (isTold) log.info({}, 'receivers.reached_again');
        isTold = false;
        return false;
      }
      const isOurs = judge(host, code);
      // One line an outage.
      if (isOurs && !isTold) log.warn({ code }, 'receivers.unreachable');
      isTold ||= isOurs;
      return isOurs;
    },
  };
}
