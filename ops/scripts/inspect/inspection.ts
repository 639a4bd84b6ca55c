/** The state of refine during one inspection: documents and articles of earlier files. */
import { eventChangeOf } from '#pipeline/refine/form4/known-event.ts';
import { createKnownEvents } from '#pipeline/refine/form4/known-events.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { createSeen } from '#pipeline/refine/state/seen.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import type { RefineContext, RefineSettings } from '#pipeline/refine/context.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import type { Symbols } from './symbols.ts';

interface InspectionSettings {
  /** The time at which documents count as seen, fetched and refined. */
  readonly at: string;
  /** The address in `--url`. Null: the page's own address, or a made-up one. */
  readonly url: string | null;
  readonly symbols: Symbols;
  readonly catalogue: readonly Source[];
  readonly settings: RefineSettings;
}

export interface Inspection extends Pick<InspectionSettings, 'at' | 'url' | 'catalogue'> {
  readonly hasNoSymbols: boolean;
  /** Marks of entries in feeds of earlier files (feed-position.ts). */
  readonly marks: string[];
  readonly contextFor: (issuer: RawForm4['issuer'] | null) => RefineContext;
  readonly remember: (record: FeedRecord) => void;
}

export function startInspection({ at, url, symbols, catalogue, settings }: InspectionSettings): Inspection {
  const seen = createSeen();
  const recent = createRecentArticles();
  const knownEvents = createKnownEvents();
  return {
    at,
    url,
    catalogue,
    hasNoSymbols: symbols.isNone,
    marks: [],
    contextFor: (issuer) => {
      const taken = new Set<string>();
      return {
        refinedAt: at,
        claimUid: (identity) => {
          const { uid, isKnown } = seen.find(identity);
          if (isKnown || taken.has(uid)) return null;
          taken.add(uid);
          return uid;
        },
        directory: symbols.directoryFor(issuer),
        recent,
        knownEvents,
        settings,
      };
    },
    remember: (record) => {
      if (record.type !== 'gap') seen.add(record.uid, digestOf(record.identity));
      recent.apply(record);
      const change = eventChangeOf(record);
      if (change !== null) knownEvents.apply(change);
    },
  };
}
