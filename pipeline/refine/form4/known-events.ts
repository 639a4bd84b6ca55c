/**
 * Keeps the insiders' events that the log holds, applied in log order. They are packed, and indexed by issuer, code and owner
 * (form4/packed-event.ts). Finds the event that another filing reports again: an amendment, or an original after its
 * amendment.
 */
import type { InsiderTrade } from '#schemas/insider.ts';
import { openMarketCodes, type OpenMarketCode } from '#schemas/vocabulary.ts';
import { createPages, placesOf, type IntPage, type ListPlace } from '../state/int-pages.ts';
import { createPostings, type Postings } from '../recent/postings.ts';
import { hashText, mixHashes } from '../text/hash.ts';
import { dateOf, dayOf, eventKey, trancheMarks, type EventNote, type KnownEvent } from './known-event.ts';
import {
  firstDateAt,
  hasOriginalAt,
  hasUid,
  isWithdrawnAt,
  keyAt,
  ownersAt,
  packEvent,
  priceAt,
  uidHash,
  uidHashAt,
  unpackEvent,
} from './packed-event.ts';

export interface Reported {
  readonly trade: InsiderTrade;
  /** Day on which its original was filed: its own for an original; null where an amendment does not say. */
  readonly originalOn: string | null;
  /** Codes and ownership forms of all events of the filing, `S:direct`. */
  readonly eventsInFiling: ReadonlySet<string>;
}

/** An amendment, by what it names of its original. */
export interface Amended extends Pick<InsiderTrade, 'issuer_cik'> {
  readonly owners: readonly { readonly cik: string }[];
  readonly originalOn: string;
}

/** An event with its transaction code. */
type CodedEvent = KnownEvent & { readonly code: OpenMarketCode };

export interface KnownEvents {
  readonly apply: (note: EventNote) => void;
  readonly find: (reported: Reported) => KnownEvent | null;
  /** Returns the events of the original whose trades all have these marks. */
  readonly reportedAs: (amended: Amended, marks: ReadonlySet<string>) => CodedEvent[];
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
  /** Returns the number of the event with this uid, or -1. */
  const numberOf = (uid: string): number => numbersUnder(byUid, uidHash(uid)).find((number) => hasUid(placeOf(number), uid)) ?? -1;

  /** Indexes a version of an event: the first makes it findable, a later one replaces its place, and its code where that was wrong. */
  function file(key: string, uid: string, place: ListPlace): void {
    const known = numberOf(uid);
    const isSameKey = known >= 0 && keyAt(placeOf(known)) === key;
    const owners = ownersAt(place);
    const before = isSameKey ? ownersAt(placeOf(known)) : [];
    const day = firstDateAt(place);
    const dayBefore = isSameKey ? firstDateAt(placeOf(known)) : null;
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
  const placeOfUid = (uid: string): ListPlace | null => {
    const number = numberOf(uid);
    return number < 0 ? null : placeOf(number);
  };

  /** Returns the events of a key whose first trade was that day, oldest first; withdrawn ones are left out. */
  const onDay = (key: string, date: string): ListPlace[] =>
    [...new Set(numbersUnder(byDay, dayHash(key, date)))]
      .toSorted((a, b) => a - b)
      .map(placeOf)
      .filter((place) => keyAt(place) === key && firstDateAt(place) === date && !isWithdrawnAt(place));

  /** Returns the events of these owners in an issuer's shares, the first to arrive first; other events may be among them. */
  function ofOwners({ issuer_cik, owners }: Omit<Amended, 'originalOn'>): { readonly place: ListPlace; readonly code: OpenMarketCode }[] {
    const codes = new Map(openMarketCodes.map((code) => [eventKey({ issuer_cik, transaction_code: code }), code]));
    const numbers = new Set([...codes.keys()].flatMap((key) => owners.flatMap(({ cik }) => numbersUnder(byOwner, ownerHash(key, Number(cik))))));
    return [...numbers]
      .toSorted((a, b) => a - b)
      .flatMap((number) => {
        const place = placeOf(number);
        const code = codes.get(keyAt(place));
        return code === undefined ? [] : [{ place, code }];
      });
  }

  for (const page of saved) for (const place of placesOf(page)) file(keyAt(place), unpackEvent(place).uid, place);

  return {
    apply: (note) => {
      if (note.kind === 'added') return put(note.key, note.event);
      const place = placeOfUid(note.kind === 'revised' ? note.event.uid : note.uid);
      const before = place === null ? null : unpackEvent(place);
      if (note.kind === 'withdrawn' || note.kind === 'repeated') {
        if (place === null || before === null) return;
        if (note.kind === 'withdrawn') return put(keyAt(place), { ...before, isWithdrawn: true });
        if (note.originalOn !== null) return put(keyAt(place), { ...before, hasOriginal: true, originalOn: note.originalOn });
        return put(keyAt(place), { ...before, versionMs: Math.max(before.versionMs, note.versionMs) });
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
      const marks = new Set(trancheMarks(trade));
      const matches = ofOwners(trade).flatMap(({ place, code }) => {
        // Two original filings report two events, however similar.
        if (trade.form === '4' && hasOriginalAt(place)) return [];
        const event = unpackEvent(place);
        const alike = likenessOf({ ...event, code }, reported, marks);
        return alike === null ? [] : [{ event, alike }];
      });
      return matches.toSorted((a, b) => b.alike - a.alike || b.event.versionMs - a.event.versionMs)[0]?.event ?? null;
    },
    reportedAs: (amended, marks) =>
      ofOwners(amended)
        .map(({ place, code }) => ({ ...unpackEvent(place), code }))
        .filter(({ owners, originalOn, tranches, isWithdrawn }) => {
          const isOfOwner = amended.owners.some(({ cik }) => owners.includes(cik));
          return isOfOwner && !isWithdrawn && originalOn === amended.originalOn && tranches.every((tranche) => marks.has(tranche));
        }),
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

/** Days by which the day that an amendment names may differ from its original's: that of signing, or of trading. */
const wrongDaysMax = 3;

/** Returns how surely the two are one event, greater is surer; null when they are different events. */
function likenessOf(
  event: KnownEvent & { readonly code: string },
  { trade, originalOn, eventsInFiling }: Reported,
  marks: ReadonlySet<string>,
): number | null {
  if (!trade.owners.some(({ cik }) => event.owners.includes(cik))) return null;
  const shared = event.tranches.filter((tranche) => marks.has(tranche)).length;
  // An amendment's addition exists besides the original's event, whichever comes first.
  if ((trade.amends?.is_addition === true || event.isAddition) && shared === 0) return null;
  const isMoved = event.form !== trade.ownership_form || event.code !== trade.transaction_code;
  const isWhole = shared > 0 && shared === event.tranches.length && shared === marks.size;
  // An amendment may correct a form or a code, of a trade that it does not report besides.
  if (isMoved && (!isWhole || eventsInFiling.has(`${event.code}:${event.form}`))) return null;
  const overlaps = event.firstDate <= trade.last_date && trade.first_date <= event.lastDate;
  const alike = shared * 10 + (overlaps && !isMoved ? 1 : 0);
  const daysKnown = event.originalOn !== null && originalOn !== null;
  if (daysKnown && event.originalOn === originalOn) return 1_000 + alike;
  if (shared > 0 || !daysKnown) return overlaps ? alike : null;
  // Filers sometimes give the wrong day: where no tranche is shared, it must be near and the trades of the same days.
  const isNear = Math.abs(dayOf(event.originalOn) - dayOf(originalOn)) <= wrongDaysMax;
  return isNear && event.firstDate === trade.first_date && event.lastDate === trade.last_date ? alike : null;
}
