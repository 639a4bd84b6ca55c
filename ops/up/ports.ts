/** Chooses the parts' ports on loopback. They are stored in the data folder, so that a part gets the same port at the next start. */
import { join } from 'node:path';
import { z } from 'zod';
import { freePort, isPortFree } from '../process/free-port.ts';
import { readStored, writeWhole } from './stored-file.ts';

export const loopback = '127.0.0.1';

const StoredPorts = z.record(z.string(), z.int().min(1).max(65_535));

/** Returns one port per name: the stored port if it is free, else the preferred one, else any free port. */
export async function choosePorts<Name extends string>(
  dir: string,
  names: readonly Name[],
  preferred: Partial<Record<Name, number>> = {},
): Promise<Record<Name, number>> {
  const path = join(dir, 'ports.json');
  const stored = readStored(path, StoredPorts) ?? {};
  const chosen = new Map<Name, number>();
  const taken = new Set<number>();
  for (const name of names) {
    let port: number | null = null;
    for (const candidate of [stored[name], preferred[name]])
      if (port === null && candidate !== undefined && !taken.has(candidate) && (await isPortFree(candidate, loopback))) port = candidate;
    port ??= await freePort(loopback, taken);
    chosen.set(name, port);
    taken.add(port);
  }
  const ports = Object.fromEntries(chosen) as Record<Name, number>;
  writeWhole(path, JSON.stringify({ ...stored, ...ports }));
  return ports;
}

const askTimeoutMs = 1_000;
const ServiceRoot = z.object({ name: z.literal('Tickerwire') });

/** Returns a line about the program that listens on the port, or null when the port is free. */
export async function describePortHolder(port: number): Promise<string | null> {
  if (await isPortFree(port, loopback)) return null;
  const url = `http://${loopback}:${port}`;
  const answer = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(askTimeoutMs) })
    .then((response) => response.json())
    .catch(() => null);
  return ServiceRoot.safeParse(answer).success
    ? `another tickerwire runs at ${url}: using another port (choose one with --port)`
    : `another program listens on port ${port}: using another port (choose one with --port)`;
}
