import { expect, test } from 'vitest';
import { createProgressLine } from '#ops/scripts/progress.ts';

test('a terminal has one line that is rewritten; a file has whole lines, now and then', () => {
  const run = (isTerminal: boolean): string => {
    let [written, nowMs] = ['', 0];
    const line = createProgressLine({ write: (text) => (written += text), isTerminal, nowMs: () => nowMs });
    for (let at = 0; at < 30; at += 1, nowMs += 1_000) line.show(`line ${at}`, at === 0);
    line.say('a notice');
    line.end();
    return written;
  };
  const [terminal, file] = [run(true), run(false)];
  expect(terminal.split('\r')).toHaveLength(31);
  expect(terminal).toMatch(/line 29\na notice\n$/);
  expect(file).toBe('line 0\nline 10\nline 20\na notice\nline 29\n');
});
