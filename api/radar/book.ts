/**
 * Selects the newest snapshot of Radar that a plan's delay allows. The list of snapshots is read once a second for all requests; heads and
 * rankings of requested snapshots are cached.
 */
import { LRUCache } from 'lru-cache';
import { headOf, minutesAfter, rankedTickers, type Minute } from '#clickhouse/radar.ts';
import { radarEveryMs, radarLifeMs, radarStaleMs, type RadarHead, type RadarWindow } from '#schemas/radar.ts';
import { apiError, type ApiError } from '../errors.ts';
import type { QueryStore } from '../store-access.ts';
import { createRanking, type Ranking } from './ranking.ts';

export type RadarBook = ReturnType<typeof createRadarBook>;

interface ChosenSnapshot {
  readonly head: RadarHead;
  /** The reason why later minutes have no snapshot; null if none is due yet. */
  readonly unavailableReason: string | null;
}

const lookEveryMs = 1_000;
const headsMax = 64;
/** Enough for both windows with the delays of all plans, and some snapshots of cursors. */
const rankingsMax = 12;
/** Age by which a minute must have a snapshot or a reason why it has none. */
const overdueMs = 2 * radarEveryMs;
const makingMs = 10_000;
/** Retry-After while days of articles are missing, which a backfill may add within minutes. */
const historySeconds = 300;
/** The life of a snapshot plus the longest delay of a plan. */
const reachMs = radarLifeMs + 3_600_000;

export function createRadarBook(deps: { readonly ask: QueryStore; readonly nowMs: () => number; readonly steadyMs: () => number }) {
  const { ask, nowMs, steadyMs } = deps;
  const heads = new LRUCache<string, RadarHead>({ max: headsMax });
  const rankings = new LRUCache<string, Promise<Ranking>>({ max: rankingsMax });
  let minutes: readonly Minute[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const startedMs = steadyMs();
    minutes = await ask((store) => minutesAfter(store, nowMs() - reachMs));
    lookedAtMs = startedMs;
  };
  const current = async (): Promise<readonly Minute[]> => {
    const sinceMs = steadyMs() - lookedAtMs;
    if (sinceMs >= 0 && sinceMs < lookEveryMs) return minutes;
    looking ??= look().finally(() => {
      looking = null;
    });
    await looking;
    return minutes;
  };
  /** Returns the head of the minute's snapshot, or null if the store lacks it. */
  const headFor = async (minute: Minute): Promise<RadarHead | null> => {
    const id = minute.snapshotId ?? '';
    const cached = heads.get(id);
    if (cached !== undefined) return cached;
    const head = await ask((store) => headOf(store, minute));
    if (head !== null) heads.set(id, head);
    return head;
  };
  /** Drops the snapshots at the end of `due` that were finished after `ms`: a snapshot is finished some seconds after its cutoff. */
  const madeBy = async (ms: number, due: readonly Minute[]): Promise<readonly Minute[]> => {
    const last = due.findLastIndex(({ snapshotId }) => snapshotId !== null);
    const head = last < 0 ? null : await headFor(due[last]!);
    return head !== null && Date.parse(head.generated_at) > ms ? madeBy(ms, due.slice(0, last)) : due;
  };

  const readRanking = async ({ snapshot_id: id, universe, quiet_tickers }: RadarHead): Promise<Ranking> => {
    const rows = await ask((store) => rankedTickers(store, id));
    // A replica of the store may have the head before all rows. Then the ranking is not cached.
    if (rows.length + quietOf(quiet_tickers).length !== universe) rankings.delete(id);
    return createRanking(rows);
  };

  return {
    ranking: (head: RadarHead): Promise<Ranking> => {
      const id = head.snapshot_id;
      const cached = rankings.get(id);
      if (cached !== undefined) return cached;
      const loading = readRanking(head);
      rankings.set(id, loading);
      loading.catch(() => rankings.delete(id));
      return loading;
    },
    /**
     * Returns the newest snapshot that is at least `delayMs` old, now or at `atMs`. Throws 503 with the reason if there is none, or 409 if
     * `atMs` is too long ago for one to be made or kept.
     */
    choose: async (window: RadarWindow, delayMs: number, atMs?: number): Promise<ChosenSnapshot> => {
      const limitMs = (atMs ?? nowMs()) - delayMs;
      if (atMs !== undefined && atMs < nowMs() - radarLifeMs) throw snapshotGone('not_kept');
      const due = (await current()).filter((minute) => minute.window === window && minute.asOfMs <= limitMs);
      const eligible = atMs === undefined ? due : await madeBy(atMs, due);
      const newest = eligible.at(-1);
      const made = eligible.findLast(({ snapshotId }) => snapshotId !== null);
      const isFresh = made !== undefined && limitMs - made.asOfMs <= radarStaleMs;
      const head = isFresh ? await headFor(made) : null;
      if (head === null) {
        if (atMs !== undefined && atMs < nowMs() - overdueMs) throw snapshotGone('none_then');
        const next = (await current()).find((minute) => minute.window === window && minute.snapshotId !== null && minute.asOfMs > limitMs);
        throw unavailableFor(newest, limitMs, delayMs, next);
      }
      if (newest !== undefined && newest.asOfMs !== made!.asOfMs) return { head, unavailableReason: newest.reason };
      return { head, unavailableReason: limitMs - made!.asOfMs > overdueMs ? 'producer_stopped' : null };
    },
    /** Returns the snapshot of a cursor. Throws 409 if it is gone or less than `delayMs` old. */
    find: async (snapshotId: string, delayMs: number): Promise<ChosenSnapshot> => {
      const limitMs = nowMs() - delayMs;
      const minute = (await current()).find((one) => one.snapshotId === snapshotId);
      if (minute === undefined || minute.asOfMs < limitMs - radarLifeMs) throw snapshotGone('expired');
      if (minute.asOfMs > limitMs) throw snapshotGone('plan_delay');
      const head = await headFor(minute);
      if (head === null) throw snapshotGone('expired');
      return { head, unavailableReason: null };
    },
  };
}

