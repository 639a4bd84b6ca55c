/**
 * Keeps the insiders' events that the log holds, applied in log order. They are packed, and indexed by issuer, code and owner
 * (form4/packed-event.ts). Finds the event that another filing reports again: an amendment, or an original after its
 * amendment.
 */
import type { InsiderTrade } from '#schemas/insider.ts';
import { createPages, placesOf, type IntPage, type ListPlace } from '../pages.ts';
import { createPostings, type Postings } from '../recent/postings.ts';
import { hashText, mixHashes } from '../text/hash.ts';
import { dateOf, dayOf, eventKey, trancheMarks, type EventNote, type KnownEvent } from './known-event.ts';
import { firstDateAt, hasOriginalAt, hasUid, keyAt, ownersAt, packEvent, priceAt, uidHash, uidHashAt, unpackEvent } from './packed-event.ts';

export interface Reported {
  readonly trade: InsiderTrade;
  /** Day on which its original was filed: its own for an original; null where an amendment does not say. */
  readonly originalOn: string | null;
  /** Other ownership forms of the same code in the same filing, which are events of their own. */
  readonly formsInFiling: ReadonlySet<string>;
}

export interface KnownEvents {
  readonly apply: (note: EventNote) => void;
  readonly find: (reported: Reported) => KnownEvent | null;
  /** Returns the events of this issuer and code whose first trade was that day, oldest first. */
  readonly sameDay: (trade: Pick<InsiderTrade, 'issuer_cik' | 'transaction_code' | 'first_date'>) => KnownEvent[];
  /** Returns the prices of the issuer's shares in trades within `days` of this trade's first day. */
  readonly pricesNear: (trade: Pick<InsiderTrade, 'issuer_cik' | 'first_date'>, days: number) => number[];
  readonly size: () => number;
  /** Returns the pages for the state file as they are now: every version of every event, of which the last counts. */
  readonly saved: () => readonly IntPage[];
}

const dayHash = (key: string, date: string): number => mixHashes(hashText(key), hashText(date));
const ownerHash = (key: string, cik: number): number => mixHashes(hashText(key), cik | 0);

/** Returns the numbers under a hash, the newest first. Other keys may have the same hash: callers must check. */
function numbersUnder(index: Postings, hash: number): number[] {
  const numbers: number[] = [];
  index.visit(hash, Infinity, (number) => numbers.push(number) > 0);
  return numbers;
}

