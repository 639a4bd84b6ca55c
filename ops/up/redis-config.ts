/** The configuration of the two Redis servers that a machine runs: one whose keys must stay, one whose keys may go. */
import { loopback } from './ports.ts';

interface Place {
  readonly port: number;
  readonly dir: string;
  readonly password: string;
  /** As redis.conf writes it, such as 256mb. */
  readonly maxmemory?: string;
}

const shared = ({ port, dir, password, maxmemory = '256mb' }: Place): string => `# Written at every start.
bind ${loopback}
port ${port}
requirepass ${password}
dir ${JSON.stringify(dir)}
save ""
maxmemory ${maxmemory}
`;

/**
 * Quota counters and EDGAR's allowance. They should outlive a killed server: with an append-only file they are in the page
 * cache before a client hears of them. They expire by themselves, and nothing makes room for a new one by deleting another.
 */
export const countersConfiguration = (place: Place): string => `${shared(place)}appendonly yes
appendfsync everysec
maxmemory-policy noeviction
`;

/** Pages that API processes share: any of them can be made again. */
export const cacheConfiguration = (place: Place): string => `${shared(place)}appendonly no
maxmemory-policy allkeys-lru
lazyfree-lazy-eviction yes
`;
