/** Collects everything that is stored about an account for its owner, except keys, passwords and secrets that give access. */
import { attemptsOf } from '#clickhouse/webhook-attempts.ts';
import { daysKept, readAccountUse } from '../quota/day-history.ts';
import type { AreaDeps, OwnVisit } from './visit.ts';

/** Maximum number of delivery attempts in the export; the newest are taken. */
const deliveriesMax = 10_000;

const withoutSecrets = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'secret' && name !== 'previous_secret'))
    : value;

/** Returns the export. Rejects when ClickHouse does not answer: an export without deliveries would look complete. */
export async function exportAccount({ signedIn, now }: OwnVisit, { redis, connections, ask }: AreaDeps): Promise<Readonly<Record<string, unknown>>> {
  const { identity, session } = signedIn;
  const { account, keys } = signedIn.entry;
  const { keys: _, webhooks, ...rest } = account;
  const { address, confirmed_at, created_at: signUpAt, password } = identity;
  const use = await readAccountUse(redis, account.id, daysKept, now.getTime());
  const attempts = await ask((store) => attemptsOf(store, { accountId: account.id, limit: deliveriesMax }));
  return {
    exported_at: now.toISOString(),
    account: { ...rest, ...(webhooks !== undefined && { webhooks: webhooks.map(withoutSecrets) }) },
    keys: keys.map(({ id, state, stored: { prefix, name, created_at, revoked_at } }) => ({ id, state, prefix, name, created_at, revoked_at })),
    connections: (await connections.list(account.id, now)).map(({ renewed_at: _renewed, ...connection }) => connection),
    identity: { address, confirmed_at, created_at: signUpAt, has_password: password !== null },
    session: { created_at: session.created_at },
    requests_by_day: use?.days ?? null,
    webhook_deliveries: attempts.map((attempt) => ({
      webhook_id: attempt.webhookId,
      id: attempt.number,
      attempt: attempt.attempt,
      kind: attempt.kind,
      attempted_at: attempt.attemptedAt,
      created_at: attempt.createdAt,
      ticker: attempt.ticker,
      article_uid: attempt.kind === 'test' ? null : attempt.uid,
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      answer: attempt.answer,
      next_at: attempt.nextAt,
    })),
  };
}
