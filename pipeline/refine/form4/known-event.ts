/**
 * Defines the short record that refine keeps of an insider's event in the log. It is enough to tell whether another filing
 * reports the same event, and which of the two is in force. It is one line in a header of the log record, so a restart reads
 * headers only.
 */
import { filingDate } from '#schemas/edgar-calendar.ts';
import { eventHeader, type FeedRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { trimZeros } from '../text/format-figures.ts';
import { partyMarks } from './party-marks.ts';
import { isShare } from './security.ts';

export interface KnownEvent {
  /** uid of its row or trade in the log: that of the first of its filings to arrive. */
  readonly uid: string;
  readonly form: 'direct' | 'indirect';
  /** Whether the trade has an article. */
  readonly isRow: boolean;
  /** Whether an original filing of it was seen. */
  readonly hasOriginal: boolean;
  /** Whether it adds to the original's event and does not replace it. */
  readonly isAddition: boolean;
  /** Whether its row was withdrawn: no amendment brings it back, and no other event is compared with it. */
  readonly isWithdrawn: boolean;
  readonly owners: readonly string[];
  readonly firstDate: string;
  readonly lastDate: string;
  /** Day on which its original was filed; null when unknown. */
  readonly originalOn: string | null;
  /** When EDGAR accepted the filing in force, epoch milliseconds. */
  readonly versionMs: number;
  /** The row's time_published and created_at, epoch milliseconds. */
  readonly publishedMs: number;
  readonly createdMs: number;
  readonly content: string;
  readonly tranches: readonly string[];
  /** Marks of its owners and named holders (form4/joint.ts); empty on events of releases that did not store them. */
  readonly parties: readonly string[];
  /** Average price of its shares; null where none is priced, and on events of releases that did not store it. */
  readonly price: number | null;
}

const tranchesMax = 40;
const partiesMax = 40;
const markLength = 8;
const mark = (text: string): string => digestOf(text).slice(0, markLength);
const plain = (decimal: string | null): string => trimZeros(decimal ?? '');

/** Returns marks of the tranches by which another filing's can be recognised. */
export const trancheMarks = (trade: Pick<InsiderTrade, 'tranches'>): string[] =>
  trade.tranches
    .slice(0, tranchesMax)
    .map(({ transaction_date, shares, price_usd }) => mark(`${transaction_date} ${plain(shares)} ${plain(price_usd)}`));

/** Returns a mark of everything that an amendment could correct. */
export const contentMark = ({
  owners,
  transaction_code,
  ownership_form,
  security_title,
  tranches,
  shares_after,
  is_10b5_1,
  label,
  stake_change_pct,
}: InsiderTrade): string =>
  mark(
    JSON.stringify([
      owners,
      transaction_code,
      ownership_form,
      security_title,
      tranches.map((tranche) => [tranche.transaction_date, plain(tranche.shares), plain(tranche.price_usd)]),
      plain(shares_after),
      is_10b5_1,
      label,
      stake_change_pct,
    ]),
  );

/** Returns the key under which events of an issuer and a transaction code are stored. */
export const eventKey = ({ issuer_cik, transaction_code }: Pick<InsiderTrade, 'issuer_cik' | 'transaction_code'>): string =>
  `${issuer_cik}:${transaction_code}`;

const epochMs = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant));

/** A record's change to the stored events; other records have none. */
export type EventNote =
  | { readonly kind: 'added'; readonly key: string; readonly event: KnownEvent }
  | { readonly kind: 'revised'; readonly key: string; readonly event: KnownEvent }
  | { readonly kind: 'withdrawn'; readonly uid: string }
  /** Another filing of the event was dropped for the one in force. `originalOn`: its day, when it was the original; else null. */
  | { readonly kind: 'repeated'; readonly key: string; readonly uid: string; readonly versionMs: number; readonly originalOn: string | null };

/** Returns a record's change to the known events; null for one that changes none. */
export function noteOf(record: FeedRecord): EventNote | null {
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
  // Its first report describes the event.
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
    content: contentMark(trade),
    tranches: trancheMarks(trade),
    parties: partyMarks(trade).slice(0, partiesMax),
    price: priceOf(trade),
  };
  return { kind: record.type === 'revision' ? 'revised' : 'added', key: eventKey(trade), event };
}

/** Returns the price of shares; null for other securities, since a note or a unit has a price of another size. */
const priceOf = ({ avg_price_usd, security_title }: InsiderTrade): number | null =>
  avg_price_usd !== null && Number(avg_price_usd) > 0 && isShare(security_title) ? Number(avg_price_usd) : null;

/** Days since 1970. */
export const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
/** Inverse of dayOf. */
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

/** Returns the note in the form that its record's header has. */
export const packNote = (note: EventNote): string =>
  note.kind === 'withdrawn'
    ? `-${note.uid}|`
    : note.kind === 'repeated'
      ? `=${note.key}|${note.uid}|${note.versionMs.toString(36)}|${note.originalOn ?? ''}`
      : `${note.kind === 'added' ? '+' : '~'}${note.key}|${headerOf(note.event)}`;

/** Returns the headers of a record by which a restart knows the event without the body. */
export function eventNotes(record: FeedRecord): Readonly<Record<string, string>> {
  const note = noteOf(record);
  return note === null ? {} : { [eventHeader]: packNote(note) };
}

/** Returns a note from its text; null for a text that is none. */
export function unpackNote(packed: string): EventNote | null {
  const at = packed.indexOf('|');
  const [sign, key, rest] = [packed[0], packed.slice(1, at), packed.slice(at + 1)];
  if (sign === '+' || sign === '~') return { kind: sign === '+' ? 'added' : 'revised', key, event: eventOf(rest) };
  if (sign === '-') return { kind: 'withdrawn', uid: key };
  if (sign !== '=') return null;
  const [uid = '', version = '', original = ''] = rest.split('|');
  return { kind: 'repeated', key, uid, versionMs: Number.parseInt(version, 36), originalOn: original === '' ? null : original };
}
