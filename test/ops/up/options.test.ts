import { describe, expect, test } from 'vitest';
import { UsageError } from '#ops/scripts/command-line.ts';
import { readOptions } from '#ops/up/options.ts';

const where = { root: '/repository', cwd: '/' };
const read = (...argv: string[]) => readOptions(argv, where);

describe('the command line of up.ts', () => {
  test('a demo without options runs on made-up documents in a folder of its own', () => {
    expect(read('demo')).toEqual({
      mode: 'demo',
      dataDir: '/repository/.data/demo',
      apiPort: null,
      upstream: 'generated',
      rate: null,
      seed: null,
      historyDays: null,
      isQuiet: false,
    });
    expect(read('start')?.dataDir).toBe('/repository/.data/live');
  });

  test('a relative folder is taken from where the caller stands', () => {
    expect(readOptions(['demo', '--data-dir', 'here'], { root: '/repository', cwd: '/elsewhere' })?.dataDir).toBe('/elsewhere/here');
  });

  test('every option is read', () => {
    const words = ['demo', '--data-dir', '/d', '--port', '0', '--upstream', '/', '--rate', '2.5', '--seed', '7', '--history-days', '50', '--quiet'];
    expect(read(...words)).toEqual({ mode: 'demo', dataDir: '/d', apiPort: 0, upstream: '/', rate: 2.5, seed: 7, historyDays: 50, isQuiet: true });
  });

  test('a request for help gives no options', () => {
    expect(read('demo', '--help')).toBeNull();
    expect(read('start', '-h')).toBeNull();
  });

  test.each([
    [['demo', '--prot', '1'], '--prot'],
    [['demo', '--port'], '--port'],
    [['demo', '--port', '65536'], '--port 65536'],
    [['demo', '--rate', '-1'], '--rate'],
    [['demo', '--data-dir', ''], '--data-dir'],
    [['demo', '--upstream', '/no/such/folder'], '--upstream /no/such/folder'],
    [['start', '--upstream', 'generated'], '--upstream: npm start has no such option; its options are --data-dir DIR, --port N, --quiet'],
    [['run'], '"run"'],
    [[], 'the first word must be demo or start'],
  ])('%j is refused with the option named', (argv, named) => {
    expect(() => readOptions(argv, where)).toThrow(UsageError);
    expect(() => readOptions(argv, where)).toThrow(named);
  });
});
