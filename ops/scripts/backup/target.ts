/** The servers into which a backup is restored: those of the environment, or NATS and the embedded ClickHouse on a data folder. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig, type Config } from '#schemas/config.ts';
import { claimFolder, endLeftovers, keepProcessList, refuseInUse } from '../../up/claim.ts';
import { keepCredentials } from '../../up/credentials.ts';
import { openLogFile } from '../../up/log-file.ts';
import { readOptions } from '../../up/options.ts';
import { startPart, type RunningPart } from '../../up/part.ts';
import { natsLogin, planParts, portNames, type Ports, type Setting } from '../../up/parts.ts';
import { choosePorts } from '../../up/ports.ts';
import { fromCaller } from '../from-caller.ts';

export interface Target {
  readonly config: Config;
  readonly name: string;
  readonly stop: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const stopWithinMs = 8_000;

/**
 * Opens the target: the data folder `dataDir`, or without it the servers of the environment when it names both, or else the folder of `npm
 * start`. Servers on a folder are started and run until `stop`. Throws a ClaimError when a service runs on the folder.
 */
export async function openTarget(dataDir: string | undefined): Promise<Target> {
  const environment = process.env;
  if (dataDir === undefined && environment['NATS_URL'] && environment['CLICKHOUSE_URL'])
    return { config: readConfig(environment), name: 'the servers at NATS_URL and CLICKHOUSE_URL', stop: () => Promise.resolve() };
  const options = readOptions(['start', ...(dataDir === undefined ? [] : ['--data-dir', fromCaller(dataDir)])], { root, cwd: root })!;
  // A folder on the command line takes precedence over servers of the environment.
  const own = dataDir === undefined ? environment : { ...environment, NATS_URL: undefined, CLICKHOUSE_URL: undefined };
  const folder = options.dataDir;
  refuseInUse(folder);
  mkdirSync(join(folder, 'log'), { recursive: true, mode: 0o700 });
  const release = claimFolder(folder);
  const running: RunningPart[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((part) => part.stop(stopWithinMs)));
    release();
  };
  try {
    await endLeftovers(folder);
    // Only the ports of these two are stored. The others are chosen when the service starts, which prefers its usual ports.
    const stores = await choosePorts(folder, ['nats', 'clickhouse']);
    const ports = { ...(Object.fromEntries(portNames.map((name) => [name, 0])) as Ports), ...stores };
    const setting: Setting = { options, root, ports, credentials: keepCredentials(folder), environment: own };
    const plans = planParts(setting);
    const processes = keepProcessList(folder);
    for (const plan of [plans.nats, plans.clickhouse]) {
      if (plan === undefined) continue;
      const hooks = { onProcess: (pid: number | null) => processes.note(plan.name, pid), onReady: () => undefined, onExit: () => undefined };
      running.push(startPart(plan, { ...hooks, log: openLogFile(join(folder, 'log', `${plan.name}.log`)) }));
    }
    await Promise.all(running.map((part) => part.firstReady));
    return { config: readConfig({ ...plans.api!.env, ...natsLogin(setting, 'admin') }), name: folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
