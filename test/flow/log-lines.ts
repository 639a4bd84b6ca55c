/** Compares the wide log lines of a service with those that the operators' page documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export type LogLine = Readonly<Record<string, unknown>>;

const page = readFileSync(fileURLToPath(new URL('../../ops/docs/operating/monitor.md', import.meta.url)), 'utf8');
const ofAll = ['level', 'time', 'part', 'pid', 'msg', 'stage'];

/** The fields that each line always has, and those that it may have. */
const documented = new Map(
  [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|.*\| (`[^|]+) \|$/gm)].map(([, line, fields]): [string, { always: string[]; maybe: string[] }] => {
    const named = [...fields!.matchAll(/`(\w+)`(\?)?/g)].map(([, name, mark]) => ({ name: name!, isMaybe: mark !== undefined }));
    const names = (isMaybe: boolean): string[] => named.filter((field) => field.isMaybe === isMaybe).map(({ name }) => name);
    return [line!, { always: names(false), maybe: names(true) }];
  }),
);

export const documentedLines = (): string[] => [...documented.keys()];

/** Returns the log lines in the data folder of a service. */
export const linesOf = (dir: string): LogLine[] =>
  readdirSync(join(dir, 'log'))
    .flatMap((name) => readFileSync(join(dir, 'log', name), 'utf8').split('\n'))
    .flatMap((text) => (text.startsWith('{') && text.endsWith('}') ? [JSON.parse(text) as LogLine] : []));

export function expectDocumented(lines: readonly LogLine[]): void {
  for (const line of lines) {
    const of = documented.get(String(line['msg']));
    if (of === undefined) continue;
    const own = Object.keys(line).filter((name) => !ofAll.includes(name));
    expect([of.always.filter((name) => !own.includes(name)), own.filter((name) => ![...of.always, ...of.maybe].includes(name))], JSON.stringify(line)).toEqual([[], []]); // prettier-ignore
  }
}
