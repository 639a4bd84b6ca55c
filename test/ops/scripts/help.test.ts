/** One command line: `npm run help` lists the scripts of package.json, and each command's --help has no side effect. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands, summaryOf, type CommandName } from '#ops/scripts/commands.ts';
import { runProgram } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const names = Object.keys(scripts);

/** Returns every file of the tree with its time of change, and the names of data folders. */
function tree(): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n');
  const data = join(root, '.data');
  return [
    ...files.filter((path) => path !== '' && existsSync(join(root, path))).map((path) => `${path} ${statSync(join(root, path)).mtimeMs}`),
    ...(existsSync(data) ? readdirSync(data).filter((name) => !name.startsWith('install.')) : []),
  ];
}

/** Runs a script's line with further arguments, as npm does. */
const runLine = (line: string, words: string) => runProgram('/bin/sh', ['-c', `${line} ${words}`], { cwd: root });

const before = tree();

test('npm run help lists every command of package.json with a line each', async () => {
  const { code, out } = await runScript('ops/scripts/help.ts', []);
  expect(code).toBe(0);
  expect(Object.keys(commands).toSorted()).toEqual(names.toSorted());
  for (const [name, summary] of Object.entries(commands)) expect(out, name).toContain(`  ${summary}\n`);
  expect(out).toContain('npm test ');
  expect(out).toContain('npm run test:chaos ');
});

/** Third-party programs with a help of their own. */
const foreign = new Set(['format']);

test.concurrent.each(names)('npm run %s -- --help prints what it does, and does nothing', async (name) => {
  const { code, out, errors } = await runLine(scripts[name]!, '--help');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  if (foreign.has(name)) expect(out.trim()).not.toBe('');
  else expect(out).toContain(summaryOf(name as CommandName));
});

test('a filter of the tests may be the name of a member that every object has', async () => {
  expect((await runScript('ops/scripts/test.ts', ['constructor', '--help'])).out).toMatch(/^npm test -- \[FILTER/);
});

test('a required option is in the first line of the help, and a command without it ends with an error', async () => {
  expect((await runScript('ops/scripts/backup.ts', ['--help'])).out).toMatch(/^npm run backup -- --to FOLDER \[options\]\n/);
  const { code, out, errors } = await runScript('ops/scripts/backup.ts', []);
  expect([code, out]).toEqual([2, '']);
  expect(errors).toBe(
    '--to is missing (FOLDER: an empty or new folder)\n\nnpm run backup -- --to FOLDER [options]\n\nnpm run backup -- --help says more\n',
  );
});

/** All commands read their words by one function (command-line.ts): with subcommands, with options, and with none. */
const differing = ['admin', 'bench', 'start', 'flow'];

test.concurrent.each(differing)('npm run %s refuses an option that it does not have, and names those that it has', async (name) => {
  const { code, out, errors } = await runLine(scripts[name]!, '--no-such-option');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(errors).toMatch(/^--no-such-option: npm (run )?[\w:-]+ has no such option; (its options are --|it takes none but --help)/);
});

test('no command above changes the tree', () => expect(tree()).toEqual(before));
