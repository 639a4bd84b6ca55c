/** The project's rules that a machine can check. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { envExample } from '#schemas/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** All files of the project, uncommitted ones included. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const scripts = files.filter((path) => path.endsWith('.ts'));
const sources = scripts.filter((path) => !path.startsWith('test/'));
const configs = new Set(['test/vitest.config.ts', 'test/support/property.ts']);

interface Import {
  readonly specifier: string;
  /** The imported file, relative to the root; null for a package. */
  readonly target: string | null;
  readonly isType: boolean;
}

const importPattern = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function importsOf(path: string): Import[] {
  return [...read(path).matchAll(importPattern)].map((match) => {
    const specifier = match[2] ?? match[3] ?? '';
    return { specifier, target: targetOf(path, specifier), isType: match[1] !== undefined };
  });
}

function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : null;
}

const imports = new Map(scripts.map((path) => [path, importsOf(path)]));

const areas = ['schemas', 'clickhouse', 'pipeline', 'api', 'shared', 'lab', 'ops', 'test'] as const;
type Area = (typeof areas)[number];
/** Folders that every process uses. The rest of `ops` is started by hand or starts processes. */
const shared = ['ops/accounts/', 'ops/feed-log/', 'ops/nats/', 'ops/outbound/', 'ops/process/'];

function areaOf(path: string): Area | null {
  if (shared.some((folder) => path.startsWith(folder))) return 'shared';
  return path.startsWith('ops/lab/') ? 'lab' : (areas.find((area) => path.startsWith(`${area}/`)) ?? null);
}

const clients = 'api/clients/';
/** Folders and files of the API, without its clients. */
const apiParts = [
  ...new Set(sources.flatMap((path) => (path.startsWith('api/') && !path.startsWith(clients) ? [path.split('/', 2).join('/')] : []))),
];
/** True for a file that a command generates and a test keeps up to date. */
const isGenerated = (path: string): boolean => /^api\/clients\/[^/]+\/src\/generated\//.test(path);

const mayImport: Readonly<Record<Area, readonly Area[]>> = {
  schemas: ['schemas'],
  shared: ['schemas', 'shared'],
  clickhouse: ['schemas', 'clickhouse'],
  pipeline: ['schemas', 'clickhouse', 'shared', 'pipeline'],
  api: ['schemas', 'clickhouse', 'shared', 'api'],
  ops: ['schemas', 'clickhouse', 'shared', 'pipeline', 'api', 'ops'],
  lab: ['schemas', 'clickhouse', 'shared', 'pipeline', 'api', 'ops', 'lab'],
  test: areas,
};

/** Returns `path: complaint` lines, so that a failure names its places. */
const complaints = (paths: readonly string[], complain: (path: string) => readonly string[]): string[] =>
  paths.flatMap((path) => complain(path).map((complaint) => `${path}: ${complaint}`));

