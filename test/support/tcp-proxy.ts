/** A proxy to a server that can be cut, as when a cable is pulled: nothing passes, and neither side is notified. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  readonly cut: () => void;
  /** Ends the cut: earlier connections are lost, and new ones work. */
  readonly mend: () => void;
  readonly stop: () => Promise<void>;
}

export async function startTcpProxy(to: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const own = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    own(client);
    if (isCut) return;
    const upstream = own(connect(to.port, to.host));
    for (const [from, onto] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (piece) => void (isCut || onto.write(piece)));
      from.once('close', () => void (isCut || onto.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      drop();
      isCut = false;
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      drop();
      await closed;
    },
  };
}
