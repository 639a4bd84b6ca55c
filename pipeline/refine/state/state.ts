/**
 * The state of refine's decisions, which follows from the log: documents seen, insider trades, recent articles and open
 * stories. It belongs to one position of the log and advances with each record that refine writes or reads.
 */
import type { FeedMessage } from '#ops/feed-log/feed-follower.ts';
import type { LogPosition } from '#schemas/generation.ts';
import { digestHeader, eventHeader, isKnownRecord, recordOf, uidHeader, type LogRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import { noteOf, unpackNote } from '../form4/known-event.ts';
import { createKnownEvents, type KnownEvents } from '../form4/known-events.ts';
import { createRecentArticles, type RecentArticles } from '../recent/recent-articles.ts';
import { createSeen, type SeenDocuments } from './seen.ts';
import { stateInMemory, type SavedState, type StateFile, type StatePosition, type RestoredState } from './state-file.ts';

export const recentWindowMs = 72 * 3_600_000;

const beginning: StatePosition = { generation: 0, seq: 0, uid: null };

export interface RefineState {
  readonly seen: SeenDocuments;
  readonly recent: RecentArticles;
  readonly knownEvents: KnownEvents;
  readonly position: () => StatePosition;
  /** Latest instant of a record, milliseconds since the epoch; null before the first. */
  readonly lastRefinedAtMs: () => number | null;
  /** Applies a record that this process has appended. */
  readonly applyOwn: (record: LogRecord, at: LogPosition) => void;
  /** Applies a message of the log. `windowed` false: it is too old for the window, and need not have a body. */
  readonly applyRead: (message: FeedMessage, windowed: boolean) => void;
  /** Applies a message to the window alone, when the rest already contains it. */
  readonly applyRecent: (message: FeedMessage) => void;
  /** Applies records that the log no longer retains, from a table. */
  readonly applyStored: (documents: readonly { readonly uid: string; readonly digest: string }[], form4: readonly LogRecord[], toSeq: number) => void;
  /** Writes what is new to the file; `isStored` resolves once the log holds all that the state contains now. */
  readonly save: (isStored: Promise<void>) => Promise<void>;
}

export interface StateOptions {
  readonly file?: StateFile;
  readonly saved?: RestoredState;
}

/** Returns the state of refine: documents seen, recent articles, known events; `saved` is what a state file held. */
export function createState({ file = stateInMemory(), saved }: StateOptions = {}): RefineState {
  const seen = createSeen({ file });
  const knownEvents = createKnownEvents(saved?.events);
  const recent = createRecentArticles({ windowMs: recentWindowMs, ...(saved?.window && { saved: saved.window }) });
  let position = saved?.position ?? beginning;
  let lastRefinedAtMs = saved?.lastRefinedAtMs ?? null;

  const remember = (record: LogRecord): void => {
    if (!isKnownRecord(record) || record.type === 'gap') return;
    seen.add(record.uid, digestOf(record.identity));
    const note = noteOf(record);
    if (note !== null) knownEvents.apply(note);
  };
  const rememberRecent = (record: LogRecord): void => {
    if (!isKnownRecord(record) || record.type === 'gap') return;
    // A current article cannot repeat one that was loaded from the past.
    if (record.type !== 'row' || record.kind !== 'article' || record.is_history !== true) recent.apply(record);
    lastRefinedAtMs = Math.max(lastRefinedAtMs ?? 0, Date.parse(record.instants.refined_at));
  };

  return {
    seen,
    recent,
    knownEvents,
    position: () => position,
    lastRefinedAtMs: () => lastRefinedAtMs,
    applyOwn: (record, { generation, seq }) => {
      remember(record);
      rememberRecent(record);
      position = { generation, seq, uid: isKnownRecord(record) && record.type !== 'gap' ? record.uid : null };
    },
    applyRead: (message, windowed) => {
      const { headers, generation, seq, origin } = message;
      const [uid, digest, packed] = [headers?.get(uidHeader), headers?.get(digestHeader), headers?.get(eventHeader)];
      // A later release's record may be of a type that this one cannot read: its headers carry what must be known.
      if (uid && digest) {
        seen.add(uid, digest);
        const note = packed ? unpackNote(packed) : null;
        if (note !== null) knownEvents.apply(note);
      }
      if (windowed && origin !== 'gap') rememberRecent(recordOf(message));
      position = { generation, seq, uid: uid || null };
    },
    applyRecent: (message) => {
      if (message.origin !== 'gap') rememberRecent(recordOf(message));
    },
    applyStored: (documents, form4, toSeq) => {
      for (const { uid, digest } of documents) seen.add(uid, digest);
      for (const record of form4) {
        const note = isKnownRecord(record) ? noteOf(record) : null;
        if (note !== null) knownEvents.apply(note);
      }
      position = { ...beginning, seq: toSeq };
    },
    save: async (isStored) => {
      // This is a snapshot although nothing is copied: lists only grow, and their lengths exclude what is added later.
      const state: SavedState = { position, lastRefinedAtMs, seen: seen.unwritten(), events: knownEvents.saved(), window: recent.saved() };
      const life = file.life();
      await isStored;
      if (file.life() !== life) return;
      file.write(state);
      seen.written(state.seen);
    },
  };
}
