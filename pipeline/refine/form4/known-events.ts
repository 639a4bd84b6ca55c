/**
 * Keeps the insiders' events of the log, packed and indexed. Finds the event that another filing reports again: an amendment, or an original
 * that arrives after its amendment.
 */
import type { InsiderTrade } from '#schemas/insider.ts';
import { openMarketCodes, type OpenMarketCode } from '#schemas/vocabulary.ts';
import { createPages, placesOf, type IntPage, type ListPlace } from '../state/int-pages.ts';
import { createPostings, type Postings } from '../recent/postings.ts';
import { hashText, mixHashes } from '../text/hash.ts';
import { dateOf, dayOf, eventKey, trancheHashes, type EventChange, type KnownEvent } from './known-event.ts';
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
  /** Filing day of the original, which for an original is its own; null when an amendment does not state it. */
  readonly originalOn: string | null;
  /** Code and ownership form of every event of the filing, such as `S:direct`. */
  readonly eventsInFiling: ReadonlySet<string>;
}

/** The original that an amendment names. */
export interface Amended extends Pick<InsiderTrade, 'issuer_cik'> {
  readonly owners: readonly { readonly cik: string }[];
  readonly originalOn: string;
}

type CodedEvent = KnownEvent & { readonly code: OpenMarketCode };

export interface KnownEvents {
  readonly apply: (change: EventChange) => void;
  readonly find: (reported: Reported) => KnownEvent | null;
  /** Returns the events of the original whose tranche hashes are all among `hashes`. */
  readonly reportedAs: (amended: Amended, hashes: ReadonlySet<string>) => CodedEvent[];
  /** Returns the events of this issuer and code whose first trade was on that day, oldest first. */
  readonly sameDay: (trade: Pick<InsiderTrade, 'issuer_cik' | 'transaction_code' | 'first_date'>) => KnownEvent[];
  /** Returns the average prices of the issuer's purchases and sales within `days` of the trade's first day. */
  readonly pricesNear: (trade: Pick<InsiderTrade, 'issuer_cik' | 'first_date'>, days: number) => number[];
  readonly size: () => number;
  /** Returns the current pages for the state file. They hold every version of every event; the last version of an event counts. */
  readonly saved: () => readonly IntPage[];
}

const dayHash = (key: string, date: string): number => mixHashes(hashText(key), hashText(date));
const ownerHash = (key: string, cik: number): number => mixHashes(hashText(key), cik | 0);

/** Returns the event numbers under a hash, newest first. Different keys can share a hash, so callers must check the key. */
function numbersUnder(index: Postings, hash: number): number[] {
  const numbers: number[] = [];
  index.visit(hash, Infinity, (number) => numbers.push(number) > 0);
  return numbers;
}

