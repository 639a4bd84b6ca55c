/** Releases in changed layouts: no figure may be read that neither the release nor its reading by hand states. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Expectations, type ExpectedRelease } from '#ops/lab/evaluate/expected.ts';
import { readRecorded } from '#ops/lab/upstream/folder/files.ts';
import { splitSubmission, type FiledDocument } from '#pipeline/ingest/sec/documents/documents.ts';
import type { ReadOutcome } from '#pipeline/ingest/sec/earnings/analysis.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { readRelease } from '#pipeline/ingest/sec/filing/read-release.ts';
import { layouts, losses, type Change } from '#test/support/change-release.ts';
import { amountOf } from '#test/support/release.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

interface Release {
  readonly file: string;
  readonly form: '8-K' | '6-K';
  readonly documents: readonly FiledDocument[];
  readonly truth: ExpectedRelease;
}

function releasesOf(name: string, form: Release['form']): Release[] {
  const folder = documentsDir(name);
  const expected = Expectations.parse(JSON.parse(readFileSync(join(folder, 'earnings_expected.json'), 'utf8')));
  return Object.entries(expected).map(([file, truth]) => ({
    file,
    form,
    documents: splitSubmission(readRecorded(join(folder, file))).documents,
    truth,
  }));
}
const releases = [...releasesOf('8k', '8-K'), ...releasesOf('6k', '6-K')];

const read = (documents: readonly FiledDocument[], form: Release['form']): ReadOutcome =>
  readRelease(findReleases(documents), { company: '', form, filedOn: null }).outcome;

/** Outcomes of the unchanged releases, read once for all changes. */
const outcomes = new Map<Release, ReadOutcome>();
function readUnchanged(release: Release): ReadOutcome {
  const known = outcomes.get(release) ?? read(release.documents, release.form);
  outcomes.set(release, known);
  return known;
}

/** Returns the changed documents, or null when the change cannot be applied to one of them. */
function changed({ documents }: Release, change: Change): FiledDocument[] | null {
  const made: FiledDocument[] = [];
  for (const document of documents) {
    const source = document.source !== null && /<table/i.test(document.source) ? change(document.source) : document.source;
    if (source === null && document.source !== null) return null;
    made.push({ ...document, source });
  }
  return made;
}

interface Tally {
  readonly wrong: string[];
  right: number;
  tried: number;
  published: number;
}

function tallyOf(change: Change, of: readonly Release[]): Tally {
  const tally: Tally = { wrong: [], right: 0, tried: 0, published: 0 };
  for (const release of of) {
    const documents = changed(release, change);
    if (documents === null) continue;
    // A release that the change does not touch keeps its outcome.
    const isSame = documents.every(({ source }, at) => source === release.documents[at]!.source);
    const before = readUnchanged(release);
    const after = isSame ? before : read(documents, release.form);
    tally.tried += 1;
    if (after.kind === 'refused') continue;
    tally.published += 1;
    for (const [metric, found] of after.metrics) {
      const readBefore = before.kind === 'published' ? before.metrics.get(metric) : undefined;
      const expected = release.truth.metrics[metric];
      // A figure without a reading by hand must stay as it was before the change.
      const truth = expected ?? (readBefore && { numeric: amountOf(readBefore), unit: readBefore.unit ?? '' });
      if (truth === undefined) continue;
      const isRight = Math.abs(truth.numeric - amountOf(found)) <= Math.abs(truth.numeric) * 1e-9 && truth.unit.split('/', 1)[0] === found.unit;
      if (isRight) tally.right += 1;
      else tally.wrong.push(`${release.file} ${metric}: ${found.value} (${found.numeric} ${found.unit}) for ${truth.numeric} ${truth.unit}`);
    }
  }
  return tally;
}

/** Returns half of the releases, so that each has half of the changes. */
const half = (turn: number): Release[] => releases.filter((_, at) => at % 2 === turn % 2);

describe('a release', () => {
  test.each(Object.entries(layouts).map(([name, change], turn) => [name, change, turn] as const))(
    'with %s is read to the same figures',
    (_, change, turn) => {
      const { wrong, right, tried, published } = tallyOf(change, half(turn));
      expect(wrong).toEqual([]);
      expect(right).toBeGreaterThan(dataDir('8k') === null ? 7 : 75);
      expect(published).toBeGreaterThan(tried * 0.85);
    },
  );

  test.each(Object.entries(losses).map(([name, change], turn) => [name, change, turn] as const))(
    'with %s says nothing else than before',
    (_, change, turn) => expect(tallyOf(change, half(turn)).wrong).toEqual([]),
  );
});
