/**
 * Bounds what is read off the connections to an origin, whatever it is. A parser of HTTP bounds headers and hands on bodies; what it
 * passes over (a status line, extensions of a chunk) may go on for ever. Each request gives its origin an allowance for as long as it
 * is under way; a connection that reads more than all of them together is ended with `tooMuch`.
 */
import type { Socket } from 'node:net';

export interface ReadBudget {
  /** Call what is returned once the request is over. */
  readonly grant: (origin: string, bytes: number) => () => void;
  readonly watch: (origin: string, socket: Socket) => void;
}

interface Account {
  underWay: number;
  granted: number;
  read: number;
}

export function createReadBudget(tooMuch: (bytes: number) => Error): ReadBudget {
  /** Of origins that are being asked. */
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
