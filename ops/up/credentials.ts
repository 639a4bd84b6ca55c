/** The passwords of a data folder's servers, created at the first start and stored in one file that only its owner can read. */
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';
import { keepSecretFile, makePassword } from '../process/secret.ts';
import { CommandError } from '../scripts/service-config.ts';

const Password = z.string().regex(/^[0-9a-f]{64}$/);
const Credentials = z.object({
  nats: z.object({ admin: Password, pipeline: Password, webhooks: Password, api: Password }),
  redis: Password,
  clickhouse: Password,
});
export type Credentials = z.infer<typeof Credentials>;

/** Returns the folder's passwords, which are created at its first start. The caller must have claimed the folder. */
export function keepCredentials(dataDir: string): Credentials {
  const path = join(dataDir, 'credentials.json');
  const text = keepSecretFile(path, () => `${JSON.stringify(makeCredentials(), null, 2)}\n`);
  const stored = Credentials.safeParse(parseJson(text));
  if (!stored.success) throw new CommandError(`${path} is not a valid password file: remove it, and the next start makes new passwords`);
  return stored.data;
}

const makeCredentials = (): Credentials => ({
  nats: { admin: makePassword(), pipeline: makePassword(), webhooks: makePassword(), api: makePassword() },
  redis: makePassword(),
  clickhouse: makePassword(),
});
