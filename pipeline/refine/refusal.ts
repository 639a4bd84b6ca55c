/** Builds the drop record of a document that could not be parsed, with the reason of its refusal. */
import type { z } from 'zod';
import type { FeedDrop } from '#schemas/feed-log.ts';
import type { RawRefusal } from '#schemas/raw.ts';
import { collectedForms, refusalReasons, type RefusalReason, type SecSourceType, type SourceType } from '#schemas/vocabulary.ts';
import { drop } from '../outcome.ts';
import { siteOf } from '../site.ts';
import type { RefineContext } from './context.ts';
import { dropRecord } from './log-record.ts';
import type { NamedStep } from './step.ts';

const URL_LENGTH_MAX = 4_096;
/** The address is another publisher's or pretends to be, so its domain is not the source's. */
const isOfAnother: ReadonlySet<RefusalReason> = new Set(['foreign_link', 'bad_url']);

/** Each document is dropped for the reason of its ingest stage. */
export const refusalSteps: readonly NamedStep[] = [{ name: 'count', drops: refusalReasons }];

/** Returns the drop record, or null when the log already holds one. */
export function refineRefusal(
  raw: z.infer<typeof RawRefusal>,
  { refinedAt, claimUid }: Pick<RefineContext, 'refinedAt' | 'claimUid'>,
): FeedDrop | null {
  const uid = claimUid(raw.identity);
  if (uid === null) return null;
  return dropRecord(raw, { uid, identity: raw.identity, refinedAt }, drop(raw.reason, raw.detail), {
    publishedAt: null,
    url: raw.url.slice(0, URL_LENGTH_MAX),
    title: '',
    sourceType: sourceTypeOf(raw.source),
    sourceDomain: isOfAnother.has(raw.reason) ? '' : siteOf(raw.url).domain,
  });
}

/** Returns the type of a source: SEC stages are named after the type they bring; every other source is a publisher's. */
const sourceTypeOf = (source: string): SourceType => (isSecSource(source) ? source : 'publisher');

const isSecSource = (source: string): source is SecSourceType => source in collectedForms;
