/** Reports which program has the port that a demo would use, before it takes another one. */
import { z } from 'zod';
import { isPortFree } from '../process/free-port.ts';
import { loopback } from './ports.ts';

const askTimeoutMs = 1_000;
const ServiceRoot = z.object({ name: z.literal('Tickerwire') });

/** Returns a line for the person who starts a demo; null when the port is free. */
export async function holderLine(port: number): Promise<string | null> {
  if (await isPortFree(port, loopback)) return null;
  const url = `http://${loopback}:${port}`;
  const answer = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(askTimeoutMs) })
    .then((response) => response.json())
    .catch(() => null);
  return ServiceRoot.safeParse(answer).success
    ? `another tickerwire runs at ${url}: using another port (choose one with --port)`
    : `another program listens on port ${port}: using another port (choose one with --port)`;
}
