/**
 * Limits the bytes read from the connections to an origin, of any kind. An HTTP parser limits headers and passes bodies on, but what it
 * skips (a status line, chunk extensions) may be endless. Each request gives its origin an allowance while it runs; a connection that makes
 * the total exceed all allowances is ended with `tooMuch`.
 */
import type { Socket } from 'node:net';

export interface ReadBudget {
  /** Grants an allowance; call the returned function when the request is over. */
  readonly grant: (origin: string, bytes: number) => () => void;
  readonly watch: (origin: string, socket: Socket) => void;
}

interface Account {
  underWay: number;
  granted: number;
  read: number;
}

export function createReadBudget(tooMuch: (bytes: number) => Error): ReadBudget {
  /** Accounts of the origins with running requests. */
  const accounts = new Map<string, Account>();
  return {
    grant: (origin, bytes) => {
      const account = accounts.get(origin) ?? { underWay: 0, granted: 0, read: 0 };
      accounts.set(origin, account);
      account.underWay += 1;
      account.granted += bytes;
      return () => {
        account.underWay -= 1;
        if (account.underWay === 0) accounts.delete(origin);
      };
    },
    watch: (origin, socket) => {
      let seen = socket.bytesRead;
      socket.on('readable', () => {
        const account = accounts.get(origin);
        const read = socket.bytesRead - seen;
        seen = socket.bytesRead;
        if (account === undefined) return;
        account.read += read;
        if (account.read > account.granted) socket.destroy(tooMuch(account.granted));
      });
    },
  };
}
