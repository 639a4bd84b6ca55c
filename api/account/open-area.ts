/** Opens the dependencies of the account area in a starting API process. */
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '#ops/process/log.ts';
import { openMailer, type Mailer } from '#ops/outbound/mail.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Redis } from '#ops/process/redis.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import type { ApiDeps } from '../context.ts';
import type { Mount } from '../http/app.ts';
import type { OAuth } from '../oauth/open-oauth.ts';
import { mountAccountArea } from './area.ts';
import { createPasswords } from './password.ts';
import { createThrottle } from './throttle.ts';

export interface AreaDeps {
  readonly bus: Bus;
  readonly redis: Redis;
  readonly registry: Registry;
  readonly config: Config;
  readonly log: Logger;
  readonly oauth: Pick<OAuth, 'connections' | 'consents'>;
}

/** Opens the buckets of the area; returns its routes and a function that ends its mailer. */
export async function openAccountArea(
  { bus, redis, registry, config, log, oauth }: AreaDeps,
  { accounts, symbols, ask, plans, publicUrl, pricingUrl, requestTimeoutMs, nowMs }: ApiDeps,
): Promise<{ readonly mount: Mount; readonly stop: () => Promise<void> }> {
  const [identities, sessions] = await Promise.all([openBucket(bus, buckets.identities), openBucket(bus, buckets.sessions)]);
  const hashes = new Counter({ name: 'account_password_hashes_total', help: 'argon2 password hashes computed', registers: [registry] });
  const mails = new Counter({
    name: 'account_mails_queued_total',
    help: 'Mails requested, including those that are not sent',
    registers: [registry],
  });
  const mailer = openMailer(config, log);
  const counted: Mailer = {
    ...mailer,
    queue: (make) => {
      mails.inc();
      return mailer.queue(make);
    },
  };
  const mount = mountAccountArea({
    accounts,
    identities,
    sessions,
    connections: oauth.connections,
    consents: oauth.consents,
    redis,
    bus,
    ask,
    allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS,
    passwords: createPasswords(() => hashes.inc()),
    throttle: createThrottle(redis),
    mailer: counted,
    symbols,
    publicUrl,
    pricingUrl,
    plans,
    requestTimeoutMs,
    nowMs,
    log,
  });
  return { mount, stop: mailer.stop };
}
