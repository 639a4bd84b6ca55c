/**
 * One Form 4 to what the feed log holds for it: a row for each event (a trade without article, replayed from the
 * past), a correction of one that the log holds, or drops with their reasons. Pure.
 */
import type { FeedDrop, FeedRecord, FeedRevision, FeedRow, FeedTrade, Instants } from '#schemas/feed-log.ts';
import { easternDate, easternInstant, form4DueDate } from '#schemas/edgar-calendar.ts';
import { filingIdentity, form4EventIdentity } from '#schemas/identity.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { DropReason } from '#schemas/vocabulary.ts';
import type { RefineContext } from '../context.ts';
import { readEvents, type InsiderEvent } from './events.ts';
import { contentMark, eventKey, type HeldEvent } from './held-event.ts';
import type { HeldEvents } from './held-events.ts';
import { resolveIssuer, type IssuerDirectory } from './issuer.ts';
import { entitiesOf, itemOf, nameOf } from './item.ts';
import { companyName, ownerName } from './names.ts';
import { scoreVersion } from './score.ts';
import { tradeOf } from './trade.ts';

export type Form4Context = Pick<RefineContext, 'refinedAt' | 'uidFor'> & {
  readonly directory: IssuerDirectory;
  readonly heldEvents: Pick<HeldEvents, 'find'>;
};

const instantsOf = (raw: RawForm4, refinedAt: string): Instants => ({
  published_at: raw.accepted_at,
  seen_at: raw.seen_at,
  fetched_at: raw.fetched_at,
  refined_at: refinedAt,
});

/** When EDGAR accepted it; else the start of the day it gave the filing, else when it was here. */
const publishedAt = (raw: RawForm4): string =>
  raw.accepted_at ?? (raw.filed_on === null ? raw.fetched_at : easternInstant(`${raw.filed_on}T00:00:00`));

type Dropped = Pick<FeedDrop, 'reason' | 'detail'> & Partial<Pick<FeedDrop, 'duplicate_of' | 'event_key'>>;

function dropOf(raw: RawForm4, context: Form4Context, dropped: Dropped, identity = filingIdentity(raw.accession)): FeedDrop[] {
  const uid = context.uidFor(identity);
  if (uid === null) return [];
  const owners = raw.owners.map((owner) => ownerName(owner.name)).join(', ');
  return [
    {
      type: 'drop',
      v: 1,
      uid,
      identity,
      source: raw.source,
      kind: 'form4',
      instants: instantsOf(raw, context.refinedAt),
      url: raw.url,
      title: `Form ${raw.form}: ${companyName(raw.issuer.name, raw.issuer.symbol)}, ${owners}`.slice(0, 500),
      source_type: 'sec_form4',
      source_domain: 'sec.gov',
      duplicate_of: null,
      story_id: null,
      ...dropped,
      detail: dropped.detail.slice(0, 1_000),
    },
  ];
}

interface Filed {
  readonly raw: RawForm4;
  readonly issuer: SymbolEntry;
  readonly context: Form4Context;
}

/** What the log does not hold yet: a row, or a trade without article. */
function newRecord({ raw, issuer, context }: Filed, event: InsiderEvent, uid: string, identity: string): FeedRow | FeedTrade {
  const { refinedAt } = context;
  const shared = { v: 1, uid, identity, source: raw.source, kind: 'form4', instants: instantsOf(raw, refinedAt) } as const;
  const trade = tradeOf({ raw, event, ticker: issuer.symbol, issuerName: nameOf(raw, issuer), filedAt: refinedAt });
  if (raw.is_history === true) return { type: 'trade', ...shared, trade };
  return {
    type: 'row',
    ...shared,
    item: itemOf({ raw, event, issuer, uid, createdAt: refinedAt, publishedAt: publishedAt(raw), updatedAt: refinedAt }),
    key_entities: entitiesOf(raw, nameOf(raw, issuer), issuer.symbol),
    story_id: uid,
    score_version: scoreVersion,
    trade,
  };
}

