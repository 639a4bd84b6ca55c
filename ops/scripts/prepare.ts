/**
 * `node ops/scripts/prepare.ts`: makes every stream and bucket that is missing, as the user of NATS who may. In production
 * it runs once beside the parts (ops/deploy/compose.yaml); `npm start` and the demo do the same by themselves.
 */
import { ConfigError, readConfig } from '#schemas/config.ts';
import { prepareNats } from '../runtime/prepare.ts';
import { runCommand, withBus } from './service-config.ts';

async function main(): Promise<void> {
  const config = readConfig();
  await withBus(config, 'tickerwire-prepare', (bus) => prepareNats(bus, config));
  process.stdout.write('every stream and bucket is there\n');
}

if (import.meta.main) await runCommand(main, (error) => error instanceof ConfigError);
