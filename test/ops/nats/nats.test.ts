/** A process ends when NATS refuses its login for good, because its client would never connect again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { programPath, startServer } from '#test/support/process.ts';

const root = new URL('../../..', import.meta.url).pathname;
const openAndStay = `
  const { openBus } = await import('#ops/nats/nats.ts');
  const log = { warn: () => undefined };
  await openBus({ NATS_URL: [process.argv[1]], NATS_USER: 'a', NATS_PASSWORD: 'first', NATS_INBOX_PREFIX: '_INBOX' }, 'test', log);
  console.log('open');
`;

test('ends with the setting to check once a reconnection is refused twice', async () => {
  let password = 'first';
  const server = await startServer((port, dataDir) => {
    const configFile = join(dataDir, 'nats.conf');
    const lines = [`listen: "127.0.0.1:${port}"`, `jetstream { store_dir: "${dataDir}/store" }`, `authorization { user: a, password: ${password} }`];
    writeFileSync(configFile, lines.join('\n'));
    return [programPath('nats-server'), ['-c', configFile]];
  });
  const child = spawn(process.execPath, ['--input-type=module', '-e', openAndStay, `nats://127.0.0.1:${server.port}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await once(child.stdout, 'data');
    password = 'second';
    const [said, [code]] = await Promise.all([readAll(child.stderr), once(child, 'exit'), server.restart()]);
    expect(code).not.toBe(0);
    expect(said).toContain('check NATS_URL and its login');
  } finally {
    child.kill('SIGKILL');
    await server.stop();
  }
});
