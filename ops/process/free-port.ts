/** Finds a free port of this machine. */
import { createServer } from 'node:net';

/*
 * Ports below 32768, where Linux starts to choose source ports of outgoing connections: a client that connects to a dead server's port in
 * that range can get the same port and be connected to itself.
 */
const lowest = 15_000;
const highest = 32_000;
const triesMax = 200;

export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Returns a free port; throws when none of `triesMax` random ports is free. */
export async function freePort(host: string, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!taken.has(port) && (await isPortFree(port, host))) return port;
  }
  throw new Error(`no free port found from ${lowest} to ${highest}`);
}
