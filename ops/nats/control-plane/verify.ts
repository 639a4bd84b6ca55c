/** Verifies streams, buckets and consumers when a process starts. Nothing is changed. */
import type { Config } from '#schemas/config.ts';
import { applyCommand, complaint, ControlPlaneError } from '#schemas/control-plane.ts';
import type { Bus } from '../nats.ts';
import { compareState, describe } from './compare.ts';
import { presentState } from './present.ts';
import { refuseOldServer } from './server-version.ts';
import { wantedState, type StreamSettings } from './wanted.ts';

/**
 * Throws a ControlPlaneError when the server is too old, or when a stream, bucket or consumer is missing, guarantees less than this release
 * needs, or was made with other settings than this process has. Returns the harmless differences, one line each.
 */
export async function verifyStreams(bus: Bus, settings: StreamSettings & Pick<Config, 'NATS_URL' | 'NATS_OLD_SERVERS'>): Promise<string[]> {
  refuseOldServer(bus.connection.info?.version ?? '', settings);
  const wanted = wantedState(settings);
  const differences = compareState(wanted, await presentState(bus, wanted)).flatMap((thing) => thing.differences);
  const isRefused = differences.filter((difference) => difference.kind === 'missing' || difference.isRefused);
  if (isRefused.length > 0) {
    const [first] = isRefused;
    const advice =
      first?.kind === 'differing' && first.setting !== null
        ? `set ${first.setting} as in the other processes, or run ${applyCommand}`
        : `run ${applyCommand}`;
    throw new ControlPlaneError(`${complaint(isRefused.map(describe))}: ${advice}`);
  }
  return differences.map((difference) => `${describe(difference)}: run ${applyCommand}`);
}
