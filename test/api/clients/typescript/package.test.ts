import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { startClientGround } from '../client-ground.ts';
import { examplesIn, run } from '../readme-examples.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const source = join(root, 'api/clients/typescript');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const readme = readFileSync(join(source, 'README.md'), 'utf8');
const examples = examplesIn(readme, 'js');

const folder = mkdtempSync(join(tmpdir(), 'tickerwire-client-'));
const built = join(folder, 'built');
mkdirSync(built);
for (const file of ['package.json', 'README.md']) cpSync(join(source, file), join(built, file));
execFileSync(process.execPath, [tsc, '-p', source, '--outDir', join(built, 'dist')]);
const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
  cwd: built,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [packed] = JSON.parse(said) as [{ filename: string; size: number; files: { path: string }[] }];
/** Another project's folder, with the packed client installed. */
const app = join(folder, 'app');
const installed = join(app, 'node_modules/tickerwire-client');
mkdirSync(installed, { recursive: true });
execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1']);
const at = await startClientGround();
afterAll(async () => {
  await at.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns this Node and, if PATH has one of another version, that one too. */
function nodes(): string[] {
  const found = (process.env.PATH ?? '')
    .split(':')
    .map((each) => join(each, 'node'))
    .filter((path) => existsSync(path) && statSync(path).isFile());
  const others = found.filter((path) => execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() !== process.version);
  return [process.execPath, ...others.slice(0, 1)];
}

describe('the package', () => {
  test('has no dependencies and no foreign files', () => {
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, unknown>;
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) expect(manifest[kind]).toBeUndefined();
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !/^(dist\/.*\.(js|d\.ts)|README\.md|package\.json)$/.test(path))).toEqual([]);
  });

  test('is about as large as its README says', () => {
    const saidKb = Number(/Packed: (\d+) kB/.exec(readme)?.[1]);
    expect(packed.size / 1_000).toBeGreaterThan(saidKb * 0.7);
    expect(packed.size / 1_000).toBeLessThan(saidKb * 1.4);
  });

  test('gives its types to a program that is compiled with it: results, errors by code, and refusals of unknown names', () => {
    writeFileSync(join(app, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(app, 'program.ts'),
      `import { createClient, isProblem, items, pages, poll, type DecimalString, type NewsItem, type PositionStore, type WebhookEvent } from 'tickerwire-client';
      declare const position: PositionStore;
      const client = createClient({ baseUrl: 'https://x' });
      const score: number = (await client.listNews({ symbol: 'A', category: ['earnings'] })).results[0]!.enrichment.relevance_score;
      const uid: string | undefined = (await client.getLatestEarningsRead({ ticker: 'A' }))?.uid;
      for await (const item of items(client, 'listMacroNews')) { const row: NewsItem = item; void row; }
      for await (const { shares } of items(client, 'listInsiderTrades', { ticker: 'A' })) { const money: DecimalString = shares; void money; }
      for await (const { next_cursor } of pages(client, 'listInsiderClusters')) void next_cursor;
      for await (const { rows } of poll(client, 'listNews', { position })) { const row: NewsItem = rows[0]!; void row; }
      const error: unknown = null;
      if (isProblem(error, 'rate_limited')) { const seconds: number = error.problem.extra.retry_after_seconds; void seconds; }
      const isTest = ({ test }: WebhookEvent): boolean => test === true;
      void [isTest, score, uid, (await client.getService()).name, (await client.listTrendingStories()).results];
      // The compiler refuses each of these lines.
      void (() => client.getArticle());
      void (() => client.listNews({ category: ['nonsense'] }));
      void (() => client.listNews({ simbol: 'A' }));
      void (() => items(client, 'listTrendingStories'));
      void (() => poll(client, 'listInsiderClusters', { position }));
      void (() => poll(client, 'listNews', { position, parameters: { sort: 'published' } }));
      `,
    );
    const compiled = (): string => {
      try {
        return execFileSync(
          process.execPath,
          [
            tsc,
            '--noEmit',
            '--strict',
            '--pretty',
            'false',
            '--module',
            'nodenext',
            '--target',
            'es2022',
            '--lib',
            'es2023,dom,dom.iterable,dom.asynciterable',
            '--types',
            '',
            'program.ts',
          ],
          { cwd: app, encoding: 'utf8' },
        );
      } catch (error) {
        return String((error as { readonly stdout: unknown }).stdout);
      }
    };
    const lines = [...compiled().matchAll(/^program\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect([...new Set(lines)]).toEqual([15, 16, 17, 18, 19, 20]);
  });
});

describe('the examples of the README', () => {
  test('are found', () => {
    expect(examples.length).toBeGreaterThan(5);
  });

  test.concurrent.each(examples.map((text, index): [number, string] => [index, text.match(/client\.(\w+)\(|(\w+)\(client/)?.[0] ?? 'webhook']))(
    '%i (%s) runs',
    async (index) => {
      for (const node of nodes()) {
        // Examples store their position in the folder in which they run.
        const cwd = mkdtempSync(join(app, 'example-'));
        const file = join(cwd, 'example.mjs');
        writeFileSync(file, examples[index]!);
        const env = { TICKERWIRE_URL: at.api.url, TICKERWIRE_KEY: at.key };
        const { code, stdout, stderr } = await run([node, file], { cwd, env, isEndless: examples[index]!.includes('SIGINT') });
        expect({ code, stderr }, stderr).toEqual({ code: 0, stderr: '' });
        expect(stdout.trim()).not.toBe('');
      }
    },
    120_000,
  );
});
