/** `npm run admin -- article withdraw`: removes an article from the feed. */
import { rowByUid } from '#clickhouse/feed-pages.ts';
import { digestOf } from '#schemas/identity.ts';
import type { StoredItem } from '#schemas/item.ts';
import { Uid } from '#schemas/primitives.ts';
import { RawWithdrawal } from '#schemas/raw.ts';
import { rawSubject } from '#schemas/subjects.ts';
import { UsageError } from '../command-line.ts';
import { CommandError, withStore } from '../service-config.ts';
import type { Command } from './command.ts';

const storeLimits = { requestTimeoutMs: 10_000, maxConnections: 1 };

export const articleCommands: Readonly<Record<string, Command>> = {
  'article withdraw': {
    words: ['UID', 'REASON'],
    options: [],
    run: async (_, { words: [uid = '', reason = ''] }, now, { bus, config }) => {
      if (!Uid.safeParse(uid).success) throw new UsageError(`${uid}: a uid has 16 hexadecimal digits`);
      const row = await withStore(config, storeLimits, (store) => rowByUid(store, uid));
      if (row === null) throw new CommandError(`no article ${uid} is served`);
      const { original } = JSON.parse(row.doc) as StoredItem;
      if (original.source_type !== 'publisher') throw new CommandError(`${uid} is a filing: it is served until its filer amends it`);
      const at = now.toISOString();
      const identity = `withdrawal:${uid} ${at}`;
      const message = RawWithdrawal.parse({
        kind: 'withdrawal',
        identity,
        source: 'operator',
        seen_at: at,
        fetched_at: at,
        url: original.url,
        uid,
        reason: `the operator withdrew it: ${reason}`.slice(0, 500),
      });
      await bus.js.publish(rawSubject('withdrawal'), JSON.stringify(message), { msgID: digestOf(identity) });
      return { json: message, text: `article ${uid} (${original.title}) is withdrawn; the feed follows within seconds` };
    },
  },
};