/** Returns the current version of each trade, by key; `saved`: the pages of a state file. */
export function createKnownEvents(saved: readonly IntPage[] = []): KnownEvents {
  const pages = createPages(saved);
  /** Pages in the order of first use. `places` has the page and the position of each event's current version, by number. */
  const pageList: Int32Array[] = [];
  let places = new Int32Array(1 << 8);
  let count = 0;
  const byUid = createPostings();
  const byOwner = createPostings();
  const byDay = createPostings();

  const placeOf = (number: number): ListPlace => ({ page: pageList[places[2 * number]!]!, at: places[2 * number + 1]! });
  const setPlace = (number: number, { page, at }: ListPlace): void => {
    if (pageList.at(-1) !== page) pageList.push(page);
    places[2 * number] = pageList.length - 1;
    places[2 * number + 1] = at;
  };
  /** Returns the number of the event with this uid and key, or -1. */
  const numberOf = (key: string, uid: string): number => {
    for (const number of numbersUnder(byUid, uidHash(uid))) {
      const place = placeOf(number);
      if (hasUid(place, uid) && keyAt(place) === key) return number;
    }
    return -1;
  };

  /** Indexes a version of an event: the first makes it findable, a later one replaces its place. */
  function file(key: string, uid: string, place: ListPlace): void {
    const known = numberOf(key, uid);
    const owners = ownersAt(place);
    const before = known < 0 ? [] : ownersAt(placeOf(known));
    const day = firstDateAt(place);
    const dayBefore = known < 0 ? null : firstDateAt(placeOf(known));
    if (known < 0 && 2 * count === places.length) {
      const larger = new Int32Array(2 * places.length);
      larger.set(places);
      places = larger;
    }
    const number = known < 0 ? count : known;
    setPlace(number, place);
    for (const cik of new Set(owners)) if (!before.includes(cik)) byOwner.add(ownerHash(key, cik), number);
    if (day !== dayBefore) byDay.add(dayHash(key, day), number);
    if (known >= 0) return;
    byUid.add(uidHashAt(place), number);
    count += 1;
  }

  const put = (key: string, event: KnownEvent): void => file(key, event.uid, packEvent(pages, key, event));
  const eventOf = (key: string, uid: string): KnownEvent | null => {
    const number = numberOf(key, uid);
    return number < 0 ? null : unpackEvent(placeOf(number));
  };

  /** Returns the events of a key whose first trade was that day, oldest first. */
  const onDay = (key: string, date: string): ListPlace[] =>
    [...new Set(numbersUnder(byDay, dayHash(key, date)))]
      .toSorted((a, b) => a - b)
      .map(placeOf)
      .filter((place) => keyAt(place) === key && firstDateAt(place) === date);

  for (const page of saved) for (const place of placesOf(page)) file(keyAt(place), unpackEvent(place).uid, place);

  return {
    apply: (note) => {
      if (note.kind === 'added') return put(note.key, note.event);
      const before = eventOf(note.key, note.kind === 'revised' ? note.event.uid : note.uid);
      if (note.kind === 'repeated') {
        if (before === null) return;
        if (note.originalOn !== null) return put(note.key, { ...before, hasOriginal: true, originalOn: note.originalOn });
        return put(note.key, { ...before, versionMs: Math.max(before.versionMs, note.versionMs) });
      }
      // The row keeps what its first record said: its times, whether it has an article, when its original was filed.
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
      const key = eventKey(trade);
      const numbers = new Set(trade.owners.flatMap(({ cik }) => numbersUnder(byOwner, ownerHash(key, Number(cik)))));
      const marks = new Set(trancheMarks(trade));
      const matches = [...numbers]
        .toSorted((a, b) => a - b)
        .flatMap((number) => {
          const place = placeOf(number);
          // Two original filings report two events, however similar.
          if ((trade.form === '4' && hasOriginalAt(place)) || keyAt(place) !== key) return [];
          const event = unpackEvent(place);
          const alike = likenessOf(event, reported, marks);
          return alike === null ? [] : [{ event, alike }];
        });
      return matches.toSorted((a, b) => b.alike - a.alike || b.event.versionMs - a.event.versionMs)[0]?.event ?? null;
    },
    sameDay: (trade) => onDay(eventKey(trade), trade.first_date).map(unpackEvent),
    pricesNear: ({ issuer_cik, first_date }, days) =>
      Array.from({ length: 2 * days + 1 }, (_, index) => dateOf(dayOf(first_date) + index - days)).flatMap((date) =>
        (['P', 'S'] as const).flatMap((code) =>
          onDay(eventKey({ issuer_cik, transaction_code: code }), date).flatMap((place) => priceAt(place) ?? []),
        ),
      ),
    size: () => count,
    saved: pages.saved,
  };
}

/** Returns how surely the two are one event, greater is surer; null when they are different events. */
function likenessOf(event: KnownEvent, { trade, originalOn, formsInFiling }: Reported, marks: ReadonlySet<string>): number | null {
  if (!trade.owners.some(({ cik }) => event.owners.includes(cik))) return null;
  const shared = event.tranches.filter((tranche) => marks.has(tranche)).length;
  // An amendment's addition exists besides the original's event, whichever comes first.
  if ((trade.amends?.is_addition === true || event.isAddition) && shared === 0) return null;
  if (event.form !== trade.ownership_form) {
    const isMoved = shared > 0 && shared === event.tranches.length && shared === marks.size && !formsInFiling.has(event.form);
    if (!isMoved) return null;
  }
  const overlaps = event.firstDate <= trade.last_date && trade.first_date <= event.lastDate;
  const daysKnown = event.originalOn !== null && originalOn !== null;
  const isSameDay = daysKnown && event.originalOn === originalOn;
  if (isSameDay) return 1_000 + shared * 10 + (overlaps ? 1 : 0);
  // Filers sometimes give the wrong day: then a shared tranche has to decide.
  if (!overlaps || (daysKnown && shared === 0)) return null;
  return shared * 10 + 1;
}
