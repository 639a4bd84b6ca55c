/**
 * Runs a Form 4, and then each event in it, through the steps below. An event becomes a row, a trade without article (backfilled or a joint
 * report), a correction of an event in the log, or a drop.
 */
import type { FeedDrop, FeedRecord, FeedRevision, FeedRow, FeedTrade } from '#schemas/feed-log.ts';
import { filingDate } from '#schemas/edgar-calendar.ts';
import { filingIdentity, form4EventIdentity } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { drop, keep, type Drop, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import { filedDrop, headOf, publishedAt } from '../filed-record.ts';
import type { DecidedIdentity } from '../log-record.ts';
import { throughSteps, type Step } from '../step.ts';
import { readEvents, withoutFigures, type InsiderEvent, type InvalidEvent } from './events.ts';
import { contentHash, eventKey, type KnownEvent } from './known-event.ts';
import type { KnownEvents } from './known-events.ts';
import { jointWith, sharesPrice } from './joint.ts';
import { labelOf } from './label.ts';
import { isLate } from './late.ts';
import { resolveIssuer, type IssuerDirectory } from './issuer.ts';
import { entitiesOf, itemOf, nameOf, type ItemParts } from './item.ts';
import { companyName, ownerName } from './names.ts';
import { recodedEvents } from './recoded.ts';
import { kindOf, scoreEvent, type Score } from './score.ts';
import { writeText, type EventText } from './text.ts';
import { tradeOf } from './trade.ts';
import { highPricedIssuers, isTotal } from './value-basis.ts';

export type Form4Context = Pick<RefineContext, 'refinedAt' | 'claimUid'> & {
  readonly directory: IssuerDirectory;
  readonly knownEvents: Pick<KnownEvents, 'find' | 'reportedAs' | 'sameDay' | 'pricesNear'>;
};

/** A form between steps. A field that no step has set yet is empty or null. */
interface FormDraft {
  readonly raw: RawForm4;
  readonly events: readonly InsiderEvent[];
  /** Invalid events of a form that has valid ones; each becomes a drop. */
  readonly invalid: readonly InvalidEvent[];
  readonly issuer: SymbolEntry | null;
}

export const form4Steps: readonly Step<FormDraft, Form4Context>[] = [
  { name: 'events', drops: ['invalid_filing', 'amendment_without_trade', 'no_open_market_trade'], run: putEvents },
  { name: 'issuer', drops: ['unlisted_issuer'], run: putIssuer },
];

interface EventDraft {
  readonly raw: RawForm4;
  readonly issuer: SymbolEntry;
  /** Code and ownership form of every event of the filing, such as `S:direct`. */
  readonly eventsInFiling: ReadonlySet<string>;
  readonly identity: string;
  readonly uid: string;
  readonly event: InsiderEvent;
  /** The event in the log that this filing reports again; null when the log has none. */
  readonly known: KnownEvent | null;
  /** The uid of the event that another owner reported first; null when this is the first report. */
  readonly jointUid: string | null;
  /** Like `text`, null for an event without article. */
  readonly score: Score | null;
  readonly text: EventText | null;
}

export const eventSteps: readonly Step<EventDraft, Form4Context>[] = [
  { name: 'value', run: dropTotalsAsPrices },
  { name: 'context', run: putContext },
  { name: 'amendment', drops: ['superseded', 'amendment_without_trade'], run: putKnown },
  { name: 'joint', run: putJoint },
  { name: 'score', run: putScore },
  { name: 'text', run: putText },
];

function putEvents(draft: FormDraft): Outcome<FormDraft> {
  const { raw } = draft;
  const { events, invalid } = readEvents(raw);
  if (events.length > 0) return keep({ ...draft, events, invalid });
  if (invalid.length > 0) return drop('invalid_filing', invalid.map(({ problem }) => problem).join('; '));
  const codes = [...new Set(raw.transactions.map((row) => row.code))].join(', ');
  return drop(raw.form === '4/A' ? 'amendment_without_trade' : 'no_open_market_trade', codes === '' ? 'no transactions' : `codes ${codes}`);
}

function putIssuer(draft: FormDraft, { directory }: Form4Context): Outcome<FormDraft> {
  const { issuer: filed } = draft.raw;
  const issuer = resolveIssuer(filed, directory);
  if (issuer !== null) return keep({ ...draft, issuer });
  return drop('unlisted_issuer', `${filed.name}, CIK ${filed.cik}, symbol ${filed.symbol || 'none'}`);
}

const originalOn = (raw: RawForm4): string | null => {
  if (raw.form === '4/A') return raw.original_filed_on ?? null;
  return raw.filed_on ?? (raw.accepted_at === null ? null : filingDate(raw.accepted_at, raw.form));
};

const bareTrade = ({ raw, event, issuer }: EventDraft, refinedAt: string): InsiderTrade =>
  tradeOf({ raw, event, ticker: issuer.symbol, issuerName: '', filedAt: refinedAt });

const knownPriceDays = 30;

/** Removes prices that the issuer's other filings show to be totals. */
function dropTotalsAsPrices(draft: EventDraft, { refinedAt, knownEvents }: Form4Context): Outcome<EventDraft> {
  const { event, raw } = draft;
  if (event.valueBasis !== 'stated' || highPricedIssuers.has(raw.issuer.cik)) return keep(draft);
  const known = knownEvents.pricesNear(bareTrade(draft, refinedAt), knownPriceDays);
  return keep(event.tranches.some((tranche) => isTotal(tranche, known)) ? { ...draft, event: withoutFigures(event) } : draft);
}

/** Marks a purchase at exactly the price that another insider paid that day. */
function putContext(draft: EventDraft, { refinedAt, knownEvents }: Form4Context): Outcome<EventDraft> {
  const { event } = draft;
  const trade = bareTrade(draft, refinedAt);
  if (event.context !== 'open_market' || !sharesPrice(trade, knownEvents.sameDay(trade))) return keep(draft);
  return keep({ ...draft, event: { ...event, context: 'shared_price', label: labelOf('shared_price') } });
}

/** Finds the event in the log. The day of the original filing decides whether the event is late. */
function putKnown(draft: EventDraft, { refinedAt, knownEvents }: Form4Context): Outcome<EventDraft> {
  const { raw, event, eventsInFiling } = draft;
  const trade = bareTrade(draft, refinedAt);
  const known = knownEvents.find({ trade, originalOn: originalOn(raw), eventsInFiling });
  if (known === null) return keep(draft);
  const inForce = { uid: known.uid, storyId: null };
  if (raw.form === '4') return drop('superseded', `replaced by its amendment ${known.uid}`, inForce);
  if (known.isWithdrawn) return drop('amendment_without_trade', `${known.uid} was withdrawn`, inForce);
  if (Date.parse(raw.accepted_at ?? publishedAt(raw)) < known.versionMs)
    return drop('amendment_without_trade', `replaced by a later amendment ${known.uid}`, inForce);
  if (contentHash(trade) === known.content) return drop('amendment_without_trade', 'nothing corrected', inForce);
  return keep({ ...draft, known, event: known.originalOn === null ? event : { ...event, isLate: isLate(raw, event.firstDate, known.originalOn) } });
}

/** Marks an event that another owner reported first, so that it makes no row and counts once. */
function putJoint(draft: EventDraft, { refinedAt, knownEvents }: Form4Context): Outcome<EventDraft> {
  if (draft.known !== null) return keep(draft);
  const trade = bareTrade(draft, refinedAt);
  const joint = jointWith(trade, knownEvents.sameDay(trade));
  return keep(joint === null ? draft : { ...draft, jointUid: joint.uid });
}

/** Returns whether the event gets an article. A correction gets one if the event in the log has one. */
const hasArticle = ({ raw, known, jointUid }: EventDraft): boolean => (known === null ? raw.is_history !== true && jointUid === null : known.isRow);

function putScore(draft: EventDraft): Outcome<EventDraft> {
  return keep(hasArticle(draft) ? { ...draft, score: scoreEvent(draft.event) } : draft);
}

function putText(draft: EventDraft): Outcome<EventDraft> {
  const { raw, event, issuer, score } = draft;
  if (score === null) return keep(draft);
  return keep({ ...draft, text: writeText({ raw, event, company: nameOf(raw, issuer), ticker: issuer.symbol, score, kind: kindOf(event) }) });
}

function articleOf({ raw, event, issuer, score, text }: EventDraft, uid: string, times: ItemParts['times']): FeedRow['item'] | null {
  return score === null || text === null ? null : itemOf({ raw, event, issuer, uid, score, text, times });
}

function newRecord(draft: EventDraft, { refinedAt }: Form4Context): FeedRow | FeedTrade {
  const { raw, event, issuer, uid, identity, jointUid } = draft;
  const head = headOf(raw, { uid, identity, refinedAt });
  const company = nameOf(raw, issuer);
  const trade = tradeOf({ raw, event, ticker: issuer.symbol, issuerName: company, filedAt: refinedAt });
  const item = articleOf(draft, uid, { publishedAt: publishedAt(raw), createdAt: refinedAt, updatedAt: refinedAt });
  if (item === null) return { type: 'trade', ...head, trade: { ...trade, ...(jointUid !== null && { joint_with: jointUid }) } };
  return { type: 'row', ...head, item, key_entities: entitiesOf(raw, company, issuer.symbol), story_id: uid, trade };
}

/** Returns a correction. The row keeps its uid, place and publication time; the amendment sets everything else. */
function revisionOf(draft: EventDraft, known: KnownEvent, { refinedAt }: Form4Context): FeedRevision {
  const { raw, event, issuer, uid, identity } = draft;
  const createdAt = new Date(known.createdMs).toISOString();
  const company = nameOf(raw, issuer);
  return {
    type: 'revision',
    ...headOf(raw, { uid, identity, refinedAt }),
    revises: known.uid,
    item: articleOf(draft, known.uid, { publishedAt: new Date(known.publishedMs).toISOString(), createdAt, updatedAt: refinedAt }),
    key_entities: entitiesOf(raw, company, issuer.symbol),
    trade: tradeOf({ raw, event, ticker: issuer.symbol, issuerName: company, filedAt: refinedAt }),
  };
}

function dropOf(raw: RawForm4, decided: DecidedIdentity, dropped: Drop): FeedDrop {
  const owners = raw.owners.map((owner) => ownerName(owner.name)).join(', ');
  return filedDrop(raw, decided, dropped, { filers: `${companyName(raw.issuer.name)}, ${owners}`, sourceType: 'sec_form4' });
}

/** Returns the record of one event, or none when the log already has its uid. */
function eventRecord(draft: Omit<EventDraft, 'identity' | 'uid' | 'known' | 'jointUid' | 'score' | 'text'>, context: Form4Context): FeedRecord[] {
  const { raw, event } = draft;
  const identity = form4EventIdentity(raw.accession, event.code, event.ownershipForm);
  const uid = context.claimUid(identity);
  if (uid === null) return [];
  const begun: EventDraft = { ...draft, identity, uid, known: null, jointUid: null, score: null, text: null };
  const { draft: made, drop: dropped } = throughSteps(eventSteps, begun, context);
  if (dropped === null) return [made.known === null ? newRecord(made, context) : revisionOf(made, made.known, context)];
  const { refinedAt } = context;
  const record = dropOf(raw, { uid, identity, refinedAt }, dropped);
  return [dropped.repeats === null ? record : { ...record, event_key: eventKey(bareTrade(made, refinedAt)) }];
}

function formRecords(form: RawForm4, context: Form4Context): FeedRecord[] {
  const { refinedAt, claimUid } = context;
  const dropUnder = (identity: string, dropped: Drop): FeedRecord[] => {
    const uid = claimUid(identity);
    return uid === null ? [] : [dropOf(form, { uid, identity, refinedAt }, dropped)];
  };
  const { draft, drop: dropped } = throughSteps(form4Steps, { raw: form, events: [], invalid: [], issuer: null }, context);
  if (dropped !== null) return dropUnder(filingIdentity(form.accession), dropped);
  const { raw, events, invalid, issuer } = draft;
  const eventsInFiling = new Set(events.map(({ code, ownershipForm }) => `${code}:${ownershipForm}`));
  return [
    ...events.flatMap((event) => eventRecord({ raw, issuer: issuer!, eventsInFiling, event }, context)),
    ...invalid.flatMap(({ code, ownershipForm, problem }) =>
      dropUnder(form4EventIdentity(raw.accession, code, ownershipForm), drop('invalid_filing', problem)),
    ),
  ];
}

export const refineForm4 = (raw: RawForm4, context: Form4Context): FeedRecord[] => [...recodedEvents(raw, context), ...formRecords(raw, context)];
