/** The configuration of a machine's Redis server. */
import { loopback } from './ports.ts';

interface RedisSettings {
  readonly port: number;
  readonly dir: string;
  readonly password: string;
}

/**
 * Returns the configuration for quota counters and EDGAR's allowance. They should survive a killed server: with an append-only file they
 * are in the page cache before a client gets its answer. They expire by themselves, and none is evicted for another.
 */
export const countersConfiguration = ({ port, dir, password }: RedisSettings): string => `# Written at every start.
bind ${loopback}
port ${port}
requirepass ${password}
dir ${JSON.stringify(dir)}
save ""
maxmemory 256mb
appendonly yes
appendfsync everysec
maxmemory-policy noeviction
`;
