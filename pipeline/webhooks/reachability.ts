/** Tells failures of our own network from failures of receivers. The former are no attempts and are made again. */
import type { Logger } from '#ops/process/log.ts';

/** Records a request. `code`: its error code, empty when it was answered. Returns whether our own network made it fail. */
type IsOurFailure = (host: string, code: string) => boolean;

/** Errors of our own network, unless a receiver has answered since the host's previous failure: a broken receiver causes them, too. */
const ownCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAI_AGAIN']);
/** Errors of either side. They are ours while several receivers that answered before have failed and none has answered since. */
const doubtfulCodes: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);
const silentMin = 2;
/** Maximum number of hosts in each set; the oldest is dropped first. */
const hostsMax = 10_000;

export function watchReachability(log: Logger, steadyMs: () => number = () => performance.now()): IsOurFailure {
  let reachedAtMs = Number.NEGATIVE_INFINITY;
  let isLogged = false;
  /** Instant of each host's last failure with one of `ownCodes`, in order of time. */
  const failedAtMs = new Map<string, number>();
  /** Hosts that answered and have not failed while others answered. */
  const answering = new Set<string>();
  /** The hosts of `answering` that have failed since any host answered. */
  const silent = new Set<string>();

  /** Records the failure. Returns whether no receiver has answered since the host's previous one. */
  const hasNoAnswerSince = (host: string): boolean => {
    const before = failedAtMs.get(host);
    failedAtMs.delete(host);
    failedAtMs.set(host, steadyMs());
    if (failedAtMs.size > hostsMax) failedAtMs.delete(failedAtMs.keys().next().value!);
    return before === undefined || reachedAtMs <= before;
  };

  return (host, code) => {
    if (answering.has(host) && (ownCodes.has(code) || doubtfulCodes.has(code))) silent.add(host);
    if (code === '') {
      reachedAtMs = steadyMs();
      // Our network works, so these hosts are silent for reasons of their own.
      for (const one of silent) answering.delete(one);
      silent.clear();
      answering.delete(host);
      answering.add(host);
      if (answering.size > hostsMax) answering.delete(answering.values().next().value!);
      if (isLogged) log.info({}, 'receivers.reached_again');
      isLogged = false;
    }
    const isOurs = ownCodes.has(code) ? hasNoAnswerSince(host) : doubtfulCodes.has(code) && silent.size >= silentMin;
    // An outage is logged once.
    if (isOurs && !isLogged) log.warn({ code }, 'receivers.unreachable');
    isLogged ||= isOurs;
    return isOurs;
  };
}
