import { expect, test } from 'vitest';
import { refuseOldServer } from '#ops/nats/control-plane/server-version.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import { readConfig } from '#schemas/config.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const over = (NATS_URL: string, NATS_OLD_SERVERS = 'refused') => readConfig({ NATS_URL, NATS_OLD_SERVERS });
const network = over('nats://nats-1:4222,nats://127.0.0.1:4222');

test.each(['2.9.10', '2.11.99', '2.12.11', '2.12.1-RC.3', '2.13.7', '2.14.2', ''])('over a network nats-server %s is refused', (version) => {
  expect(() => refuseOldServer(version, network)).toThrow('NATS_OLD_SERVERS=allowed');
});

test.each(['2.12.12', '2.12.30', '2.14.3', '2.15.0', '2.15.3-RC.1', '3.0.0'])('nats-server %s is taken', (version) => {
  refuseOldServer(version, network);
});

test.each(['nats://127.0.0.1:4222', 'localhost:4222', 'nats://[::1]:4222,nats://user:word@127.0.0.2'])('on the loopback %s any is taken', (url) => {
  refuseOldServer('2.9.10', over(url));
});

test('any is taken where a setting allows it', () => refuseOldServer('2.9.10', over('nats://nats-1', 'allowed')));

const { nats, bus } = await sharedBus();
await applyStreams(bus);

test('a process checks the version of the server that it is connected to', async () => {
  const { version } = bus.connection.info!;
  const { NATS_URL, ...settings } = readConfig({ NATS_URL: nats.url });
  expect(await verifyStreams(bus, { ...settings, NATS_URL })).toEqual([]);
  const verified = verifyStreams(bus, { ...settings, NATS_URL: network.NATS_URL });
  // The suite runs on the first nats-server on PATH.
  if (version.startsWith('2.9.')) await expect(verified).rejects.toThrow(`nats-server ${version} has known vulnerabilities`);
  else expect(await verified).toEqual([]);
});
