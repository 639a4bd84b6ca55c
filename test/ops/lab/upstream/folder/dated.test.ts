import { describe, expect, test } from 'vitest';
import { datedFiles } from '#ops/lab/upstream/folder/dated.ts';

const dayMs = 60_000;
const files = ['a.2025-03-15.txt', 'a.2025-09-05.txt', 'b.2025-07.txt', 'c.txt'].map((name) => ({ name, path: `/${name}` }));

describe('dated files', () => {
  const nameAt = (pattern: RegExp, day: number): string | undefined => datedFiles(files, dayMs, 1_000).at(pattern, 1_000 + day * dayMs)?.name;

  test.each([
    ['the first day is that of the oldest version', /^a\./, 0, 'a.2025-03-15.txt'],
    ['a day on which another file changed leaves it', /^a\./, 1, 'a.2025-03-15.txt'],
    ['it changes on its own date', /^a\./, 2, 'a.2025-09-05.txt'],
    ['the last version stays', /^a\./, 500, 'a.2025-09-05.txt'],
    ['before its first version there is that one', /^b\./, 0, 'b.2025-07.txt'],
    ['without a date it never changes', /^c\./, 2, 'c.txt'],
  ])('%s', (_, pattern, day, name) => expect(nameAt(pattern, day)).toBe(name));

  test('without days every file stands as it did last', () => {
    expect(datedFiles(files, 0, 0).at(/^a\./, 0)?.name).toBe('a.2025-09-05.txt');
    expect(datedFiles(files, dayMs, 0).at(/^x/, 0)).toBeUndefined();
    expect(datedFiles([], dayMs, 0).at(/^x/, 0)).toBeUndefined();
  });
});
