/** Finds a free port of this machine. */
import { createServer } from 'node:net';

/*
 * Ports are chosen below 32768, where Linux starts to choose source ports of outgoing connections: a client that connects to a dead
 * server's port in that range can be assigned the same port and be connected to itself.
 */
const lowest = 15_000;
const highest = 32_000;
const triesMax = 200;

/** Returns the error code with which this process cannot listen there, such as `EADDRINUSE`, or null when it can. */
export function listenError(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

export const isPortFree = async (port: number, host: string): Promise<boolean> => (await listenError(port, host)) === null;

export async function freePort(host: string, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!taken.has(port) && (await isPortFree(port, host))) return port;
  }
  throw new Error(`no free port found from ${lowest} to ${highest}`);
}
