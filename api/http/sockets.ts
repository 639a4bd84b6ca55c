/**
 * Limits the sockets per client address, and closes sockets whose client does not read its response. One timer checks all sockets, so that
 * responses need no timers. node:http limits the time for requests and idle connections.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ApiContext } from './state.ts';

interface SocketBounds {
  /** Maximum number of sockets per IPv4 address or IPv6 /64; 0 means unlimited. */
  readonly perAddressMax: number;
  /** Maximum time without progress. A second is added for every `slowBytesPerSecond` unsent bytes, up to four times this time. */
  readonly slowReadMs: number;
  readonly slowBytesPerSecond: number;
  readonly checkEveryMs: number;
}

/** Watches the sockets. The returned function ends the checks for slow readers. `onTurnedAway` is called for every socket over the limit per address. */
export function watchSockets(server: Server, bounds: SocketBounds, onTurnedAway: (address: string) => void): () => void {
  const sockets = new Set<Socket>();
  const perAddress = new Map<string, number>();
  /** Sockets with unsent bytes: how many were sent, and since when that has not changed. */
  const waiting = new Map<Socket, { readonly sent: number; readonly sinceMs: number }>();

  server.on('connection', (socket: Socket) => {
    const address = addressKey(socket.remoteAddress ?? '');
    const count = perAddress.get(address) ?? 0;
    if (bounds.perAddressMax > 0 && count >= bounds.perAddressMax) {
      socket.destroy();
      onTurnedAway(address);
      return;
    }
    sockets.add(socket);
    perAddress.set(address, count + 1);
    socket.once('close', () => {
      sockets.delete(socket);
      waiting.delete(socket);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  });

  const { slowReadMs, slowBytesPerSecond } = bounds;
  const allowanceMs = (bytes: number): number => Math.min(slowReadMs + (bytes / slowBytesPerSecond) * 1_000, 4 * slowReadMs);
  const dropSlowReaders = (): void => {
    const nowMs = performance.now();
    for (const socket of sockets) {
      const bytes = socket.writableLength;
      const before = waiting.get(socket);
      const sent = socket.bytesWritten - bytes;
      if (bytes === 0) waiting.delete(socket);
      else if (sent !== before?.sent) waiting.set(socket, { sent, sinceMs: nowMs });
      else if (nowMs - before.sinceMs > allowanceMs(bytes)) socket.destroy();
    }
  };
  const checking = setInterval(dropSlowReaders, bounds.checkEveryMs);
  checking.unref();
  return () => clearInterval(checking);
}

/** Returns the address for which a request counts: behind proxies the one in X-Forwarded-For. */
export const clientKey = ({ app, ip, req }: Pick<ApiContext, 'app' | 'ip' | 'req'>): string =>
  addressKey(app.proxy ? ip : (req.socket.remoteAddress ?? ''));

/** Returns the IPv4 address, or the IPv6 /64, which usually belongs to one subscriber. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  return `${ipaddr.IPv6.parse(plain.replace(/%.*$/, '')).parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64`; // prettier-ignore
}
