import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgressLine, showSteps } from '#ops/scripts/progress.ts';

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

test('a step of nothing is done: its bar is full', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  showSteps(false).show(0, 0, 'rows');
  expect(written.mock.calls.map(([text]) => text).join('')).toContain(`[${'#'.repeat(40)}] 0/0 rows`);
});
