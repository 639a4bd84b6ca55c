/** The passwords of the servers that a data folder has: made at its first start, kept in one file that only its owner reads. */
import { join } from 'node:path';
import { z } from 'zod';
import { natsUsers } from '../runtime/nats-users.ts';
import { keepSecretFile, makePassword } from '../runtime/secret.ts';

const Password = z.string().regex(/^[0-9a-f]{64}$/);
const Credentials = z.object({ nats: z.record(z.enum(natsUsers), Password), redis: Password, clickhouse: Password });
export type Credentials = z.infer<typeof Credentials>;

export class CredentialsError extends Error {}

export function keepCredentials(dataDir: string): Credentials {
  const path = join(dataDir, 'credentials.json');
  const text = keepSecretFile(path, () => `${JSON.stringify(makeCredentials(), null, 2)}\n`);
  try {
    return Credentials.parse(JSON.parse(text));
  } catch {
    throw new CredentialsError(`${path} cannot be read as passwords: remove it, and new ones are made at the next start`);
  }
}

const makeCredentials = (): Credentials => ({
  nats: { admin: makePassword(), pipeline: makePassword(), api: makePassword() },
  redis: makePassword(),
  clickhouse: makePassword(),
});
