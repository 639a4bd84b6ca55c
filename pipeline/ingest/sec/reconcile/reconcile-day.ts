/** Reconciles one day once: compares EDGAR's daily index with the log, requests missing filings from the live stages, stores the result. */
import type { KV } from '@nats-io/kv';
import type { StoredFiling } from '#clickhouse/stored-filings.ts';
import { readEntry } from '#ops/nats/bucket-entry.ts';
import { daysBetween, easternDate } from '#schemas/edgar-calendar.ts';
import { DayReconciliation, type FamilyReconciliation } from '#schemas/reconciliation.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import type { Positions } from '../../stage.ts';
import type { EdgarAccess } from '../access/edgar-access.ts';
import { familyOf, formsOf } from '../backfill/plan.ts';
import type { BackfillDeps } from '../backfill/run.ts';
import { gapDaysMax } from '../listing/compare-day.ts';
import { fetchIndex } from '../listing/fetch-index.ts';
import { loadProgress } from '../filing-progress.ts';
import type { Trouble } from '../access/failed-answer.ts';
import { requestRefetch } from '../refetch-requests.ts';
import type { IndexEntry } from '../listing/daily-index.ts';

/** `knownFilings` throws while the store is unreachable. */
export interface LookDeps extends EdgarAccess, Pick<BackfillDeps, 'knownFilings' | 'positions' | 'now'> {
  readonly families: readonly SecSourceType[];
  readonly results: KV;
}

export type LookOutcome =
  | {
      readonly kind: 'looked';
      readonly result: DayReconciliation;
      /** Number of missing filings that were requested from live stages. */
      readonly handedOver: number;
    }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };

/** Waits between the checks of a day, in milliseconds, while filings are missing or pending; there is no check after the last wait's. */
const nextLookMs = [600_000, 3_600_000, 21_600_000, 86_400_000] as const;
/** Milliseconds between checks while EDGAR has no index of the day. */
const indexRetryMs = 3_600_000;
/** Days after which no index is expected any more: a closing that the calendar does not know. */
const indexDaysMax = 7;

/** Clocks of two processes differ by less. */
const clocksApartMs = 3_600_000;

/** Returns the result of a day, or null when none counts: one that cannot be parsed, or that a clock ahead of time stored, is made again. */
export async function storedResult(results: KV, day: string, now: Date): Promise<DayReconciliation | null> {
  const kept = (await readEntry(results, day, DayReconciliation))?.value ?? null;
  return kept !== null && Date.parse(kept.checked_at) > now.getTime() + clocksApartMs ? null : kept;
}

const sinceKey = 'reconcile.since';

/** Returns the first day that the live stages cover, in Eastern time: the day of their first start, but not one that a clock ahead of time stored. */
export async function firstDay(positions: Positions, now: Date): Promise<string> {
  const kept = await positions.get(sinceKey);
  const latest = easternDate(new Date(now.getTime() + clocksApartMs).toISOString());
  if (typeof kept === 'string' && kept <= latest) return kept;
  const today = easternDate(now.toISOString());
  await positions.set(sinceKey, today);
  return today;
}

/** Compares the index of a day with the log, and stores the result unless EDGAR was in trouble. */
export async function reconcileDay(day: string, deps: LookDeps): Promise<LookOutcome> {
  const { now, families, positions, results } = deps;
  const answer = await fetchIndex(deps, day, formsOf(families));
  const checkedAt = now();
  const today = easternDate(checkedAt.toISOString());
  const kept = await storedResult(results, day, checkedAt);
  const nextLook = (waitMs: number | undefined): string | null =>
    waitMs === undefined ? null : new Date(checkedAt.getTime() + waitMs).toISOString();
  const keep = async (told: Omit<DayReconciliation, 'v' | 'day' | 'checked_at'>): Promise<DayReconciliation> => {
    const result: DayReconciliation = { v: 1, day, checked_at: checkedAt.toISOString(), ...told };
    await results.put(day, JSON.stringify(result));
    return result;
  };
  if (answer.kind === 'trouble' || (answer.kind === 'absent' && answer.trouble.isRefusedClient === 'yes'))
    return { kind: 'trouble', trouble: answer.trouble };
  if (answer.kind === 'absent') {
    const next_look_at = nextLook(daysBetween(day, today) > indexDaysMax ? undefined : indexRetryMs);
    const result = await keep({ has_index: false, families: {}, looks: (kept?.looks ?? 0) + 1, next_look_at });
    return { kind: 'looked', result, handedOver: 0 };
  }

  const isOurs = day >= (await firstDay(positions, checkedAt)) && daysBetween(day, today) <= gapDaysMax;
  // Another process may look at other sources. If both store at once, the source that is lost is looked at again.
  const byFamily: DayReconciliation['families'] = { ...kept?.families };
  let handedOver = 0;
  for (const family of families) {
    const entries = answer.index.entries.filter(({ form }) => familyOf(form) === family);
    const accessions = entries.map(({ accession }) => accession);
    const known = await deps.knownFilings(family, accessions);
    const progress = await loadProgress(positions, family);
    const { counts, missing } = reconcileFamily(entries, known, (accession) => progress?.pending.has(accession) ?? false);
    const looks = (byFamily[family]?.looks ?? 0) + 1;
    const isOpen = isOurs && counts.missing + counts.pending > 0;
    byFamily[family] = { ...counts, looks, next_look_at: nextLook(isOpen ? nextLookMs[looks - 1] : undefined) };
    // A live stage would publish older filings as new; a backfill publishes them as history.
    if (missing.length > 0 && progress !== null && isOurs) handedOver += await requestRefetch(positions, family, missing);
  }
  const told = Object.values(byFamily);
  const next_look_at = told.flatMap((family) => family.next_look_at ?? []).toSorted()[0] ?? null;
  const result = await keep({ has_index: true, families: byFamily, looks: Math.max(...told.map(({ looks }) => looks)), next_look_at });
  return { kind: 'looked', result, handedOver };
}

const accessionsNamedMax = 50;

/** Counts a source's filings of an index by outcome, and lists the missing ones. `isPending`: a live stage has not fetched the filing yet. */
function reconcileFamily(
  entries: readonly IndexEntry[],
  known: ReadonlyMap<string, StoredFiling>,
  isPending: (accession: string) => boolean,
): { readonly counts: Omit<FamilyReconciliation, 'looks' | 'next_look_at'>; readonly missing: readonly IndexEntry[] } {
  const dropped: Record<string, number> = {};
  const missing: IndexEntry[] = [];
  let [served, pending] = [0, 0];
  for (const entry of entries) {
    const filing = known.get(entry.accession);
    if (filing?.as === 'served') served += 1;
    else if (filing !== undefined) dropped[filing.reason] = (dropped[filing.reason] ?? 0) + 1;
    else if (isPending(entry.accession)) pending += 1;
    else missing.push(entry);
  }
  const missing_accessions = missing.slice(0, accessionsNamedMax).map(({ accession }) => accession);
  return { counts: { listed: entries.length, served, dropped, pending, missing: missing.length, missing_accessions }, missing };
}
