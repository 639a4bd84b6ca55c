/** Refuses a NATS server with published vulnerabilities, unless it is on loopback, where `npm start` may use Debian's 2.9. */
import type { Config } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { isLoopbackName } from '../../process/own-names.ts';

/** The first fixed release of each maintained line for the advisories of 2026. Later lines are fixed; other lines are not. */
const fixedIn = ['2.12.12', '2.14.3'] as const;

const numbersOf = (version: string): readonly [number, number, number] => {
  const [major = 0, minor = 0, patch = 0] = (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);
  return [major, minor, patch];
};

function isFixed(version: string): boolean {
  const [major, minor, patch] = numbersOf(version);
  const lines = fixedIn.map(numbersOf);
  const own = lines.find((line) => line[0] === major && line[1] === minor);
  if (own !== undefined) return patch >= own[2];
  const newest = lines.at(-1)!;
  return major > newest[0] || (major === newest[0] && minor > newest[1]);
}

const hostOf = (server: string): string => new URL(server.includes('://') ? server : `nats://${server}`).hostname;

export function refuseOldServer(version: string, { NATS_URL, NATS_OLD_SERVERS }: Pick<Config, 'NATS_URL' | 'NATS_OLD_SERVERS'>): void {
  if (NATS_OLD_SERVERS === 'allowed' || NATS_URL.every((server) => isLoopbackName(hostOf(server))) || isFixed(version)) return;
  throw new ControlPlaneError(
    `nats-server ${version} has known vulnerabilities and is reachable over a network: run ${fixedIn.join(' or ')} or later, or set NATS_OLD_SERVERS=allowed`,
  );
}
