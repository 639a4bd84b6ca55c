/** Disclosures as RAW holds them, read from small documents, and the rows that they become. */
import type { FeedDrop, FeedRow } from '#schemas/feed-log.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawDisclosure } from '#schemas/raw.ts';
import { readDisclosure } from '#pipeline/ingest/sec/disclosure/read-disclosure.ts';
import { refineDisclosure, type DisclosureContext } from '#pipeline/refine/disclosure/refine.ts';
import { listing, submissionOf, type Wrapped } from '#test/pipeline/ingest/sec/disclosure/documents.ts';
import { directoryOf, entry } from '../form4/fixtures.ts';

export const context = (changes: Partial<DisclosureContext> = {}): DisclosureContext => ({
  refinedAt: '2026-03-24T20:31:02.000Z',
  claimUid: (identity) => uidOf(identity),
  directory: directoryOf(entry('ACME', { rank: 3 })),
  ...changes,
});

export function rawOf(wrapped: Wrapped): RawDisclosure {
  const result = readDisclosure(submissionOf(wrapped), listing);
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return result.filing;
}

export const recordOf = (raw: RawDisclosure, changes: Partial<DisclosureContext> = {}): FeedRow | FeedDrop | null =>
  refineDisclosure(raw, context(changes));

export function rowOf(raw: RawDisclosure): FeedRow {
  const record = FeedRecord.parse(recordOf(raw));
  if (record.type !== 'row') throw new Error(`a ${record.type}`);
  return record;
}

/** Returns what readers see first. */
export function shown(raw: RawDisclosure) {
  const { original, enrichment } = rowOf(raw).item;
  const [analysis] = enrichment.ai_trading_insights.ticker_analysis;
  const { sentiment, confidence } = analysis!.impact_analysis;
  return {
    title: original.title,
    summary: original.summary,
    score: enrichment.relevance_score,
    category: enrichment.category,
    sentiment,
    confidence,
  };
}
