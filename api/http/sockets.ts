/**
 * Limits client sockets: a maximum per address, and none kept open whose client does not read its response. One regular check covers every
 * socket and response, so that no response needs a timer. node:http itself limits requests and idle connections.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ApiContext } from './state.ts';

export interface SocketBounds {
  /** Sockets of one address, for IPv6 of one /64; 0: no bound. */
  readonly perAddressMax: number;
  /** Longest time without progress of waiting bytes, plus a second for every `slowBytesPerSecond` of them; at most four times as long. */
  readonly slowReadMs: number;
  readonly slowBytesPerSecond: number;
  readonly checkEveryMs: number;
}

export interface SocketWatch {
  readonly open: () => number;
  readonly stop: () => void;
}

interface StalledWrite {
  /** Bytes sent by then. */
  readonly left: number;
  readonly sinceMs: number;
}

/** Watches the sockets; `onTurnedAway` is called for every socket that is closed as soon as it is opened. */
export function watchSockets(server: Server, bounds: SocketBounds, onTurnedAway: (address: string) => void): SocketWatch {
  const sockets = new Set<Socket>();
  const perAddress = new Map<string, number>();
  const waiting = new Map<Socket, StalledWrite>();

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
      const left = socket.bytesWritten - bytes;
      if (bytes === 0) waiting.delete(socket);
      else if (left !== before?.left) waiting.set(socket, { left, sinceMs: nowMs });
      else if (nowMs - before.sinceMs > allowanceMs(bytes)) socket.destroy();
    }
  };
  const checking = setInterval(dropSlowReaders, bounds.checkEveryMs);
  checking.unref();
  return { open: () => sockets.size, stop: () => clearInterval(checking) };
}

/** Returns the address that a request counts for; behind proxies the one that these state. */
export const clientKey = ({ app, ip, req }: Pick<ApiContext, 'app' | 'ip' | 'req'>): string =>
  addressKey(app.proxy ? ip : (req.socket.remoteAddress ?? ''));

/** Returns the address a socket counts for: an IPv4 address, or the 64-bit network of one IPv6 subscriber. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  return `${ipaddr.IPv6.parse(plain.replace(/%.*$/, '')).parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64`; // prettier-ignore
}