/** Returns the events in these pages of a state file, or none. */
export function createKnownEvents(saved: readonly IntPage[] = []): KnownEvents {
  const pages = createPages(saved);
  /** `places` has two numbers for each event: the index of its page in `pageList`, and its position there. */
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
  const numberOf = (uid: string): number => numbersUnder(byUid, uidHash(uid)).find((number) => hasUid(placeOf(number), uid)) ?? -1;

  /** Indexes a version of an event. A later version replaces the earlier one and adds its new code, owners and day to the index. */
  function indexVersion(key: string, uid: string, place: ListPlace): void {
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

  const put = (key: string, event: KnownEvent): void => indexVersion(key, event.uid, packEvent(pages, key, event));

  /** Returns the events of a key whose first trade was that day, oldest first, without withdrawn ones. */
  const onDay = (key: string, date: string): ListPlace[] =>
    [...new Set(numbersUnder(byDay, dayHash(key, date)))]
      .toSorted((a, b) => a - b)
      .map(placeOf)
      .filter((place) => keyAt(place) === key && firstDateAt(place) === date && !isWithdrawnAt(place));

  /** Returns the events of these owners in an issuer's shares, first to arrive first. Equal hashes can add events of other owners. */
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

  for (const page of saved) for (const place of placesOf(page)) indexVersion(keyAt(place), unpackEvent(place).uid, place);

  return {
    apply: (change) => {
      if (change.kind === 'added') return put(change.key, change.event);
      const number = numberOf(change.kind === 'revised' ? change.event.uid : change.uid);
      const before = number < 0 ? null : unpackEvent(placeOf(number));
      if (change.kind === 'withdrawn' || change.kind === 'repeated') {
        if (before === null) return;
        const key = keyAt(placeOf(number));
        if (change.kind === 'withdrawn') return put(key, { ...before, isWithdrawn: true });
        if (change.originalOn !== null) return put(key, { ...before, hasOriginal: true, originalOn: change.originalOn });
        return put(key, { ...before, versionMs: Math.max(before.versionMs, change.versionMs) });
      }
      // A revision does not change these fields of the event.
      const { isRow, publishedMs, createdMs, originalOn, hasOriginal, isAddition } = before ?? change.event;
      return put(change.key, { ...change.event, isRow, publishedMs, createdMs, originalOn, hasOriginal, isAddition });
    },
    find: (reported) => {
      const { trade } = reported;
      const hashes = new Set(trancheHashes(trade));
      const matches = ofOwners(trade).flatMap(({ place, code }) => {
        // Two original filings always report two events.
        if (trade.form === '4' && hasOriginalAt(place)) return [];
        const event = unpackEvent(place);
        const alike = likenessOf({ ...event, code }, reported, hashes);
        return alike === null ? [] : [{ event, alike }];
      });
      return matches.toSorted((a, b) => b.alike - a.alike || b.event.versionMs - a.event.versionMs)[0]?.event ?? null;
    },
    reportedAs: (amended, hashes) =>
      ofOwners(amended)
        .map(({ place, code }) => ({ ...unpackEvent(place), code }))
        .filter(({ owners, originalOn, tranches, isWithdrawn }) => {
          const isOfOwner = amended.owners.some(({ cik }) => owners.includes(cik));
          return isOfOwner && !isWithdrawn && originalOn === amended.originalOn && tranches.every((tranche) => hashes.has(tranche));
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

/** Maximum difference between the original's filing day and the one that an amendment states: some state the day of the trade. */
const wrongDaysMax = 3;

/** Returns how likely the filing reports this event again, a higher number for a likelier match; null when it reports another event. */
function likenessOf(
  event: KnownEvent & { readonly code: string },
  { trade, originalOn, eventsInFiling }: Reported,
  hashes: ReadonlySet<string>,
): number | null {
  if (!trade.owners.some(({ cik }) => event.owners.includes(cik))) return null;
  const shared = event.tranches.filter((tranche) => hashes.has(tranche)).length;
  // An added event exists besides the original's events, whichever arrives first.
  if ((trade.amends?.is_addition === true || event.isAddition) && shared === 0) return null;
  const isMoved = event.form !== trade.ownership_form || event.code !== trade.transaction_code;
  const isWhole =
    shared > 0 && shared === event.tranches.length && new Set(event.tranches).size === hashes.size && shared === trancheHashes(trade).length;
  // An amendment may correct the ownership form or the code of a trade, unless it reports an event of the old form and code as well.
  if (isMoved && (!isWhole || eventsInFiling.has(`${event.code}:${event.form}`))) return null;
  const overlaps = event.firstDate <= trade.last_date && trade.first_date <= event.lastDate;
  const alike = shared * 10 + (overlaps && !isMoved ? 1 : 0);
  const daysKnown = event.originalOn !== null && originalOn !== null;
  if (daysKnown && event.originalOn === originalOn) return 1_000 + alike;
  if (shared > 0 || !daysKnown) return overlaps ? alike : null;
  // Filers sometimes state a wrong day for the original. Without a shared tranche that day must be near and the trades must have the same
  // days.
  const isNear = Math.abs(dayOf(event.originalOn) - dayOf(originalOn)) <= wrongDaysMax;
  return isNear && event.firstDate === trade.first_date && event.lastDate === trade.last_date ? alike : null;
}
