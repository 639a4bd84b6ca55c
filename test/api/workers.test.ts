/** Several API processes on a port that the system chose. A process that restarts listens on the ports of the others again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnApiOn, startGround, type ApiChild, type Ground } from '#test/support/api.ts';
import { until } from '#test/support/until.ts';

let ground: Ground;
let api: ApiChild;
beforeAll(async () => {
  ground = await startGround();
  api = await spawnApiOn(ground, { API_WORKERS: '2', API_PORT: '0', MCP_PORT: '0' });
}, 120_000);
afterAll(async () => {
  await api.stop();
  await ground.stop();
});

interface Status {
  readonly degraded: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, { readonly pid: number | null }>>;
}

const get = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(5_000) });
const status = async (): Promise<Status> => (await (await get(`${api.ops}/status`)).json()) as Status;

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'a worker after %s comes back, and either of them answers on both ports',
  { timeout: 120_000 },
  async (signal) => {
    for (const at of ['0', '1']) {
      const before = (await status()).details[at]!.pid!;
      process.kill(before, signal);
      await until(
        `worker ${at} to be back`,
        async () => {
          const { details, degraded } = await status();
          const pid = details[at]?.pid ?? null;
          return pid !== null && pid !== before && Object.keys(degraded).every((name) => !name.endsWith('.worker'));
        },
        50_000,
      );
      for (const url of [`${api.url}/health`, `${api.url}/health`, `${api.mcp}/.well-known/oauth-protected-resource`])
        expect((await get(url)).status, url).toBeLessThan(500);
    }
  },
);