/** Splits a head's `quiet_tickers`: the tickers of the baseline that have no story in the window. */
export const quietOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

const goneTexts = {
  expired: 'The snapshot of this cursor has expired. Start again without a cursor.',
  plan_delay: 'The snapshot of this cursor is newer than the delay of the plan allows. Start again without a cursor.',
  not_kept: `Snapshots of Radar are kept for ${Math.floor(radarLifeMs / 3_600_000)} hours. Send a later \`as_of\`.`,
  none_then: 'Radar had no snapshot at that moment. Send another `as_of`.',
  other_filters: 'This cursor belongs to other filters or another limit. Start again without a cursor.',
} as const;

export const snapshotGone = (reason: keyof typeof goneTexts): ApiError => apiError('snapshot_gone', goneTexts[reason], { reason });

const reasonTexts: Readonly<Record<string, string>> = {
  feed_behind: 'The database is behind the feed. Radar continues when it has caught up.',
  history_too_short: 'Radar compares with what is usual, and the service does not have enough days of articles yet to know that.',
  symbols_missing: 'The symbol list is not loaded yet. A service that has just been started loads it within minutes.',
  failed: 'The latest snapshots could not be computed. Radar tries again every minute.',
  producer_stopped: 'Radar has made no snapshot in the last minutes, and older ones are not served. After a start the first takes up to two minutes.',
};

/** Returns the 503. `newest` is the newest due minute, `next` the first snapshot that is too new for the plan. */
function unavailableFor(newest: Minute | undefined, limitMs: number, delayMs: number, next: Minute | undefined): ApiError {
  const gap = newest !== undefined && newest.reason !== null && limitMs - newest.asOfMs <= radarStaleMs ? newest.reason : null;
  const reason = gap ?? (newest === undefined && delayMs > 0 ? 'no_snapshot_of_that_age' : 'producer_stopped');
  const delayed = `The plan sees Radar with a delay of ${delayMs / 60_000} minutes`;
  const reasonText = reasonTexts[reason] ?? 'There is no snapshot for this minute.';
  const text = reason === 'no_snapshot_of_that_age' ? `${delayed}, and there is no snapshot from that time yet.` : reasonText;
  const waitMs = next === undefined ? (reason === 'no_snapshot_of_that_age' ? delayMs : untilNextMs(limitMs)) : next.asOfMs - limitMs;
  const seconds = reason === 'history_too_short' ? historySeconds : Math.ceil(waitMs / 1_000);
  const detail = `${gap !== null && delayMs > 0 ? `${delayed}. At that time: ` : ''}${text} Try again in ${seconds} s.`;
  return apiError('radar_unavailable', detail, { reason }, ['Retry-After', String(seconds)]);
}

const untilNextMs = (nowMs: number): number => radarEveryMs - (nowMs % radarEveryMs) + makingMs;
