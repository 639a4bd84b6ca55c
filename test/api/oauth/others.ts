/** Third-party clients through the whole flow: the official library, and the conformance suite's authorization mode. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OAuthGround } from '#test/support/oauth-ground.ts';
import { freePort } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';

const conformance = fileURLToPath(new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const askedMs = 30_000;

/** Returns an application's storage, in memory; `asked` is the address that it sent its user to. */
function createProvider(redirectUrl: string): OAuthClientProvider & { asked: URL | null } {
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  let verifier = '';
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: 'Library of others', redirect_uris: [redirectUrl], grant_types: ['authorization_code', 'refresh_token'] },
    clientInformation: () => client,
    saveClientInformation: (given: NonNullable<typeof client>) => void (client = given),
    tokens: () => tokens,
    saveTokens: (given: NonNullable<typeof tokens>) => void (tokens = given),
    asked: null as URL | null,
    redirectToAuthorization: (url: URL) => void (provider.asked = url),
    saveCodeVerifier: (given: string) => void (verifier = given),
    codeVerifier: () => verifier,
  };
  return provider;
}

export function describeOthers(given: () => OAuthGround): void {
  let ground: OAuthGround;
  let owner: Awaited<ReturnType<OAuthGround['area']['customer']>>;
  beforeAll(async () => {
    ground = given();
    owner = await ground.area.customer();
  });

  describe('a third-party client', () => {
    test('connects, calls a tool, and is refused after it is disconnected', async () => {
      const provider = createProvider('http://127.0.0.1:33418/callback');
      const open = (): StreamableHTTPClientTransport => new StreamableHTTPClientTransport(new URL(ground.resource), { authProvider: provider });
      const first = open();
      await expect(new Client({ name: 'others', version: '1' }).connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
      const { pathname, search } = provider.asked!;
      const answered = await ground.consent(owner, { path: `${pathname}${search}`, verifier: '', state: '' });
      await first.finishAuth(answered.searchParams);

      const client = new Client({ name: 'others', version: '1' });
      await client.connect(open());
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('svc_ticker_news');
      expect((await client.callTool({ name: 'svc_ticker_news', arguments: { symbol: 'AAPL' } })).isError).not.toBe(true);

      await owner.submit('/account/connections/', { intent: 'all' });
      await until(
        'the connection to be over',
        async () =>
          (await client.listTools().then(
            () => null,
            (error: unknown) => error,
          )) !== null,
      );
      await client.close();
    });

    test('finds the authorization server as the conformance suite expects', { timeout: 90_000 }, async () => {
      const port = await freePort();
      const { client_id: clientId } = await ground.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
      const results = mkdtempSync(join(tmpdir(), 'tickerwire-conformance-'));
      const words = ['--url', ground.area.api.url, '--client-id', clientId, '--resource', ground.resource, '--port', String(port), '-o', results];
      const child = spawn(process.execPath, [conformance, 'authorization', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
      try {
        let out = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
        const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
        const asked = await until('the address to open', () => /^http\S+code_challenge=\S+$/m.exec(out)?.[0], askedMs);
        const { pathname, search } = new URL(asked);
        const answered = await ground.consent(owner, { path: `${pathname}${search}`, verifier: '', state: '' });
        await (await fetch(answered, { signal: AbortSignal.timeout(askedMs) })).text();
        expect(await ended, out).toBe(0);
        const checks = readdirSync(results).flatMap(
          (name) => JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')) as { id: string; status: string }[],
        );
        expect(checks.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
        expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(['authorization-server-metadata', 'authorization-code-grant']));
      } finally {
        child.kill('SIGKILL');
        rmSync(results, { recursive: true, force: true });
      }
    });
  });
}
