/** A Form 4 as the feed lists it, before a first try to fetch it. */
import type { PendingFiling } from '#pipeline/ingest/sec/filing-progress.ts';

export const pendingFiling = (changes: Partial<PendingFiling> = {}): PendingFiling => ({
  accession: '0000000001-25-000001',
  cik: '0001617553',
  form: '4',
  acceptedAt: null,
  filedOn: null,
  seenAt: '2025-03-17T16:01:00.123Z',
  isLive: true,
  failures: 0,
  faults: 0,
  dueAtMs: 0,
  ...changes,
});
