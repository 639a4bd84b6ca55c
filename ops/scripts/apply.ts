/** `npm run admin -- apply`: the only command that creates and changes streams, buckets and tables. */
import { parseArgs } from 'node:util';
import { openStore, shownAddress, storeAddress, type Store } from '#clickhouse/store.ts';
import { ConfigError, type Config } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { replicasCaughtUp } from '../nats/control-plane/apply.ts';
import type { Bus } from '../nats/nats.ts';
import { applySides, lineOf, streamSide, tableSide } from './apply/apply-control-plane.ts';
import { CommandError, serviceConfig, withBus } from './service-config.ts';

export const applyUsage = `npm run admin -- apply [--dry-run] [--force] [--data-dir DIR] [--json]

Brings streams, buckets, their replicas and the tables to what the settings and this release want, and says what it
changes. npm run demo and npm start do it before they start the parts. It never shortens or deletes without --force.

  --dry-run        says what it would change
  --force          also makes changes that destroy something: what, is said behind each
  --data-dir DIR   the service that npm run demo or npm start runs on this folder
                   (default: NATS_URL, or else the service that runs on its usual folder)
  --json           JSON instead of text
`;

const connectTimeoutMs = 5_000;
const requestTimeoutMs = 120_000;
const caughtUpWithinMs = 60_000;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        'dry-run': { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        'data-dir': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      strict: true,
    }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}\n\n${applyUsage}`);
  }
}

async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const hasty = openStore({ ...storeAddress(config), requestTimeoutMs: connectTimeoutMs, maxConnections: 1 });
  const store = openStore({ ...storeAddress(config), requestTimeoutMs, maxConnections: 1 });
  try {
    if (!(await hasty.ping().catch(() => false)))
      throw new CommandError(
        `no ClickHouse answers at ${shownAddress(config.CLICKHOUSE_URL)}: start the service, name its folder with --data-dir, or set CLICKHOUSE_URL`,
      );
    return await work(store);
  } finally {
    await Promise.all([hasty.close(), store.close()]);
  }
}

export async function applyFromCommandLine(argv: readonly string[]): Promise<void> {
  const { 'dry-run': isDryRun, force: isForced, 'data-dir': dataDir, json: isJson, help } = parse(argv);
  if (help) return void process.stdout.write(applyUsage);
  const config = readSettings(dataDir);
  const say = (text: string): void => void (isJson || process.stdout.write(`${text}\n`));
  await withBus(config, 'tickerwire-apply', (bus) =>
    withStore(config, async (store) => {
      const sides = [await streamSide(bus, config), await tableSide(store, config)];
      const planned = sides.flatMap(({ changes }) => changes);
      if (isDryRun) {
        for (const change of planned) say(change.loss === null ? lineOf(change) : `${lineOf(change)} (needs --force)`);
        say(planned.length === 0 ? 'nothing to change' : `${planned.length} changes would be made`);
      } else {
        const made = await applySides(sides, { isForced }).catch((error: unknown) => {
          throw error instanceof ControlPlaneError ? new CommandError(error.message) : error;
        });
        for (const change of made) say(lineOf(change));
        say(made.length === 0 ? 'nothing to change' : `${made.length} changes were made`);
        await tellReplicas(bus, config, say);
      }
      if (isJson) process.stdout.write(`${JSON.stringify({ changes: planned, applied: !isDryRun })}\n`);
    }),
  );
}

function readSettings(dataDir: string | undefined): Config {
  try {
    return serviceConfig(dataDir);
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error;
  }
}

async function tellReplicas(bus: Bus, config: Config, say: (text: string) => void): Promise<void> {
  if (config.NATS_REPLICAS === 1 || (await replicasCaughtUp(bus, config, caughtUpWithinMs))) return;
  say(`not every replica has caught up after ${caughtUpWithinMs / 1_000} s: NATS continues to copy`);
}
