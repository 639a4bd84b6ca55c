/**
 * No text makes a regular expression scan the same characters again and again. Every expression of the sources runs on attack texts of 20,
 * 40 and 80 thousand characters. It may take ten times as long as a look a hundred characters ahead from each place, and at most 2.5 times
 * as long for twice the text.
 */
import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { leastCpuTime } from '#test/support/cpu-time.ts';
import { attacksOn, type Attack } from '#test/support/regex/attacks.ts';
import { expressionsIn, type Expression } from '#test/support/regex/expressions.ts';
import { isProven, unprovenOf } from '#test/support/proven.ts';
import { complaintAbout, prose, sizes, trialSize } from '#test/support/time-budget.ts';

/** Folders whose code runs in a service and reads outside data. */
const folders = ['schemas', 'pipeline', 'api', 'clickhouse', 'ops/accounts', 'ops/feed-log', 'ops/nats', 'ops/outbound', 'ops/process', 'ops/up'];
const { all, unknown } = expressionsIn(folders);

const nameOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string => `/${source}/${flags}`;
const harness = ['test/support/regex', 'test/pipeline/time-budget/expressions.test.ts'];
/** One that was added or changed is tried alone. */
const unproven = unprovenOf('expressions', harness, all.map(nameOf));
const areAttacksProven = isProven('attacks', harness);

/** Short texts come first: an expression that takes too long with them would never finish the others. */
const shortSizes = [300, 2_000] as const;
const shortMs = 2_000;

/** Looks from each letter a hundred characters ahead, for a digit that is not there. */
const yardstick = /[a-z][^.]{0,100}?\d/;
const boundsMs = new Map<number, number>([trialSize, ...sizes].map((size) => [size, 10 * leastCpuTime(() => yardstick.exec(prose(size)), 5) + 1]));
const boundMs = (size: number): number => boundsMs.get(size)!;

/** Runs the expression as `exec` does, once, or as `replace` does, from match to match. */
function put(expression: RegExp, text: string): void {
  expression.lastIndex = 0;
  if (!expression.global) expression.exec(text);
  else for (const _ of text.matchAll(expression));
}

/** The work that the script in `ends` runs. */
const current = { run: (): void => undefined };
Object.assign(globalThis, { wornOut: current });

/** Returns true when all attacks finish in time with short texts. */
function ends(expression: RegExp, attacks: readonly Attack[]): boolean {
  current.run = () => attacks.forEach((attack) => shortSizes.forEach((size) => put(expression, attack.of(size))));
  try {
    runInThisContext('wornOut.run()', { timeout: shortMs });
    return true;
  } catch {
    return false;
  }
}

const complaints = (expressions: readonly Expression[]): string[] =>
  expressions.flatMap(({ source, flags, place }) => {
    const expression = new RegExp(source, flags);
    const attacks = attacksOn({ source, flags });
    if (!ends(expression, attacks)) {
      const endless = attacks.find((attack) => !ends(expression, [attack]));
      return [
        `${place}: /${source}/${flags} with ${endless?.name ?? 'all attacks'}: not done after ${shortMs} ms with ${shortSizes.at(-1)} characters`,
      ];
    }
    for (const attack of attacks) {
      const prepare = (size: number): (() => void) => {
        const text = attack.of(size);
        return () => put(expression, text);
      };
      const why = complaintAbout({ prepare, boundMs, isSmooth: true });
      // One complaint is enough: many attacks hit a bad expression, and each takes its time.
      if (why !== null) return [`${place}: /${source}/${flags} with ${attack.name}: ${why}`];
    }
    return [];
  });

describe('every regular expression', () => {
  test('is known once its module is loaded', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(unknown, 'make these constants of their module').toEqual([]);
  });

  test('takes a time that grows with its text, however it is attacked', { timeout: 600_000 }, () => {
    expect(complaints(all.filter((expression) => unproven.has(nameOf(expression))))).toEqual([]);
  });
});

describe.skipIf(areAttacksProven)('the attacks', () => {
  // Each was in the sources, or has the form of one that was.
  test.each([
    ['trimming', /\s+$/],
    ['blanks on both sides of something optional', /^\s*(?:\(\w\))?\s*$/],
    ['comments', /^(?:<!--[^]*?-->\s*)*<html/i],
    ['a blank that may stand in a name', /<a(?:\s+[\w\u0080-\uffff]+\s*=\s*"[^"]*")*\s*>/y],
    ['groups of three', /\B(?=(\d{3})+$)/g],
    ['words in any order', /\bin\s+(?:[\s,]*(?:us|\$|us\$|of)[\s,]*)*thousands/i],
  ])('wear out %s', (_, expression) => {
    const { source, flags } = expression;
    expect(complaints([{ source, flags, place: 'here' }])).toHaveLength(1);
  });

  test.each([
    ['a run that is looked for from its start', /(?<!\s)\s+$/],
    ['a look ahead of bounded length', /\bsales\b[^.]{0,60}?\d/],
    ['a line', /^[ \t]*name:[ \t]*(.*)$/gm],
  ])('do not wear out %s', (_, expression) => {
    const { source, flags } = expression;
    expect(complaints([{ source, flags, place: 'here' }])).toEqual([]);
  });
});
