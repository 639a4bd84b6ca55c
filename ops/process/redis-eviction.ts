/** Watches whether Redis may evict keys that must be kept, such as quota counters and EDGAR's allowance. */
import { serversOf, type Redis } from './redis.ts';

const everyMs = 30_000;

/** Checks at each connection and every 30 s. `state` returns `ok` or the fault; `ok` also when the server hides its configuration. */
export function watchEviction(redis: Redis): { readonly state: () => string; readonly stop: () => void } {
  let state = 'ok';
  const look = (): void => {
    Promise.all(serversOf(redis).map((server) => server.config('GET', 'maxmemory*'))).then(
      (answers) => {
        state = answers.map(stateOf).find((found) => found !== 'ok') ?? 'ok';
      },
      // Redis is unreachable, or a managed service that hides its configuration. The last known state is kept.
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

/** Returns a value of CONFIG GET, whose reply is a list of names and values in turn, or a map. */
function valueOf(answer: unknown, name: string): string | null {
  if (Array.isArray(answer)) {
    const at = answer.indexOf(name);
    return at === -1 ? null : String(answer[at + 1]);
  }
  const value = (answer as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : null;
}
