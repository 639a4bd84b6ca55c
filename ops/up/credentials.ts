/** The passwords of a data folder's servers: made at its first start, stored in one file that only its owner can read. */
import { join } from 'node:path';
import { z } from 'zod';
import type { NatsUser } from '../nats/nats-users.ts';
import { keepSecretFile, makePassword } from '../process/secret.ts';
import { CommandError } from '../scripts/service-config.ts';

const Password = z.string().regex(/^[0-9a-f]{64}$/);
export interface Credentials {
  readonly nats: Readonly<Record<NatsUser, string>>;
  readonly redis: string;
  readonly clickhouse: string;
}

const Kept = z.object({
  nats: z.object({ admin: Password, pipeline: Password, webhooks: Password, api: Password }),
  redis: Password,
  clickhouse: Password,
});

/** Returns the folder's passwords, made at its first start. Call only while the folder is claimed. */
export function keepCredentials(dataDir: string): Credentials {
  const path = join(dataDir, 'credentials.json');
  return parsed(
    path,
    keepSecretFile(path, () => `${JSON.stringify(makeCredentials(), null, 2)}\n`),
  );
}

function parsed(path: string, text: string): Credentials {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${path} is not a valid password file: remove it, and the next start makes new passwords`);
  }
}

const makeCredentials = (): Credentials => ({
  nats: { admin: makePassword(), pipeline: makePassword(), webhooks: makePassword(), api: makePassword() },
  redis: makePassword(),
  clickhouse: makePassword(),
});
