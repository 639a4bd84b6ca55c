/** `npm run admin -- repair`: makes the repair that refine makes when it starts, for a service whose refine does not run. */
import pino from 'pino';
import { LogContradictionError, repairLog } from '#pipeline/refine/repair.ts';
import { buckets } from '#schemas/subjects.ts';
import { openBucket } from '../../nats/streams.ts';
import { isLeaseHeld, withLease } from '../../process/lease.ts';
import { CommandError, withStore } from '../service-config.ts';
import type { Command } from './command.ts';

const storeLimits = { requestTimeoutMs: 30_000, maxConnections: 2 };
const log = pino({ level: 'silent' });

export const repairCommands: Readonly<Record<string, Command>> = {
  repair: {
    words: [],
    options: [],
    run: async (_, __, now, { bus, config }) => {
      const [leases, feedLog] = await Promise.all([openBucket(bus, buckets.leases), openBucket(bus, buckets.feedLog)]);
      if (await isLeaseHeld(leases, 'refine')) throw new CommandError('refine runs, and repairs the log at its start: restart it, or stop it first');
      const waitsFor = (reason: string): void => void process.stderr.write(`waiting for ${reason}\n`);
      const { lastSeq, generation, lostFrom } = await withStore(config, storeLimits, (store) => {
        const deps = { bus, store, feedLog, leases, log, nowMs: () => now.getTime(), waitsFor };
        return withLease(leases, 'refine', { log }, (leading) => repairLog(deps, 0, leading));
      }).catch((error: unknown) => {
        throw error instanceof LogContradictionError ? new CommandError(error.message) : error;
      });
      const text =
        lostFrom === null
          ? `the feed log is complete: it has every record of the tables and ends at record ${lastSeq}`
          : `records ${lostFrom} to ${lastSeq} were put back into the feed log, and generation ${generation} begins after them`;
      return { json: { last_seq: lastSeq, generation, lost_from: lostFrom }, text };
    },
  },
};