/** The row keeps its uid, its place and its time; whether it was late is told by the original. */
function revisionOf({ raw, issuer, context }: Filed, event: InsiderEvent, held: HeldEvent, uid: string, identity: string): FeedRevision {
  const createdAt = new Date(held.createdMs).toISOString();
  const isLate = held.originalOn === null ? event.isLate : held.originalOn > form4DueDate(event.firstDate);
  const corrected = { ...event, isLate };
  const item = itemOf({
    raw,
    event: corrected,
    issuer,
    uid: held.uid,
    createdAt,
    publishedAt: new Date(held.publishedMs).toISOString(),
    updatedAt: context.refinedAt,
  });
  return {
    type: 'revision',
    v: 1,
    uid,
    identity,
    source: raw.source,
    kind: 'form4',
    instants: instantsOf(raw, context.refinedAt),
    revises: held.uid,
    item: held.isRow ? item : null,
    key_entities: entitiesOf(raw, nameOf(raw, issuer), issuer.symbol),
    trade: tradeOf({ raw, event: corrected, ticker: issuer.symbol, issuerName: nameOf(raw, issuer), filedAt: createdAt }),
  };
}

const originalOn = (raw: RawForm4): string | null => {
  if (raw.form === '4/A') return raw.original_filed_on ?? null;
  return raw.filed_on ?? (raw.accepted_at === null ? null : easternDate(raw.accepted_at));
};

function recordsOf(filed: Filed, event: InsiderEvent, events: readonly InsiderEvent[]): FeedRecord[] {
  const { raw, issuer, context } = filed;
  const identity = form4EventIdentity(raw.accession, event.code, event.ownershipForm);
  const trade = tradeOf({ raw, event, ticker: issuer.symbol, issuerName: '', filedAt: context.refinedAt });
  const formsInFiling = new Set(events.filter(({ code }) => code === event.code).map(({ ownershipForm }) => ownershipForm));
  const held = context.heldEvents.find({ trade, originalOn: originalOn(raw), formsInFiling });
  if (held !== null) {
    const stands = { duplicate_of: held.uid, event_key: eventKey(trade) };
    const drop = (reason: DropReason, detail: string): FeedDrop[] => dropOf(raw, context, { reason, detail, ...stands }, identity);
    if (raw.form === '4') return drop('superseded', `its amendment stands as ${held.uid}`);
    if (Date.parse(raw.accepted_at ?? publishedAt(raw)) < held.versionMs)
      return drop('amendment_without_trade', `a later amendment stands as ${held.uid}`);
    if (contentMark(trade) === held.content) return drop('amendment_without_trade', 'nothing corrected');
  }
  const uid = context.uidFor(identity);
  if (uid === null) return [];
  return [held === null ? newRecord(filed, event, uid, identity) : revisionOf(filed, event, held, uid, identity)];
}

/** Events that the log already holds are left out; a filing of which nothing is new makes no record at all. */
export function refineForm4(raw: RawForm4, context: Form4Context): FeedRecord[] {
  const { events, invalid } = readEvents(raw);
  if (events.length === 0) {
    if (invalid.length > 0) return dropOf(raw, context, { reason: 'invalid_filing', detail: invalid.join('; ') });
    const codes = [...new Set(raw.transactions.map((row) => row.code))].join(', ');
    const reason = raw.form === '4/A' ? 'amendment_without_trade' : 'no_open_market_trade';
    return dropOf(raw, context, { reason, detail: codes === '' ? 'no transactions' : `codes ${codes}` });
  }
  const issuer = resolveIssuer(raw.issuer, context.directory);
  if (issuer === null) {
    const detail = `${raw.issuer.name}, CIK ${raw.issuer.cik}, symbol ${raw.issuer.symbol || 'none'}`;
    return dropOf(raw, context, { reason: 'unlisted_issuer', detail });
  }
  return events.flatMap((event) => recordsOf({ raw, issuer, context }, event, events));
}
