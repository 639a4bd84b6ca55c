/** Additions to the flow, tried in a copy of the tree: a source, a step and a consumer take one file and one line of a table each. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chosen, companions, consumers, namesOf, parts, stages } from '#pipeline/flow.ts';
import { ConfigError, readConfig } from '#schemas/config.ts';

describe('settings', () => {
  test('name what the tables hold, and nothing is everything', () => {
    const all = chosen(readConfig({}));
    expect([namesOf(all.stages), namesOf(all.parts)]).toEqual([namesOf([...stages, ...companions]), namesOf(parts)]);
    const some = chosen(readConfig({ INGEST_STAGES: 'sec_form4, publishers', PIPELINE_PARTS: 'write' }));
    expect([namesOf(some.stages), namesOf(some.parts)]).toEqual([['sec_form4', 'publishers', 'reconcile'], ['write']]);
    expect(namesOf(chosen(readConfig({ INGEST_STAGES: 'publishers' })).stages)).toEqual(['publishers']);
  });

  test('that name something else stop the start, with what there is', () => {
    for (const [name, table] of [
      ['INGEST_STAGES', stages],
      ['PIPELINE_PARTS', parts],
    ] as const) {
      const start = (): unknown => chosen(readConfig({ [name]: 'weather' }));
      expect(start).toThrow(ConfigError);
      expect(start).toThrow(`${name}: weather does not exist; use ${namesOf(table).join(', ')}`);
    }
  });
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = 'schemas clickhouse pipeline ops/accounts ops/feed-log ops/nats ops/outbound ops/process ops/scripts ops/up'.split(' ');

const added = (name: string): string => readFileSync(new URL(`../fixtures/flow/${name}.ts.txt`, import.meta.url), 'utf8');

interface Addition {
  /** The new file and its text. */
  readonly path: string;
  readonly text: string;
  /** The table, an existing line of it, and the line put before that one; an import may be needed as well. */
  readonly table: string;
  readonly before: string;
  readonly line: string;
  readonly importLine?: string;
}

const additions: readonly Addition[] = [
  {
    path: 'pipeline/ingest/weather.ts',
    text: added('weather-stage'),
    table: 'pipeline/flow.ts',
    before: "  { name: 'symbols',",
    line: `  { name: 'weather',        load: async () => (await import("./ingest/weather.ts")).weatherLane },\n`,
  },
  {
    path: 'pipeline/refine/article/rain.ts',
    text: added('rain-step'),
    table: 'pipeline/refine/article/refine-article.ts',
    before: "  { name: 'dedup',",
    line: "  { name: 'rain',       drops: ['blocked_publisher'],                  run: dropRain },\n",
    importLine: "import { dropRain } from './rain.ts';\n",
  },
  {
    path: 'pipeline/forecast/part.ts',
    text: added('forecast-consumer'),
    table: 'pipeline/flow.ts',
    before: "  { name: 'write',",
    line: `  { name: 'forecast',       load: async () => (await import("./forecast/part.ts")).forecastPart },\n`,
  },
];

describe('a copy of the tree, to which a source, a step and a consumer are added', () => {
  let copy: string;
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', timeout: 300_000 });

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'tickerwire-flow-'));
    for (const name of [...folders, 'package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const settings = { extends: './tsconfig.json', include: ['pipeline/**/*.ts', 'ops/scripts/flow.ts'] };
    writeFileSync(join(copy, 'tsconfig.flow.json'), JSON.stringify(settings));
    for (const { path, text, table, before, line, importLine = '' } of additions) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
      const old = readFileSync(join(copy, table), 'utf8');
      writeFileSync(join(copy, table), old.replace(/^import /m, `${importLine}import `).replace(before, `${line}${before}`));
    }
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  test('compiles', () => {
    expect(run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.flow.json')).toMatchObject({ stdout: '', status: 0 });
  });

  test('has them in its settings and in the flow, where the others keep their places', () => {
    const flow = run('ops/scripts/flow.ts');
    expect(flow).toMatchObject({ status: 0 });
    expect(flow.stdout).toMatch(/^ingest weather +the sky +look up +RAW raw\.article$/m);
    expect(flow.stdout).toMatch(/^refine article .*blocklist ▸ rain ▸ dedup/m);
    expect(flow.stdout).toMatch(/^forecast +FEED +forecast +nothing$/m);
    const chooses = `import { chosen, namesOf } from '#pipeline/flow.ts'; import { readConfig } from '#schemas/config.ts';
      const { parts, stages } = chosen(readConfig({ INGEST_STAGES: 'weather,symbols', PIPELINE_PARTS: 'forecast,write' }));
      console.log(namesOf(stages).join(), namesOf(parts).join());`;
    expect(run('--input-type=module', '--eval', chooses).stdout.trim()).toBe('weather,symbols forecast,write');
    for (const name of namesOf(consumers)) expect(flow.stdout).toMatch(new RegExp(`^${name} `, 'm'));
  });
});
