/** `npm run admin -- connection …`: lists and ends the OAuth connections of an account to applications. */
import { buckets } from '#schemas/subjects.ts';
import { accountOfConnection } from '#schemas/oauth.ts';
import { readAccount } from '../../accounts/account-entries.ts';
import { endConnection, readConnections } from '../../accounts/connections.ts';
import { openBucket } from '../../nats/streams.ts';
import { CommandError } from '../service-config.ts';
import { columns, type Command } from './command.ts';

export const connectionCommands: Readonly<Record<string, Command>> = {
  'connection list': {
    words: ['ACCOUNT'],
    options: [],
    run: async (accounts, { words: [accountId = ''] }, now, { bus }) => {
      await readAccount(accounts, accountId);
      const connections = await readConnections(await openBucket(bus, buckets.oauth), accountId, now);
      return {
        columns: columns(['id', 35], ['connected', 24], ['renewed', 24], ['application', 24], ['calls back at', 0]),
        rows: (async function* () {
          for (const connection of connections) {
            const { id, client_name: name, connected_at: connectedAt, renewed_at: renewedAt, callback } = connection;
            yield { json: connection, cells: [id, connectedAt, renewedAt ?? 'no tokens yet', name === '' ? '(no name)' : name, callback] };
          }
        })(),
      };
    },
  },
  'connection revoke': {
    words: ['ID'],
    options: [],
    run: async (_, { words: [id = ''] }, __, { bus }) => {
      if (!(await endConnection(await openBucket(bus, buckets.oauth), id)))
        throw new CommandError(`no such connection: \`npm run admin -- connection list ACCOUNT\` shows those of an account`);
      return {
        json: { id, revoked: true },
        text: `connection ${id} of account ${accountOfConnection(id)} was ended with all its tokens; other connections and keys still work`,
      };
    },
  },
};
