/** The configuration of a machine's two Redis servers: one whose keys must stay, one whose keys may be evicted. */
import { loopback } from './ports.ts';

interface RedisSettings {
  readonly port: number;
  readonly dir: string;
  readonly password: string;
  /** In the syntax of redis.conf, such as 256mb. */
  readonly maxmemory?: string;
}

const shared = ({ port, dir, password, maxmemory = '256mb' }: RedisSettings): string => `# Written at every start.
bind ${loopback}
port ${port}
requirepass ${password}
dir ${JSON.stringify(dir)}
save ""
maxmemory ${maxmemory}
`;

/**
 * Returns the configuration for quota counters and EDGAR's allowance. They should survive a killed server: with an append-only file they
 * are in the page cache before a client gets its answer. They expire by themselves, and none is evicted for another.
 */
export const countersConfiguration = (place: RedisSettings): string => `${shared(place)}appendonly yes
appendfsync everysec
maxmemory-policy noeviction
`;

/** Returns the configuration for the pages that API processes share; each can be made again. */
export const cacheConfiguration = (place: RedisSettings): string => `${shared(place)}appendonly no
maxmemory-policy allkeys-lru
lazyfree-lazy-eviction yes
`;
