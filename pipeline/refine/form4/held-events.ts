/**
 * The insiders' events that the log holds, as a fold of it: every event by issuer and code, about 120 bytes each.
 * Answers which of them another filing reports again: an amendment, or an original that comes after its amendment.
 */
import type { InsiderTrade } from '#schemas/insider.ts';
import { eventKey, packEvent, trancheMarks, unpackEvent, type EventNote, type HeldEvent } from './held-event.ts';

export interface Reported {
  readonly trade: InsiderTrade;
  /** The day its original was filed: its own on an original; null where an amendment does not say. */
  readonly originalOn: string | null;
  /** Other ownership forms of the same code in the same filing: those report for themselves. */
  readonly formsInFiling: ReadonlySet<string>;
}

export interface HeldEvents {
  readonly apply: (note: EventNote) => void;
  readonly find: (reported: Reported) => HeldEvent | null;
  readonly size: () => number;
}

export function createHeldEvents(): HeldEvents {
  const byKey = new Map<string, string[]>();
  let count = 0;
  const indexOf = (list: readonly string[], uid: string): number => list.findIndex((packed) => packed.startsWith(uid));

  const put = (key: string, event: HeldEvent): void => {
    const list = byKey.get(key) ?? [];
    const at = indexOf(list, event.uid);
    if (at >= 0) list[at] = packEvent(event);
    else {
      list.push(packEvent(event));
      count += 1;
    }
    byKey.set(key, list);
  };
  const held = (key: string, uid: string): HeldEvent | null => {
    const packed = byKey.get(key)?.find((text) => text.startsWith(uid));
    return packed === undefined ? null : unpackEvent(packed);
  };

  return {
    apply: (note) => {
      if (note.kind === 'held') return put(note.key, note.event);
      const before = held(note.key, note.kind === 'revised' ? note.event.uid : note.uid);
      if (note.kind === 'repeated') {
        if (before === null) return;
        if (note.originalOn !== null) return put(note.key, { ...before, hasOriginal: true, originalOn: note.originalOn });
        return put(note.key, { ...before, versionMs: Math.max(before.versionMs, note.versionMs) });
      }
      // What its first record said of the row stays: its time, whether it has an article, when its original was filed.
      const { isRow, publishedMs, createdMs, originalOn, hasOriginal } = before ?? note.event;
      return put(note.key, {
        ...note.event,
        isRow,
        publishedMs,
        createdMs,
        originalOn,
        hasOriginal,
        isAddition: before?.isAddition ?? note.event.isAddition,
      });
    },
    find: (reported) => {
      const { trade } = reported;
      const marks = new Set(trancheMarks(trade));
      const matches = (byKey.get(eventKey(trade)) ?? []).flatMap((packed) => {
        const event = unpackEvent(packed);
        const alike = likenessOf(event, reported, marks);
        return alike === null ? [] : [{ event, alike }];
      });
      return matches.toSorted((a, b) => b.alike - a.alike || b.event.versionMs - a.event.versionMs)[0]?.event ?? null;
    },
    size: () => count,
  };
}

/** How surely it is one event, greater is surer; null: another event. */
function likenessOf(event: HeldEvent, { trade, originalOn, formsInFiling }: Reported, marks: ReadonlySet<string>): number | null {
  const isOriginal = trade.form === '4';
  // Two original filings report two events, however alike.
  if (isOriginal && event.hasOriginal) return null;
  if (!trade.owners.some(({ cik }) => event.owners.includes(cik))) return null;
  const shared = event.tranches.filter((tranche) => marks.has(tranche)).length;
  // What an amendment adds to an original stands beside it, whichever comes first.
  if ((trade.amends?.is_addition === true || event.isAddition) && shared === 0) return null;
  if (event.form !== trade.ownership_form) {
    const isMoved = shared > 0 && shared === event.tranches.length && shared === marks.size && !formsInFiling.has(event.form);
    if (!isMoved) return null;
  }
  const overlaps = event.firstDate <= trade.last_date && trade.first_date <= event.lastDate;
  const daysKnown = event.originalOn !== null && originalOn !== null;
  const isSameDay = daysKnown && event.originalOn === originalOn;
  if (isSameDay) return 1_000 + shared * 10 + (overlaps ? 1 : 0);
  // Filers give the wrong day at times: then a tranche in common has to tell.
  if (!overlaps || (daysKnown && shared === 0)) return null;
  return shared * 10 + 1;
}
