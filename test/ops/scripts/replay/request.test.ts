import { expect, test } from 'vitest';
import { readRequest } from '#ops/scripts/replay/request.ts';

const now = new Date('2026-06-05T10:00:00.000Z');

test('a bare day is a whole one, in UTC; without an end it is now', () => {
  expect(readRequest(['--from', '2026-06-01'], now)).toMatchObject({
    from: '2026-06-01T00:00:00.000Z',
    to: now.toISOString(),
    askMax: 0,
    isJson: false,
  });
  expect(readRequest(['--from', '2026-06-01', '--to', '2026-06-01'], now)).toMatchObject({ to: '2026-06-01T23:59:59.999Z' });
  expect(readRequest(['--from', '2026-06-01T12:30+02:00', '--ask', '5', '--json'], now)).toMatchObject({
    from: '2026-06-01T10:30:00.000Z',
    askMax: 5,
    isJson: true,
  });
  expect(readRequest(['--help'], now)).toBeNull();
});

test.each([
  [[], '--from is missing'],
  [['--from', '2026-02-30'], 'a day as YYYY-MM-DD'],
  [['--from', 'yesterday'], 'a day as YYYY-MM-DD'],
  [['--from', '2026-02-03', '--to', '2026-02-01'], 'is after --to'],
  [['--from', '2026-02-03', '--ask=-1'], '--ask -1: a whole number from 0 to 1000000 is required'],
  [['--from', '2026-02-03', '--examples', '1e9'], '--examples 1e9: a whole number'],
  [['--form', '2026-02-03'], '--form: npm run replay has no such option'],
])('%j is refused in words', (args, words) => {
  expect(() => readRequest(args, now)).toThrow(words);
});
