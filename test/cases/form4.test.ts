/** Form 4s with faults from practice (shared/data/cases): the result is that of expected.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { createKnownEvents } from '#pipeline/refine/form4/known-events.ts';
import { refineForm4 } from '#pipeline/refine/form4/refine.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { dataDir } from '#test/support/data.ts';
import { symbolEntry } from '#test/support/symbols.ts';

const Case = z.object({
  file: z.string(),
  want: z.looseObject({
    score: z.tuple([z.int(), z.int()]).optional(),
    no_value: z.literal(true).optional(),
    value_one_of: z.array(z.number().nullable()).optional(),
    late: z.boolean().nullable().optional(),
    plan: z.boolean().optional(),
    title_lacks: z.string().optional(),
    text_lacks: z.string().optional(),
    title_has: z.array(z.string()).optional(),
  }),
});

const folder = dataDir('cases');
const cases = folder === null ? [] : z.array(Case).parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
const form4s = cases.filter(({ file }) => file.startsWith('form4/'));

function rowOf(file: string): FeedRow {
  const at = '2026-11-24T21:30:00.000Z';
  const read = readForm4(splitSubmission(readFileSync(join(folder!, file))), {
    accession: '0009999999-26-000001',
    seenAt: at,
    fetchedAt: at,
    acceptedAt: at,
    filedOn: '2026-11-24',
  });
  if (!read.ok) throw new Error(`${file}: ${read.detail}`);
  const { cik, name, symbol } = read.filing.issuer;
  const entry = symbolEntry(symbol, { cik, name });
  const [record] = refineForm4(read.filing, {
    refinedAt: at,
    claimUid: uidOf,
    directory: { activeFor: (ticker) => (ticker === symbol ? entry : undefined), byCik: (wanted) => (wanted === cik ? [entry] : []) },
    knownEvents: createKnownEvents(),
  });
  if (record?.type !== 'row') throw new Error(`${file}: ${record?.type ?? 'nothing'}`);
  return record;
}

test.skipIf(folder === null)('the cases are there (skipped where shared/data is not)', () => {
  expect(form4s.length).toBeGreaterThan(0);
});

test.each(form4s)('$file', ({ file, want }) => {
  const { item } = rowOf(file);
  const { title, summary } = item.original;
  const { reasoning } = item.enrichment.ai_trading_insights.ticker_analysis[0]!.impact_analysis;
  const { total_value_usd: value, avg_price_usd: price, late_filing: late, is_10b5_1: plan, value_basis: basis } = item.insider!;
  const relevance = item.enrichment.relevance_score;
  if (want.score !== undefined) expect(relevance >= want.score[0] && relevance <= want.score[1], `score ${relevance}`).toBe(true);
  if (want.no_value === true) expect([value, price, basis]).toEqual([null, null, 'implausible']);
  if (want.value_one_of !== undefined) expect(want.value_one_of).toContain(value === null ? null : Number(value));
  if (want.late !== undefined) expect(late).toBe(want.late);
  if (want.plan !== undefined) expect(plan).toBe(want.plan);
  if (want.title_lacks !== undefined) expect(title.toLowerCase()).not.toContain(want.title_lacks);
  if (want.text_lacks !== undefined) expect(`${title} ${summary} ${reasoning}`.toLowerCase()).not.toContain(want.text_lacks);
  for (const words of want.title_has ?? []) expect(title).toContain(words);
});
