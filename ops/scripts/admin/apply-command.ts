/** `npm run admin -- apply`: the only command that creates and changes streams, buckets and tables. */
import { replicasCaughtUp } from '../../nats/control-plane/change-streams.ts';
import { applySides, lineOf, streamSide, tableSide } from '../apply/apply-control-plane.ts';
import { withBus, withStore } from '../service-config.ts';
import type { LoneCommand } from './command.ts';

const storeLimits = { requestTimeoutMs: 120_000, maxConnections: 1 };
const caughtUpWithinMs = 60_000;

export const applyCommands: Readonly<Record<string, LoneCommand>> = {
  apply: {
    words: [],
    options: ['dry-run', 'force'],
    runAlone: ({ values: { 'dry-run': isDryRun, force: isForced = false } }, config) =>
      withBus(config, 'tickerwire-apply', (bus) =>
        withStore(config, storeLimits, async (store) => {
          const sides = [await streamSide(bus, config), await tableSide(store, config)];
          const changes = sides.flatMap((side) => side.changes);
          const lines = changes.map(lineOf);
          if (isDryRun) {
            const planned = changes.map(({ loss }, at) => `${lines[at]}${loss === null ? '' : ' (needs --force)'}`);
            const end = changes.length === 0 ? 'nothing to change' : `${changes.length} changes would be made`;
            return { json: { changes, applied: false }, text: [...planned, end].join('\n') };
          }
          await applySides(sides, { isForced });
          const end = changes.length === 0 ? 'nothing to change' : `${changes.length} changes were made`;
          lines.push(end);
          if (config.NATS_REPLICAS > 1) {
            process.stderr.write(`${end}; waiting up to ${caughtUpWithinMs / 1_000} s until every replica has caught up\n`);
            if (!(await replicasCaughtUp(bus, config, caughtUpWithinMs))) lines.push('not every replica has caught up yet: NATS continues to copy');
          }
          return { json: { changes, applied: true }, text: lines.join('\n') };
        }),
      ),
  },
};
