/**
 * Watches whether a Redis server may evict keys that must stay, such as quota counters and EDGAR's allowance; it queries the server if
 * permitted.
 */
import { serversOf, type Redis } from './redis.ts';

export interface EvictionWatch {
  /** Returns `ok`, also when the server does not answer the query. */
  readonly state: () => 'ok' | string;
  readonly stop: () => void;
}

const everyMs = 30_000;

/** Looks at each connection and then every 30 s, until `stop`. */
export function watchEviction(redis: Redis): EvictionWatch {
  let state = 'ok';
  const look = (): void => {
    Promise.all(serversOf(redis).map((server) => server.config('GET', 'maxmemory*'))).then(
      (answers) => {
        state = answers.map(stateOf).find((found) => found !== 'ok') ?? 'ok';
      },
      // Redis is unreachable, or a service that hides its configuration: the last known answer stays.
      () => undefined,
    );
  };
  redis.on('ready', look);
  const timer = setInterval(look, everyMs).unref();
  if (redis.status === 'ready') look();
  return {
    state: () => state,
    stop: () => {
      clearInterval(timer);
      redis.off('ready', look);
    },
  };
}

function stateOf(answer: unknown): string {
  const policy = valueOf(answer, 'maxmemory-policy');
  const isBounded = Number(valueOf(answer, 'maxmemory') ?? 0) > 0;
  return !isBounded || policy === null || policy === 'noeviction'
    ? 'ok'
    : `may evict counters: its maxmemory-policy is ${policy}; set it to noeviction`;
}

/** Returns a value of CONFIG GET, which answers names and values in turn, or a map. */
function valueOf(answer: unknown, name: string): string | null {
  if (Array.isArray(answer)) {
    const at = answer.indexOf(name);
    return at === -1 ? null : String(answer[at + 1]);
  }
  const value = (answer as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : null;
}
