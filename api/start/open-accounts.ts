/** Opens what authentication and cursors need: the accounts with their keys, the plans and the cursor secret. */
import { cursorSecret } from '#ops/accounts/cursor-secret.ts';
import { watchAccounts, type AccountMap } from '#ops/accounts/watch-accounts.ts';
import { createCursors, type Cursors } from '#schemas/cursor.ts';
import { withArchiveDays } from '#schemas/plan.ts';
import { buckets } from '#schemas/subjects.ts';
import { createAuthenticate } from '../auth/authenticate.ts';
import { recordLastUse } from '../auth/last-use.ts';
import type { AccountDeps } from '../deps.ts';
import { withBucket, type StartContext } from './start-context.ts';
import type { Stores } from './open-stores.ts';

export interface Accounts extends AccountDeps {
  readonly watch: AccountMap;
  readonly cursors: Cursors;
  readonly noteUse: (name: string) => void;
  readonly stop: () => void;
}

export function openAccounts({ bus, redis }: Pick<Stores, 'bus' | 'redis'>, context: StartContext): Promise<Accounts> {
  const { config, log, nowMs } = context;
  return withBucket(bus, buckets.accounts, context, async (bucket) => {
    const cursors = createCursors(await cursorSecret(bucket, config.CURSOR_SECRET));
    const watch = await watchAccounts(bucket, { connection: bus.connection, log });
    const plans = withArchiveDays(config.ARCHIVE_DAYS);
    const { note: noteUse, stop } = recordLastUse(redis, nowMs);
    return {
      accounts: bucket,
      watch,
      cursors,
      plans,
      noteUse,
      authenticate: createAuthenticate(watch, plans, noteUse),
      stop: () => {
        watch.stop();
        stop();
      },
    };
  });
}
