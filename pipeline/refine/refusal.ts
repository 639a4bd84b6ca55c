/** Builds the drop record of a document that ingest could not read, with the reason of the refusal. */
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
/** Reasons with which the address is, or pretends to be, that of another publisher, so that its domain is not the source's. */
const foreignAddress: ReadonlySet<RefusalReason> = new Set(['foreign_link', 'bad_url']);

export const refusalSteps: readonly NamedStep[] = [{ name: 'count', drops: refusalReasons }];

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
    sourceDomain: foreignAddress.has(raw.reason) ? '' : siteOf(raw.url).domain,
  });
}

/** Returns the type of a source. SEC stages are named after the type of their documents; other sources are publishers. */
const sourceTypeOf = (source: string): SourceType => (source in collectedForms ? (source as SecSourceType) : 'publisher');
