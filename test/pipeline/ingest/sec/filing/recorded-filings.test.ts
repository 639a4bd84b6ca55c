import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '#ops/lab/upstream/folder/files.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readFiling } from '#pipeline/ingest/sec/filing/read-filing.ts';
import { items as itemMeanings } from '#schemas/filing.ts';
import { RawFiling } from '#schemas/raw.ts';
import { documentsDir } from '#test/support/data.ts';
import { listingOf } from './filing-ground.ts';

const filesOf = (dir: string): string[] => readdirSync(dir).map((name) => join(dir, name));

describe('filings', () => {
  const dir8k = documentsDir('8k');
  const known = new Map<string, readonly string[]>(
    (JSON.parse(readFileSync(join(dir8k, 'manifest.json'), 'utf8')) as { file: string; items?: unknown }[]).flatMap(({ file, items }) =>
      Array.isArray(items) ? [[join(dir8k, file), items as string[]]] : [],
    ),
  );

  test('8-K: a submission is read, and its items are those of its header', () => {
    const wrong: string[] = [];
    for (const file of filesOf(documentsDir('8k/full'))) {
      const submission = splitSubmission(readRecorded(file));
      const result = readFiling(submission, listingOf(submission.header.accession ?? ''));
      if (!result.ok) {
        wrong.push(`${file}: ${result.detail}`);
        continue;
      }
      const { items, filed_on } = RawFiling.parse(result.filing);
      const stated = (known.get(file) ?? []).filter((line) => line.trim() !== '').length;
      const isOld = (filed_on ?? '') < '2004-08-23';
      const areOfOneNumbering = items.every((item) => itemMeanings.some((meaning) => (isOld ? meaning.old : meaning.number) === item));
      if (!areOfOneNumbering || items.length === 0 || items.length < stated) wrong.push(`${file}: ${items.join(',')} for ${stated} lines`);
    }
    expect(wrong).toEqual([]);
  });

  test('8-K: a main document alone can be read, in words of its own', () => {
    const empty: string[] = [];
    for (const file of filesOf(documentsDir('8k/main'))) {
      const bare = splitSubmission(readRecorded(file));
      const result = readFiling({ ...bare, kind: 'submission', header: { ...bare.header, form: '8-K' } }, listingOf('0000000001-20-000001'));
      if (!result.ok) empty.push(`${file}: ${result.detail}`);
      else if (RawFiling.parse(result.filing).primary_item !== null && result.filing.lead === '') empty.push(file);
    }
    expect(empty).toEqual([]);
  });

  test('6-K: a submission is read; a release has a headline, and any other one a reason', () => {
    const wrong: string[] = [];
    for (const file of filesOf(documentsDir('6k/full'))) {
      const submission = splitSubmission(readRecorded(file));
      const result = readFiling(submission, listingOf(submission.header.accession ?? ''));
      if (!result.ok) {
        wrong.push(`${file}: ${result.detail}`);
        continue;
      }
      const filing = RawFiling.parse(result.filing);
      if (filing.form6k === null || filing.items.length > 0) wrong.push(file);
      if (filing.form6k === 'earnings' && (filing.headline === '' || filing.lead === '' || filing.earnings === null)) wrong.push(file);
      if (filing.form6k !== 'earnings' && filing.earnings !== null) wrong.push(file);
    }
    expect(wrong).toEqual([]);
  });
});
