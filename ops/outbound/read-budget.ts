/**
 * Limits the bytes read from all connections to one origin. HTTP parsers limit headers, but skip a status line or chunk extensions of any
 * length. Each request grants its origin an allowance while it runs. A connection that exceeds the sum of the allowances is destroyed with
 * the error of `tooMuch`.
 */
import type { Socket } from 'node:net';

export interface ReadBudget {
  /** Grants an allowance. The returned function must be called when the request has ended. */
  readonly grant: (origin: string, bytes: number) => () => void;
  readonly watch: (origin: string, socket: Socket) => void;
}

interface Account {
  requests: number;
  grantedBytes: number;
  readBytes: number;
}

export function createReadBudget(tooMuch: (bytes: number) => Error): ReadBudget {
  const accounts = new Map<string, Account>();
  return {
    grant: (origin, bytes) => {
      const account = accounts.get(origin) ?? { requests: 0, grantedBytes: 0, readBytes: 0 };
      accounts.set(origin, account);
      account.requests += 1;
      account.grantedBytes += bytes;
      return () => {
        account.requests -= 1;
        if (account.requests === 0) accounts.delete(origin);
      };
    },
    watch: (origin, socket) => {
      let seen = socket.bytesRead;
      socket.on('readable', () => {
        const account = accounts.get(origin);
        const read = socket.bytesRead - seen;
        seen = socket.bytesRead;
        if (account === undefined) return;
        account.readBytes += read;
        if (account.readBytes > account.grantedBytes) socket.destroy(tooMuch(account.grantedBytes));
      });
    },
  };
}
