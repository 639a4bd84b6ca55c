/**
 * Defines the summary of an insider's event by which refine recognises other filings of it. A header of the log record carries it, so that a
 * restart reads headers only.
 */
import { filingDate } from '#schemas/edgar-calendar.ts';
import { eventHeader, type FeedRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { trimZeros } from '../text/format-figures.ts';
import { partyHashes } from './party-hashes.ts';
import { isShare } from './security.ts';

export interface KnownEvent {
  /** The uid of the row or trade of the first filing that arrived. */
  readonly uid: string;
  readonly form: 'direct' | 'indirect';
  /** Whether the event has a row; otherwise it is a trade only. */
  readonly isRow: boolean;
  /** Whether the original filing was seen, and not only its amendment. */
  readonly hasOriginal: boolean;
  /** Whether an amendment reported it as an addition that replaces no event of the original. */
  readonly isAddition: boolean;
  /** Whether its row was withdrawn: no amendment brings it back, and no other event is compared with it. */
  readonly isWithdrawn: boolean;
  readonly owners: readonly string[];
  readonly firstDate: string;
  readonly lastDate: string;
  /** Filing day of the original; null when unknown. */
  readonly originalOn: string | null;
  /** Time at which EDGAR accepted the filing in force, epoch milliseconds. */
  readonly versionMs: number;
  /** `time_published` of the row, epoch milliseconds. */
  readonly publishedMs: number;
  /** `created_at` of the row, epoch milliseconds. */
  readonly createdMs: number;
  /** contentHash of the filing in force. */
  readonly content: string;
  /** Hashes of the first 40 tranches. */
  readonly tranches: readonly string[];
  /** Hashes of owners and named holders (party-hashes.ts); empty on records of releases that did not store them. */
  readonly parties: readonly string[];
  /** Average price of a share in USD; null when none is known, and on records of releases that did not store it. */
  readonly price: number | null;
}

const tranchesMax = 40;
const partiesMax = 40;
const hash = (text: string): string => digestOf(text).slice(0, 8);
const plain = (decimal: string | null): string => trimZeros(decimal ?? '');

/** Returns a hash of each tranche: day, shares and price. */
export const trancheHashes = (trade: Pick<InsiderTrade, 'tranches'>): string[] =>
  trade.tranches
    .slice(0, tranchesMax)
    .map(({ transaction_date, shares, price_usd }) => hash(`${transaction_date} ${plain(shares)} ${plain(price_usd)}`));

/** Returns a hash of everything that an amendment could correct. */
export function contentHash(trade: InsiderTrade): string {
  const { owners, transaction_code, ownership_form, security_title, is_10b5_1, label, stake_change_pct } = trade;
  const tranches = trade.tranches.map(({ transaction_date, shares, price_usd }) => [transaction_date, plain(shares), plain(price_usd)]);
  const after = plain(trade.shares_after);
  return hash(JSON.stringify([owners, transaction_code, ownership_form, security_title, tranches, after, is_10b5_1, label, stake_change_pct]));
}

/** Returns the key that events of one issuer and transaction code share. */
export const eventKey = ({ issuer_cik, transaction_code }: Pick<InsiderTrade, 'issuer_cik' | 'transaction_code'>): string =>
  `${issuer_cik}:${transaction_code}`;

const epochMs = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant));

/** How a record changes the known events. */
export type EventChange =
  | { readonly kind: 'added'; readonly key: string; readonly event: KnownEvent }
  | { readonly kind: 'revised'; readonly key: string; readonly event: KnownEvent }
  | { readonly kind: 'withdrawn'; readonly uid: string }
  /** Another filing of the event was dropped. `originalOn` is its filing day when it was the original, else null. */
  | { readonly kind: 'repeated'; readonly key: string; readonly uid: string; readonly versionMs: number; readonly originalOn: string | null };

/** Returns how a record changes the known events; null when it changes none. */
export function eventChangeOf(record: FeedRecord): EventChange | null {
  if (record.type === 'drop')
    return record.event_key === undefined || record.duplicate_of === null
      ? null
      : {
          kind: 'repeated',
          key: record.event_key,
          uid: record.duplicate_of,
          versionMs: epochMs(record.instants.published_at),
          originalOn: record.reason === 'superseded' ? filingDate(record.instants.published_at ?? record.instants.fetched_at, '4') : null,
        };
  if (record.type === 'revision' && record.withdrawn !== undefined) return { kind: 'withdrawn', uid: record.revises };
  if (record.type === 'gap' || record.trade === undefined) return null;
  const { trade } = record;
  // A joint report adds nothing: the first report describes the event.
  if (trade.joint_with !== undefined) return null;
  const item = record.type === 'trade' ? null : record.item;
  const event: KnownEvent = {
    uid: record.type === 'revision' ? record.revises : record.uid,
    form: trade.ownership_form,
    isRow: item !== null,
    hasOriginal: trade.form === '4',
    isAddition: trade.amends?.is_addition === true,
    isWithdrawn: false,
    owners: trade.owners.map(({ cik }) => cik),
    firstDate: trade.first_date,
    lastDate: trade.last_date,
    originalOn:
      trade.form === '4' ? (trade.accepted_at === null ? null : filingDate(trade.accepted_at, trade.form)) : (trade.amends?.filed_on ?? null),
    versionMs: epochMs(record.instants.published_at),
    publishedMs: epochMs(item?.original.time_published ?? record.instants.published_at),
    createdMs: epochMs(item?.original.created_at ?? record.instants.refined_at),
    content: contentHash(trade),
    tranches: trancheHashes(trade),
    parties: partyHashes(trade).slice(0, partiesMax),
    price: priceOf(trade),
  };
  return { kind: record.type === 'revision' ? 'revised' : 'added', key: eventKey(trade), event };
}

