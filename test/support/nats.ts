/** Starts a nats-server with JetStream and the users of the service. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inboxPrefix, natsAccountsText, type NatsUser } from '#ops/nats/nats-users.ts';
import { makePassword } from '#ops/process/secret.ts';
import { programPath, startServer, type RunningServer } from './process.ts';

export interface NatsServer extends RunningServer {
  /** The URL with the login of the user that has all rights. */
  readonly url: string;
  /** Returns settings that give a part its own NATS user. */
  readonly loginOf: (user: NatsUser) => Readonly<Record<'NATS_USER' | 'NATS_PASSWORD' | 'NATS_INBOX_PREFIX', string>>;
}

export async function startNats(): Promise<NatsServer> {
  const passwords = { admin: makePassword(), pipeline: makePassword(), webhooks: makePassword(), api: makePassword() };
  const server = await startServer((port, dataDir) => {
    const configFile = join(dataDir, 'nats.conf');
    writeFileSync(
      configFile,
      `listen: "127.0.0.1:${port}"\nmax_payload: 4MB\njetstream { store_dir: "${dataDir}/store" }\n${natsAccountsText(passwords)}`,
      { mode: 0o600 },
    );
    return [programPath('nats-server'), ['-c', configFile]];
  });
  return {
    ...server,
    url: `nats://admin:${passwords.admin}@127.0.0.1:${server.port}`,
    loginOf: (user) => ({ NATS_USER: user, NATS_PASSWORD: passwords[user], NATS_INBOX_PREFIX: inboxPrefix(user) }),
  };
}
