/**
 * Distinguishes failures of receivers from an outage of our own network. A failed connection of ours does not judge its receiver: it is not an
 * attempt, and is made again. Some errors tell that by themselves; once any receiver answers, the next such failure counts. A connection in
 * vain is ours only while several receivers that answered before have failed and none has answered since: receivers that are dead must not
 * excuse one another.
 */
import type { Logger } from '#ops/process/log.ts';

export interface Reachability {
  /** Records how a request ended; `code`: Outbound's failure, empty for an answer. Returns true when it does not judge the receiver. */
  readonly isOurs: (host: string, code: string) => boolean;
}

/** Faults of the service's own network, except for a receiver with only addresses of another kind or with unavailable name servers. */
const ownCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAI_AGAIN']);
/** Faults of either side. */
const doubtfulCodes: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);
/** Receivers that must have fallen silent for a fault of either side to be ours. */
const silentMin = 2;
/** Hosts that are remembered of each kind; the oldest is dropped first. */
const hostsMax = 10_000;

/** Returns the judge of failed connections; `nowMs`: monotonic. */
export function createReachability(log: Logger, nowMs: () => number = () => performance.now()): Reachability {
  let reachedAtMs = Number.NEGATIVE_INFINITY;
  let isLogged = false;
  /** Time of each host's last failure, in order of time. */
  const unreached = new Map<string, number>();
  /** Hosts that answered, and did not fail while others answered. */
  const answering = new Set<string>();
  /** Those that have failed since any host answered. */
  const silent = new Set<string>();

  const judge = (host: string): boolean => {
    const before = unreached.get(host);
    unreached.delete(host);
    unreached.set(host, nowMs());
    if (unreached.size > hostsMax) unreached.delete(unreached.keys().next().value!);
    return before === undefined || reachedAtMs <= before;
  };

  return {
    isOurs: (host, code) => {
      if (answering.has(host) && (ownCodes.has(code) || doubtfulCodes.has(code))) silent.add(host);
      if (code === '') {
        reachedAtMs = nowMs();
        // Our network works, so it is not why these are silent.
        for (const one of silent) answering.delete(one);
        silent.clear();
        answering.delete(host);
        answering.add(host);
        if (answering.size > hostsMax) answering.delete(answering.values().next().value!);
        if (isLogged) log.info({}, 'receivers.reached_again');
        isLogged = false;
      }
      const isOurs = ownCodes.has(code) ? judge(host) : doubtfulCodes.has(code) && silent.size >= silentMin;
      // One line per outage.
      if (isOurs && !isLogged) log.warn({ code }, 'receivers.unreachable');
      isLogged ||= isOurs;
      return isOurs;
    },
  };
}
