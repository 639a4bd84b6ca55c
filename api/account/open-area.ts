/** Opens the account area when an API process starts. */
import { Counter, type Registry } from 'prom-client';
import { openMailer } from '#ops/outbound/mail.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import type { ApiDeps } from '../deps.ts';
import type { Mount } from '../http/app.ts';
import type { OAuth } from '../oauth/open-oauth.ts';
import { mountAccountArea } from './area.ts';
import { createPasswords } from './password.ts';
import { createThrottle } from './throttle.ts';
import type { AreaDeps } from './visit.ts';

interface AreaOptions extends Pick<AreaDeps, 'bus' | 'redis' | 'log'> {
  readonly registry: Registry;
  readonly config: Config;
  readonly oauth: Pick<OAuth, 'connections' | 'consents'>;
}

export async function openAccountArea(
  { bus, redis, registry, config, log, oauth }: AreaOptions,
  deps: ApiDeps,
): Promise<{ readonly mount: Mount; readonly stop: () => Promise<void> }> {
  const [identities, sessions] = await Promise.all([openBucket(bus, buckets.identities), openBucket(bus, buckets.sessions)]);
  const hashes = new Counter({ name: 'account_password_hashes_total', help: 'argon2 password hashes computed', registers: [registry] });
  const mails = new Counter({
    name: 'account_mails_queued_total',
    help: 'Mails requested, including those that are not sent',
    registers: [registry],
  });
  const mailer = openMailer(config, log);
  const queue: typeof mailer.queue = (make) => {
    mails.inc();
    return mailer.queue(make);
  };
  const mount = mountAccountArea({
    ...deps,
    identities,
    sessions,
    connections: oauth.connections,
    consents: oauth.consents,
    redis,
    bus,
    allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS,
    passwords: createPasswords(() => hashes.inc()),
    throttle: createThrottle(redis),
    mailer: { ...mailer, queue },
    log,
  });
  return { mount, stop: mailer.stop };
}
