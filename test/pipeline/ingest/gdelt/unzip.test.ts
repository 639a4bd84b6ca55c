import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unzipOne } from '#pipeline/ingest/gdelt/unzip.ts';
import { zipOne } from '#ops/lab/upstream/gdelt/zip-one.ts';

const body = Buffer.from('one\ttwo\n'.repeat(1_000));
const archive = zipOne('a.csv', body);
const max = 1_000_000;

/** Returns the archive with a number overwritten at `offset` from the last such signature: of a directory entry or of the end record. */
function changed(signature: number, offset: number, value: number, bytes: 2 | 4 = 4): Buffer {
  const copy = Buffer.from(archive);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signature);
  const at = copy.lastIndexOf(mark) + offset;
  if (bytes === 2) copy.writeUInt16LE(value, at);
  else copy.writeUInt32LE(value, at);
  return copy;
}
const [entry, end, local] = [0x02014b50, 0x06054b50, 0x04034b50] as const;

test('the one file comes out as it went in, also behind a comment', () => {
  expect(unzipOne(archive, max)).toEqual({ ok: true, body });
  const commented = Buffer.concat([changed(end, 20, 5, 2), Buffer.from('hello')]);
  expect(unzipOne(commented, max)).toMatchObject({ ok: true });
  expect(unzipOne(zipOne('empty.csv', Buffer.alloc(0)), max)).toEqual({ ok: true, body: Buffer.alloc(0) });
});

test('another program makes archives that are read, and reads those made here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unzip-'));
  try {
    const path = join(folder, 'a.zip');
    const made =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED); z.writestr("b.csv","one\\ttwo\\n"*1000); z.close(); sys.stdout.buffer.write(open(sys.argv[1],"rb").read())';
    const zip = execFileSync('python3', ['-c', made, path]);
    expect(unzipOne(zip, max)).toEqual({ ok: true, body });
    writeFileSync(path, archive);
    const read = 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; sys.stdout.buffer.write(z.read("a.csv"))';
    expect(execFileSync('python3', ['-c', read, path])).toEqual(body);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('is refused', () => {
  test.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /not a zip archive/],
    ['an archive that breaks off', archive.subarray(0, -10), /not a zip archive/],
    ['one without a file', changed(end, 10, 0, 2), /with 0 files/],
    ['one of two files', changed(end, 10, 2, 2), /with 2 files/],
    ['a directory that is elsewhere', changed(end, 16, 7), /directory is not at/],
    ['a file that is elsewhere', changed(entry, 42, 9), /file is not at/],
    ['a file longer than the archive', changed(entry, 20, 0x7fffff), /cut short/],
    ['encryption', changed(entry, 8, 1, 2), /encrypted/],
    ['the 64-bit format', changed(entry, 24, 0xffffffff), /64-bit/],
    ['another checksum', changed(entry, 16, 1), /CRC-32/],
    ['a file that unpacks to more than the stated length', changed(entry, 24, 10), /more than the stated length/],
    ['a file that unpacks to less than it states', changed(entry, 24, 9_000), /length/],
    ['bytes that do not unpack', changed(local, 36, 0xffffffff), /cannot be unpacked|CRC-32/],
  ])('%s', (_, bytes, detail) =>
    expect(unzipOne(bytes, max)).toMatchObject({ ok: false, reason: 'malformed', detail: expect.stringMatching(detail) }),
  );

  test('a bomb, before any of it is unpacked', () => {
    const bomb = zipOne('bomb.csv', Buffer.alloc(2_000_000));
    expect(bomb.length).toBeLessThan(5_000);
    expect(unzipOne(bomb, max)).toEqual({ ok: false, reason: 'too_large', detail: 'unpacks to 2000000 bytes; the limit is 1000000' });
  });
});

test('whatever the bytes, it answers', () => {
  const mutated = fc.array(fc.tuple(fc.nat({ max: archive.length - 1 }), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(mutated, (changes) => {
      const copy = Buffer.from(archive);
      for (const [at, value] of changes) copy[at] = value;
      const result = unzipOne(copy, max);
      if (result.ok) expect(result.body.equals(body)).toBe(true);
    }),
    { numRuns: 100 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void unzipOne(Buffer.from(bytes), max)));
});