describe('imports', () => {
  test('point one way', () => {
    const wrong = complaints(scripts, (path) => {
      const from = areaOf(path);
      return imports.get(path)!.flatMap(({ target }) => {
        const to = target === null ? null : areaOf(target);
        // A benchmark may use the ground of the tests.
        const isGround = path.startsWith('ops/lab/bench/') && target?.startsWith('test/support/') === true;
        return from === null || to === null || isGround || mayImport[from].includes(to) ? [] : [`imports ${target}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  test('cross from one top folder to another by name, never by dots', () => {
    const top = (path: string): string => path.split('/', 1)[0]!;
    const wrong = complaints(scripts, (path) =>
      imports.get(path)!.flatMap(({ specifier, target }) => {
        if (target === null) return [];
        if (specifier.startsWith('.') && top(target) !== top(path)) return [`${specifier} leaves ${top(path)}/`];
        return specifier.startsWith('#') && top(target) === top(path) && top(path) !== 'test'
          ? [`${specifier} is in its own folder: import it by its relative path`]
          : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('name files that exist, with their ending', () => {
    const wrong = complaints(scripts, (path) =>
      imports.get(path)!.flatMap(({ specifier, target }) => (target === null || files.includes(target) ? [] : [`${specifier} is not a file`])),
    );
    expect(wrong).toEqual([]);
  });

  test('have no cycles, of types neither', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      else if (!done.has(path)) {
        for (const { target } of imports.get(path) ?? []) if (target !== null) visit(target, [...trail, path]);
        done.add(path);
      }
    };
    for (const path of scripts) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test('keep apart what must not know of each other', () => {
    const strangers: readonly (readonly [from: string, to: string])[] = [
      ['pipeline/refine/', 'pipeline/ingest/'],
      ['pipeline/write/', 'pipeline/ingest/'],
      ['api/cache/', 'api/feed/'],
      ['api/cache/', 'clickhouse/'],
      ['pipeline/refine/feed/feed-log-writer.ts', 'pipeline/refine/form4/'],
      // Clients leave the project as packages of their own.
      ...['schemas/', 'clickhouse/', 'ops/', ...apiParts].map((part) => [clients, part] as const),
      ...apiParts.map((part) => [part, clients] as const),
    ];
    const wrong = complaints(sources, (path) =>
      strangers.flatMap(([from, to]) =>
        path.startsWith(from) ? imports.get(path)!.flatMap(({ target }) => (target?.startsWith(to) ? [`imports ${target}`] : [])) : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('are of packages that package.json names', () => {
    const { dependencies, devDependencies } = packageJson();
    const isNamed = (specifier: string, names: Readonly<Record<string, string>>): boolean =>
      Object.keys(names).some((name) => specifier === name || specifier.startsWith(`${name}/`));
    const wrong = complaints(scripts, (path) =>
      imports.get(path)!.flatMap(({ specifier, target, isType }) => {
        if (target !== null || specifier.startsWith('node:') || isNamed(specifier, dependencies)) return [];
        return isNamed(specifier, devDependencies) && (isType || path.startsWith('test/') || path.startsWith('ops/')) ? [] : [specifier];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('are kebab-case and named for what they export, none for a drawer of everything', () => {
    const drawers = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'service', 'types', 'misc', 'index', 'lib']);
    const wrong = complaints(scripts, (path) => {
      const stem = basename(path).replace(/\.(test|config)?\.?ts$/, '');
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) return ['is not kebab-case'];
      return drawers.has(stem) || /-(utils?|helpers?|manager)$/.test(stem) ? ['is named for nothing in particular'] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('have at most 400 lines, a test file 500', () => {
    const linesMax = (path: string): number => (path.startsWith('test/') ? 500 : 400);
    const written = files.filter((path) => /\.(ts|html|css)$/.test(path) && !isGenerated(path));
    expect(complaints(written, (path) => (read(path).trimEnd().split('\n').length > linesMax(path) ? ['too long'] : []))).toEqual([]);
  });

  test('name no type by a participle or a word that fits everything', () => {
    const vague =
      /^(?:export )?(?:interface|type|class) (Held|Kept|Told|Said|Asked|Found|Taken|Given|Seen|Sought|Wanted|Chosen|Answered|Standing|Look|Ground|Stretch|Thing|Stuff|Info|Data)\b/gm;
    const written = sources.filter((path) => !isGenerated(path) && !path.startsWith('ops/lab/'));
    expect(complaints(written, (path) => [...read(path).matchAll(vague)].map(([, name]) => `${name}: name what it is`))).toEqual([]);
  });

  test('open by saying what they are for', () => {
    expect(complaints(sources, (path) => (/^(\/\*|\/\/)/.test(read(path)) ? [] : ['no opening comment']))).toEqual([]);
  });

  test('have no default export, enum, namespace or unfinished place', () => {
    const banned: readonly (readonly [RegExp, string])[] = [
      [/^export default\b/m, 'default export'],
      [/^export \* from/m, 'barrel export'],
      [/^(export )?(const )?enum /m, 'enum'],
      [/^(export )?namespace /m, 'namespace'],
      [/\b(TODO|FIXME|XXX)\b/, 'unfinished'],
      [/^(?!\s*(\*|\/\/)).*\bas any\b|@ts-(ignore|nocheck|expect-error)/m, 'the types are told to look away'],
      [/(eslint|oxlint)-disable(?!-next-line [\w/-]+)/, 'lint is told to look away from more than one rule on one line'],
    ];
    const wrong = complaints(
      scripts.filter((path) => path !== 'test/architecture.test.ts'),
      (path) => banned.flatMap(([pattern, what]) => (configs.has(path) && what === 'default export' ? [] : pattern.test(read(path)) ? [what] : [])),
    );
    expect(wrong).toEqual([]);
  });

  test('hold no path of a machine', () => {
    const folders = ['work', 'farm', 'tmp', 'Users', 'root'];
    const pattern = new RegExp(`(?<![\\w.}*-])/(${folders.join('|')})/[\\w.-]`);
    const isText = (path: string): boolean =>
      /\.(ts|json|md|sql|ya?ml|sh|conf|html|css|js|mjs|txt)$|(^|\/)(Dockerfile|run|LICENSE|\.[\w.]+)$/.test(path) && path !== 'package-lock.json';
    const wrong = complaints(files.filter(isText), (path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`line ${index + 1}`] : [])),
    );
    expect(wrong).toEqual([]);
  });

  test("leave SQL to clickhouse/, but for the file of refine's state", () => {
    const strangers = sources.filter(
      (path) =>
        !path.startsWith('clickhouse/') &&
        !path.startsWith('ops/embedded/') &&
        !path.startsWith('ops/lab/bench/') &&
        path !== 'pipeline/refine/state/state-file.ts',
    );
    const sql = /['"`]\s*(SELECT\s[\s\S]{1,400}?\sFROM\s|INSERT INTO\s|CREATE TABLE\s|ALTER TABLE\s|TRUNCATE\s|DROP (TABLE|DATABASE)\s)/;
    expect(complaints(strangers, (path) => (sql.test(read(path)) ? ['SQL'] : []))).toEqual([]);
  });
});

describe('words', () => {
  test('of comments: no comment opens with a word that hides its subject', () => {
    const opening = /(?:\/\*\*?|\/\/|^\s*(?:\*|--|#)) ?(?:Of|Who|What|Whose|Behind|Beside)\b.*/gm;
    const settings = files.filter((path) => /\.(?:sql|ya?ml|conf|sh|py|lua)$/.test(path));
    const written = [...scripts, ...settings].filter((path) => !isGenerated(path) && path !== 'test/architecture.test.ts');
    expect(complaints(written, (path) => read(path).match(opening) ?? [])).toEqual([]);
  });

  test('of pages: all together at most 20,000, so that one person can read them', () => {
    const pages = files.filter((path) => path.endsWith('.md'));
    const words = pages.reduce((sum, path) => sum + read(path).split(/\s+/).length, 0);
    expect(words).toBeLessThanOrEqual(20_000);
  });

  test('of a message on a page are those of the code', () => {
    const code = sources.map(read).join('\n');
    // A message opens its line or its table row, up to the colon before its meaning.
    const quoted = ['ops/docs/operating/troubleshoot.md', 'ops/docs/feed-log.md'].flatMap((page) =>
      [...read(page).matchAll(/^(?:- |\| )((?:`[^`]+`(?:,\s+)?)+)/gm)].flatMap(([, messages = '']) => [...messages.matchAll(/`([^`]+)`/g)]),
    );
    expect(quoted.length).toBeGreaterThan(30);
    const unknown = quoted
      .map(([, message = '']) => message)
      .filter((message) => !message.split(/…|\bN\b|\b30 s/).every((part) => code.includes(part.replaceAll(/^[:\s]+|[:\s]+$/g, ''))));
    expect(unknown).toEqual([]);
  });

  test('of code name only pages that exist', () => {
    const named = /\b[\w./-]+\.md\b/g;
    // GOALS.md is a file of the labelled data, which is not in the repository.
    const exists = (page: string): boolean => page === 'GOALS.md' || files.some((path) => `/${path}`.endsWith(`/${page}`));
    const written = scripts.filter((path) => !isGenerated(path));
    expect(complaints(written, (path) => (read(path).match(named) ?? []).filter((page) => !exists(page)))).toEqual([]);
  });
});

describe('tests', () => {
  const testOf = (path: string): string => `test/${path.replace(/\.ts$/, '.test.ts')}`;

  test('exist for every operation', () => {
    const operations = (imports.get('api/operations.ts') ?? []).flatMap(({ target, isType }) =>
      target === null || isType || target === 'api/operation.ts' ? [] : [target],
    );
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.filter((path) => !files.includes(testOf(path)))).toEqual([]);
  });

  test('exist for every step of refine', () => {
    const steps = ['pipeline/refine/article/refine-article.ts', 'pipeline/refine/decide.ts'].flatMap((path) =>
      (imports.get(path) ?? []).flatMap(({ target, isType }) =>
        target === null || isType || !target.startsWith('pipeline/refine/') || basename(target) === 'draft.ts' ? [] : [target],
      ),
    );
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((path) => !files.includes(testOf(path)))).toEqual([]);
  });
});

const packageJson = (): { dependencies: Record<string, string>; devDependencies: Record<string, string>; scripts: Record<string, string> } =>
  JSON.parse(read('package.json')) as ReturnType<typeof packageJson>;

describe('package.json', () => {
  test('pins every dependency to one version, the one that is locked', () => {
    const { dependencies, devDependencies } = packageJson();
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> };
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test('has every dependency in the table of the README', () => {
    const { dependencies, devDependencies } = packageJson();
    const cells = read('ops/docs/contributing.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .join('\n');
    expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !cells.includes(`\`${name}\``))).toEqual([]);
  });

  test('runs scripts that exist', () => {
    const named = Object.values(packageJson().scripts).flatMap((command) => [...command.matchAll(/\b(ops\/[\w/.-]+)/g)].map((match) => match[1]!));
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
  });
});

test('.env.example is what the table of settings makes', () => {
  expect(read('.env.example')).toBe(envExample());
});
