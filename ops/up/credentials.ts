/** The passwords of the servers that a data folder has: made at its first start, kept in one file that only its owner reads. */
import { join } from 'node:path';
import { z } from 'zod';
import type { NatsUser } from '../runtime/nats-users.ts';
import { keepSecretFile, makePassword } from '../runtime/secret.ts';
import { writeWhole } from './whole-file.ts';

const Password = z.string().regex(/^[0-9a-f]{64}$/);
export interface Credentials {
  readonly nats: Readonly<Record<NatsUser, string>>;
  readonly redis: string;
  readonly clickhouse: string;
}

/** As kept: a release before knows three users of NATS, refuses a fourth among them, and passes over what stands beside. */
const Kept = z.object({
  nats: z.object({ admin: Password, pipeline: Password, api: Password }),
  nats_webhooks: Password.optional(),
  redis: Password,
  clickhouse: Password,
});
type Kept = z.infer<typeof Kept>;

export class CredentialsError extends Error {}

/** For whoever has claimed the folder: what a release before did not make is added. */
export function keepCredentials(dataDir: string): Credentials {
  const path = join(dataDir, 'credentials.json');
  const kept = parsed(
    path,
    keepSecretFile(path, () => `${textOf(makeCredentials())}\n`),
  );
  const whole = { ...kept, nats_webhooks: kept.nats_webhooks ?? makePassword() };
  if (kept.nats_webhooks === undefined) writeWhole(path, textOf(whole));
  const { nats, nats_webhooks: webhooks, redis, clickhouse } = whole;
  return { nats: { ...nats, webhooks }, redis, clickhouse };
}

function parsed(path: string, text: string): Kept {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    throw new CredentialsError(`${path} cannot be read as passwords: remove it, and new ones are made at the next start`);
  }
}

const textOf = (kept: Kept): string => JSON.stringify(kept, null, 2);

const makeCredentials = (): Kept => ({
  nats: { admin: makePassword(), pipeline: makePassword(), api: makePassword() },
  nats_webhooks: makePassword(),
  redis: makePassword(),
  clickhouse: makePassword(),
});
