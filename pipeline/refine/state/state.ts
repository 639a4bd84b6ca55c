/**
 * The state of refine's decisions at one position of the log: documents seen, insider trades, recent articles and open stories. It follows
 * from the log and advances with each record.
 */
import type { FeedMessage } from '#ops/feed-log/feed-follower.ts';
import type { LogPosition } from '#schemas/generation.ts';
import { digestHeader, eventHeader, isKnownRecord, recordOf, uidHeader, type LogRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import { eventChangeOf, unpackEventChange, type EventChange } from '../form4/known-event.ts';
import { createKnownEvents, type KnownEvents } from '../form4/known-events.ts';
import { createRecentArticles, type RecentArticles } from '../recent/recent-articles.ts';
import { createSeen, type SeenDocuments } from './seen.ts';
import { stateInMemory, type SavedState, type StateFile, type StatePosition, type RestoredState } from './state-file.ts';

const beginning: StatePosition = { generation: 0, seq: 0, uid: null };

export interface RefineState {
  readonly seen: SeenDocuments;
  readonly recent: RecentArticles;
  readonly knownEvents: KnownEvents;
  readonly position: () => StatePosition;
  /** Latest `refined_at` of a record, epoch milliseconds; null before the first record. */
  readonly lastRefinedAtMs: () => number | null;
  /** Applies a record that this process has appended. */
  readonly applyAppended: (record: LogRecord, at: LogPosition) => void;
  /** Applies a message of the log. `windowed` is false for a message that is older than the window and may have no body. */
  readonly applyMessage: (message: FeedMessage, windowed: boolean) => void;
  /** Applies a message to the window alone, when the rest of the state already contains it. */
  readonly applyRecent: (message: FeedMessage) => void;
  /** Applies records that the log no longer has, from a table. */
  readonly applyStored: (documents: readonly { readonly uid: string; readonly digest: string }[], form4: readonly LogRecord[], toSeq: number) => void;
  /** Writes the new parts to the file. `isStored` resolves once the log has every record that the state contains now. */
  readonly save: (isStored: Promise<void>) => Promise<void>;
}

/** Returns the state, empty or as a state file saved it. */
export function createState({ file = stateInMemory(), saved }: { readonly file?: StateFile; readonly saved?: RestoredState } = {}): RefineState {
  const seen = createSeen({ file });
  const knownEvents = createKnownEvents(saved?.events);
  const recent = createRecentArticles(saved?.window ? { saved: saved.window } : {});
  let position = saved?.position ?? beginning;
  let lastRefinedAtMs = saved?.lastRefinedAtMs ?? null;

  const applyEventChange = (change: EventChange | null): void => {
    if (change !== null) knownEvents.apply(change);
  };
  const rememberRecent = (record: LogRecord): void => {
    if (!isKnownRecord(record) || record.type === 'gap') return;
    // A backfilled article is left out: no current article repeats it.
    if (record.type !== 'row' || record.kind !== 'article' || record.is_history !== true) recent.apply(record);
    lastRefinedAtMs = Math.max(lastRefinedAtMs ?? 0, Date.parse(record.instants.refined_at));
  };

  return {
    seen,
    recent,
    knownEvents,
    position: () => position,
    lastRefinedAtMs: () => lastRefinedAtMs,
    applyAppended: (record, { generation, seq }) => {
      const known = isKnownRecord(record) && record.type !== 'gap' ? record : null;
      if (known !== null) {
        seen.add(known.uid, digestOf(known.identity));
        applyEventChange(eventChangeOf(known));
      }
      rememberRecent(record);
      position = { generation, seq, uid: known?.uid ?? null };
    },
    applyMessage: (message, windowed) => {
      const { headers, generation, seq, origin } = message;
      const [uid, digest, packed] = [headers?.get(uidHeader), headers?.get(digestHeader), headers?.get(eventHeader)];
      // The headers have what must be known even of a record type that only a later release can read.
      if (uid && digest) {
        seen.add(uid, digest);
        applyEventChange(packed ? unpackEventChange(packed) : null);
      }
      if (windowed && origin !== 'gap') rememberRecent(recordOf(message));
      position = { generation, seq, uid: uid || null };
    },
    applyRecent: (message) => {
      if (message.origin !== 'gap') rememberRecent(recordOf(message));
    },
    applyStored: (documents, form4, toSeq) => {
      for (const { uid, digest } of documents) seen.add(uid, digest);
      for (const record of form4) applyEventChange(isKnownRecord(record) ? eventChangeOf(record) : null);
      position = { ...beginning, seq: toSeq };
    },
    save: async (isStored) => {
      // This is a snapshot without a copy: lists only grow, and their stored lengths exclude what is added later.
      const state: SavedState = { position, lastRefinedAtMs, seen: seen.unwritten(), events: knownEvents.saved(), window: recent.saved() };
      const life = file.life();
      await isStored;
      if (file.life() !== life) return;
      file.write(state);
      seen.written(state.seen);
    },
  };
}