/** Returns the average price; null for other securities than shares, because the price of a note or unit is not comparable. */
const priceOf = ({ avg_price_usd, security_title }: InsiderTrade): number | null =>
  avg_price_usd !== null && Number(avg_price_usd) > 0 && isShare(security_title) ? Number(avg_price_usd) : null;

/** Returns the day number of a date, in days since 1970. */
export const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const dayText = (date: string): string => dayOf(date).toString(36);
const dateText = (day: string): string => dateOf(Number.parseInt(day, 36));
const flag = (value: boolean): string => (value ? '1' : '0');

/** `uid|flags|owners|first|last|original|version|published|created|content|tranches|parties|price` */
const headerOf = (event: KnownEvent): string =>
  [
    event.uid,
    `${event.form === 'direct' ? 'd' : 'i'}${flag(event.isRow)}${flag(event.hasOriginal)}${flag(event.isAddition)}`,
    event.owners.map((cik) => Number(cik).toString(36)).join(','),
    dayText(event.firstDate),
    dayText(event.lastDate),
    event.originalOn === null ? '' : dayText(event.originalOn),
    event.versionMs.toString(36),
    event.publishedMs.toString(36),
    event.createdMs.toString(36),
    event.content,
    event.tranches.join(''),
    event.parties.join(''),
    event.price ?? '',
  ].join('|');

function eventOf(packed: string): KnownEvent {
  const [
    uid = '',
    flags = '',
    owners = '',
    first = '',
    last = '',
    original = '',
    version = '',
    published = '',
    created = '',
    content = '',
    tranches = '',
    parties = '',
    price = '',
  ] = packed.split('|');
  return {
    uid,
    form: flags[0] === 'd' ? 'direct' : 'indirect',
    isRow: flags[1] === '1',
    hasOriginal: flags[2] === '1',
    isAddition: flags[3] === '1',
    isWithdrawn: false,
    owners: owners.split(',').map((cik) => Number.parseInt(cik, 36).toString().padStart(10, '0')),
    firstDate: dateText(first),
    lastDate: dateText(last),
    originalOn: original === '' ? null : dateText(original),
    versionMs: Number.parseInt(version, 36),
    publishedMs: Number.parseInt(published, 36),
    createdMs: Number.parseInt(created, 36),
    content,
    tranches: tranches.match(/.{8}/g) ?? [],
    parties: parties.match(/.{8}/g) ?? [],
    price: price === '' ? null : Number(price),
  };
}

export const packEventChange = (change: EventChange): string =>
  change.kind === 'withdrawn'
    ? `-${change.uid}|`
    : change.kind === 'repeated'
      ? `=${change.key}|${change.uid}|${change.versionMs.toString(36)}|${change.originalOn ?? ''}`
      : `${change.kind === 'added' ? '+' : '~'}${change.key}|${headerOf(change.event)}`;

/** Returns the header that carries how the record changes the known events; no header when it changes none. */
export function eventHeaders(record: FeedRecord): Readonly<Record<string, string>> {
  const change = eventChangeOf(record);
  return change === null ? {} : { [eventHeader]: packEventChange(change) };
}

/** Returns the change that a header carries; null for a text of another form, which a later release may write. */
export function unpackEventChange(packed: string): EventChange | null {
  const at = packed.indexOf('|');
  const [sign, key, rest] = [packed[0], packed.slice(1, at), packed.slice(at + 1)];
  if (sign === '+' || sign === '~') return { kind: sign === '+' ? 'added' : 'revised', key, event: eventOf(rest) };
  if (sign === '-') return { kind: 'withdrawn', uid: key };
  if (sign !== '=') return null;
  const [uid = '', version = '', original = ''] = rest.split('|');
  return { kind: 'repeated', key, uid, versionMs: Number.parseInt(version, 36), originalOn: original === '' ? null : original };
}
