/** Ports of the parts on the loopback: free ones at first, remembered in the data folder, so that a part comes back where it was. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

export const loopback = '127.0.0.1';

/*
 * Below 32768, where Linux starts to take source ports of outgoing connections from: a client that
 * knocks at a dead server's port in that range can be given the same port and end up connected to itself.
 */
const lowest = 15_000;
const highest = 32_000;
const triesMax = 200;

const Remembered = z.record(z.string(), z.int().min(1).max(65_535));

export function isPortFree(port: number, host = loopback): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function freePort(taken: ReadonlySet<number>): Promise<number> {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!taken.has(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`no free port found from ${lowest} to ${highest}`);
}

/** One port a name: as remembered where that is still free, else `preferred`, else any free one. */
export async function choosePorts<Name extends string>(
  dir: string,
  names: readonly Name[],
  preferred: Partial<Record<Name, number>> = {},
): Promise<Record<Name, number>> {
  const path = join(dir, 'ports.json');
  const remembered = readRemembered(path);
  const chosen = new Map<Name, number>();
  const taken = new Set<number>();
  for (const name of names) {
    let port: number | null = null;
    for (const candidate of [remembered[name], preferred[name]])
      if (port === null && candidate !== undefined && !taken.has(candidate) && (await isPortFree(candidate))) port = candidate;
    port ??= await freePort(taken);
    chosen.set(name, port);
    taken.add(port);
  }
  const ports = Object.fromEntries(chosen) as Record<Name, number>;
  writeFileSync(`${path}.new`, JSON.stringify({ ...remembered, ...ports }));
  renameSync(`${path}.new`, path);
  return ports;
}

function readRemembered(path: string): Record<string, number> {
  try {
    return Remembered.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
