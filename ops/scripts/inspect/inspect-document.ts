/** Runs one document through the functions of the stages and of refine. The result has rows and drops, or why the document is refused. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { NestedTooDeepError } from '#pipeline/ingest/parse/parse-html.ts';
import { articleOf as messageOf } from '#pipeline/ingest/publishers/entry/entry.ts';
import { readDailyIndex } from '#pipeline/ingest/sec/listing/daily-index.ts';
import { readCurrent } from '#pipeline/ingest/sec/listing/latest-filings.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { filingIndexUrl } from '#pipeline/ingest/sec/listed-filing.ts';
import { refusalPage } from '#pipeline/ingest/sec/refusal.ts';
import { anyAuthority, authorityOf } from '#pipeline/ingest/publishers/authority.ts';
import { parseFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { seenIn } from '#pipeline/ingest/publishers/feed-position.ts';
import { oldestFirst } from '#pipeline/ingest/publishers/poll.ts';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { decide } from '#pipeline/refine/decide.ts';
import { reasonsFor, type Reasons } from '#pipeline/refine/article/reasons.ts';
import type { FeedRecord, FeedRevision, FeedRow } from '#schemas/feed-log.ts';
import { filingIdentity, uidOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { Article } from '#schemas/item.ts';
import { newsContext } from '#schemas/news-context.ts';
import { servedEvidence } from '#schemas/served-evidence.ts';
import type { RawForm4, RawMessage } from '#schemas/raw.ts';
import { collectedForms as formsOf } from '#schemas/vocabulary.ts';
import { readArticlePage } from './article-page.ts';
import { inspectCalendar, type InspectedCalendar } from './inspect-calendar.ts';
import { detectKind, looksLikeFeed, unpack, type Kind } from './detect.ts';
import { inspectExhibit, inspectFiling, type FilingRead } from './inspect-filing.ts';
import type { Inspection } from './inspection.ts';
import { feedOrigin, madeUpAddress, pageOrigin, type Origin } from './source.ts';

const collectedForms: ReadonlySet<string> = new Set(Object.values(formsOf).flat());

export interface Dropped {
  readonly uid: string;
  readonly reason: string;
  readonly detail?: string;
  /** For a listed filing: its form, which is not collected. */
  readonly form?: string;
}

/** An article that needs a company, which cannot be identified without a symbol list. */
interface Unlinked {
  readonly uid: string;
  readonly title: string;
  readonly url: string;
}

interface Filing {
  readonly accession: string;
  readonly form: string;
  readonly url: string;
}

export interface Inspected {
  readonly kind: Kind | 'unknown';
  readonly rows: readonly Article[];
  readonly drops: readonly Dropped[];
  /** Articles that would become rows or drops if there were a symbol list. */
  readonly unlinked?: readonly Unlinked[];
  /** Corrections (`withdrawn` is null) and withdrawals of rows of earlier files. A corrected row is in `rows` as well. */
  readonly revisions?: readonly { readonly uid: string; readonly withdrawn: string | null }[];
  /** Insider trades that make no row, because a row or drop already reports them. */
  readonly trades?: readonly InsiderTrade[];
  /** The reasons for category and relevance of publishers' articles, dropped ones included. */
  readonly reasons?: readonly ({ readonly uid: string } & Reasons)[];
  /** The facts read from an 8-K or 6-K, also when it is dropped. */
  readonly filing?: FilingRead;
  /** The earnings read of a bare exhibit; null with `earnings_refusal`. */
  readonly earnings?: EarningsAnalysis | null;
  /** Why an earnings release has no earnings read. */
  readonly earnings_refusal?: string;
  /** Number of documents that an earlier file contained. */
  readonly known?: number;
  /** For a listing: the filings that ingest would fetch. */
  readonly filings?: readonly Filing[];
  /** For a symbol list: the number of symbols. */
  readonly entries?: number;
  readonly unreadable?: number;
  /** `none` when there is no symbol list: issuers were assumed to be listed, and no article could be linked. */
  readonly symbols?: 'none';
  readonly note?: string;
}

export interface Refused {
  readonly kind?: Kind;
  readonly error: string;
  readonly detail: string;
  readonly filing?: FilingRead;
}

export type Result = Inspected | InspectedCalendar | Refused;

const refusedAs = (kind: Kind, error: string, detail: string): Refused => ({ kind, error, detail });

/** Inspects a file. An accession number in its path `name` is used when the document has none. */
export function inspectDocument(bytes: Buffer, name: string, inspection: Inspection): Result {
  const unpacked = unpack(bytes);
  if (!unpacked.ok) return { error: unpacked.reason, detail: unpacked.detail };
  const { body } = unpacked;
  const kind = detectKind(body);
  return readers[kind](body, name, inspection);
}

type Reader = (body: Buffer, name: string, inspection: Inspection) => Result;

const readers: Readonly<Record<Kind, Reader>> = {
  form4: inspectForm4,
  filing: inspectWholeFiling,
  exhibit: inspectBareExhibit,
  feed: inspectFeed,
  edgar_current: inspectCurrent,
  daily_index: inspectDailyIndex,
  symbols: (body) => {
    const list = readTickerList(body);
    return list.ok
      ? { kind: 'symbols', rows: [], drops: [], entries: list.entries.length, unreadable: list.unreadable }
      : refusedAs('symbols', 'malformed', list.detail);
  },
  edgar_refusal: (body) => refusedAs('edgar_refusal', 'unavailable', refusalPage(body)?.detail ?? 'a page in place of the document'),
  calendar: (body, _, { at }) => inspectCalendar(body, at),
  page: inspectPage,
};

function refine(kind: Kind, messages: readonly RawMessage[], inspection: Inspection): Inspected {
  const records: FeedRecord[] = [];
  const reasons: ({ readonly uid: string } & Reasons)[] = [];
  const unlinked: Unlinked[] = [];
  let known = 0;
  for (const message of messages) {
    const context = inspection.contextFor(issuerOf(message));
    const made = decide(message, context);
    const [first] = made;
    if (message.kind === 'article' && first !== undefined && first.type !== 'gap') {
      const found = reasonsFor(message, first.uid, context);
      if (found !== null) reasons.push({ uid: first.uid, ...found });
    }
    if (made.length === 0) known += 1;
    for (const record of made) {
      inspection.remember(record);
      const isUnlinked = inspection.hasNoSymbols && record.type === 'drop' && record.reason === 'no_verified_ticker';
      if (isUnlinked && message.kind === 'article') unlinked.push({ uid: record.uid, title: message.title, url: message.url });
      else records.push(record);
    }
  }
  const revisions = records.flatMap((record) =>
    record.type === 'revision' && !isNewRoot(record) ? [{ uid: record.revises, withdrawn: record.withdrawn ?? null }] : [],
  );
  const trades = records.flatMap((record) => (record.type === 'trade' ? [record.trade] : []));
  return {
    kind,
    rows: records.flatMap((record) => {
      const row = rowOf(record);
      return row === null ? [] : [articleOf(row)];
    }),
    drops: records.flatMap((record) => (record.type === 'drop' ? [{ uid: record.uid, reason: record.reason, detail: record.detail }] : [])),
    ...(unlinked.length > 0 && { unlinked }),
    ...(revisions.length > 0 && { revisions }),
    ...(trades.length > 0 && { trades }),
    ...(reasons.length > 0 && { reasons }),
    ...(known > 0 && { known }),
    ...(inspection.hasNoSymbols && { symbols: 'none' as const }),
  };
}

/** Returns whether a revision only makes the row the root of its story. */
const isNewRoot = ({ item, is_root }: FeedRevision): boolean => item === null && is_root !== undefined;

type RowFields = Pick<FeedRow, 'item' | 'key_entities' | 'earnings' | 'evidence' | 'story_id'>;

function articleOf({ item, key_entities, earnings, evidence, story_id }: RowFields): Article {
  const { original, enrichment, ...rest } = item;
  const added = { news_context_enhancement: newsContext(item, key_entities), evidence: servedEvidence(evidence, item) };
  return {
    original,
    enrichment: { ...enrichment, ...added },
    ...rest,
    story_id,
    earnings: earnings ?? null,
  };
}

/** Returns the fields of a row or of a corrected row, or null for other records. */
function rowOf(record: FeedRecord): RowFields | null {
  if (record.type === 'row') return record;
  if (record.type !== 'revision' || record.item === null) return null;
  const { item, key_entities, story_id, revises } = record;
  return { item, key_entities, story_id: story_id ?? revises };
}

function issuerOf(message: RawMessage): RawForm4['issuer'] | null {
  if (message.kind === 'form4') return message.issuer;
  if (message.kind !== 'filing') return null;
  const named = /\((?:[^()]{0,40}\b)?(?:nasdaq|nyse|amex)[^():]{0,20}:\s*([A-Z.]{1,6})\b/i.exec(message.lead)?.[1];
  const { cik, name } = message.filers[0]!;
  return { cik, name: name || 'Issuer', symbol: message.symbols?.[0] ?? named ?? '' };
}

function inspectForm4(body: Buffer, name: string, inspection: Inspection): Result {
  const submission = splitSubmission(body);
  const written = submission.header.accession ?? accessionIn(name);
  // A bare ownership document has no accession number. One is derived from its bytes, so that equal files are the same filing.
  const accession = written ?? madeUpAccession(body);
  const result = readForm4(submission, { accession, seenAt: inspection.at, fetchedAt: inspection.at, acceptedAt: null, filedOn: null });
  if (result.ok) {
    const inspected = refine('form4', [result.filing], inspection);
    return written === null ? { ...inspected, note: 'neither the file nor its name has an accession number: using a generated one' } : inspected;
  }
  if (result.reason === 'not_collected') return notCollected('form4', accession, result.detail);
  return refusedAs('form4', result.reason, result.detail);
}

/** Inspects a submission of any form but 4, or the main document of an 8-K or 6-K. */
function inspectWholeFiling(body: Buffer, name: string, inspection: Inspection): Result {
  const written = /(?:ACCESSION NUMBER:|<ACCESSION-NUMBER>|<SEC-DOCUMENT>)\s*(\d{10}-\d{2}-\d{6})/.exec(
    body.subarray(0, 8_192).toString('latin1'),
  )?.[1];
  const accession = written ?? accessionIn(name);
  const { directory } = inspection.contextFor(null);
  const result = inspectFiling({ body, accession: accession ?? madeUpAccession(body), at: inspection.at, directory });
  if (result === null) return refusedAs('filing', 'malformed', 'neither a submission nor the main document of an 8-K or 6-K');
  if (!result.ok) {
    const isForm4 = /^form (?:4|4\/A)$/.test(result.detail);
    if (isForm4) return refusedAs('filing', 'malformed', `${result.detail} without an ownership document`);
    if (result.reason === 'not_collected' && accession !== null) return notCollected('filing', accession, result.detail);
    return refusedAs('filing', result.reason, result.detail);
  }
  const { filing, read, isBare, hasRegistrant } = result;
  const inspected = refine('filing', [filing], inspection);
  if (!hasRegistrant && inspected.drops.some(({ reason }) => reason === 'unlisted_issuer'))
    return { ...refusedAs('filing', 'no_registrant', noRegistrant(accession)), filing: read };
  const refusal = filing.earnings?.kind === 'refused' ? filing.earnings.reason : null;
  return {
    ...inspected,
    filing: read,
    ...(refusal !== null && { earnings_refusal: refusal }),
    ...(isBare && { note: 'only the main document: registrants, dates and exhibits are unknown' }),
  };
}

const noRegistrant = (accession: string | null): string =>
  "the main document alone lacks the submission's header, which has the registrant's CIK, and its cover names no listed symbol; " +
  `inspect the whole submission, ${accession ?? 'ACCESSION'}.txt in the filing's folder at EDGAR`;

function inspectBareExhibit(body: Buffer): Result {
  const outcome = inspectExhibit(body);
  if (outcome === null) return refusedAs('exhibit', 'unknown_format', 'not an exhibit that can be read');
  const earnings = outcome.kind === 'read' ? outcome.analysis : null;
  return { kind: 'exhibit', rows: [], drops: [], earnings, ...(outcome.kind === 'refused' && { earnings_refusal: outcome.reason }) };
}

const notCollected = (kind: Kind, accession: string, detail: string): Inspected => ({
  kind,
  rows: [],
  drops: [{ uid: uidOf(filingIdentity(accession)), reason: 'not_collected', detail }],
});

/** Refusals that concern one entry and not the document. */
const refusesEntry: ReadonlySet<string> = new Set(['no_identity', 'bad_url', 'foreign_link']);

function inspectFeed(body: Buffer, name: string, inspection: Inspection): Result {
  const origin = feedOrigin(inspection.url, name, inspection.catalogue);
  const parsed = parseFeed({ ...listingOf(origin, inspection), body, contentType: null });
  const whole = parsed.refusals.find(({ reason }) => !refusesEntry.has(reason));
  if (parsed.items.length === 0 && whole !== undefined) return { error: looksLikeFeed(body) ? whole.reason : 'unknown_format', detail: whole.detail };
  // An entry that differs from the same entry in an earlier file is an edit, as it would be in a later poll.
  const listed = seenIn({ seen: inspection.marks });
  const items = parsed.items.map((item) => (listed.compare(item) === 'edited' ? { ...item, is_edit: true as const } : item));
  inspection.marks.unshift(...parsed.items.map(listed.countedMark));
  // Entries are refined in the stage's publishing order, which determines which of two near-duplicates is the copy.
  const inspected = refine('feed', oldestFirst([...items, ...parsed.refusals]), inspection);
  return { ...inspected, ...guessedNote(origin, inspection) };
}

/** Returns the origin as a listing. A source of the catalogue is limited to its domains; any other may list every address. */
const listingOf = ({ source, url, isConfigured }: Origin, { at }: Inspection) => ({
  source,
  url,
  authority: isConfigured ? authorityOf(source) : anyAuthority,
  seenAt: at,
  fetchedAt: at,
});

const guessedNote = ({ isConfigured, source }: Origin, { url }: Inspection): { readonly note?: string } =>
  isConfigured || url === null ? {} : { note: `no configured source has this address: assuming the outlet ${source.outlet}` };

/** Inspects an exhibit without EDGAR's tags, or an article's page, which is read as a feed's entry. */
function inspectPage(body: Buffer, name: string, inspection: Inspection): Result {
  const exhibit = inspectBareExhibit(body);
  if (!('error' in exhibit)) return exhibit;
  let page: ReturnType<typeof readArticlePage>;
  try {
    page = readArticlePage(body, inspection.url);
  } catch (error) {
    if (error instanceof NestedTooDeepError) return refusedAs('page', 'malformed', error.message);
    throw error;
  }
  if (page === null) return refusedAs('page', 'unknown_format', 'an HTML page without a headline or without article text');
  const { entry, site } = page;
  const links = entry.links.length > 0 ? entry.links : [madeUpAddress(name)];
  const origin = pageOrigin(links.find((link) => URL.canParse(link)) ?? madeUpAddress(name), site, inspection.catalogue);
  return { ...refine('page', [messageOf({ ...entry, links }, listingOf(origin, inspection))], inspection), ...guessedNote(origin, inspection) };
}

function inspectCurrent(body: Buffer): Result {
  const terms = [...body.toString('latin1').matchAll(/<category\b[^>]*\bterm="([^"]*)"/g)].map((match) => match[1]!);
  const page = readCurrent(body, new Set(terms));
  if (!page.ok) return refusedAs('edgar_current', page.reason, page.detail);
  return listing('edgar_current', page.entries, page.unreadable);
}

function inspectDailyIndex(body: Buffer): Result {
  const index = readDailyIndex(body, everyForm);
  if (!index.ok) return refusedAs('daily_index', index.reason, index.detail);
  const filings = index.entries.map((entry) => ({ ...entry, url: filingIndexUrl(entry.cik, entry.accession) }));
  return listing('daily_index', filings, index.unreadable);
}

/** A set that contains every form, so that the result shows what happens to each. */
const everyForm: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

function listing(kind: Kind, filings: readonly Filing[], unreadable: number): Inspected {
  return {
    kind,
    rows: [],
    drops: filings
      .filter(({ form }) => !collectedForms.has(form))
      .map(({ accession, form }) => ({ uid: uidOf(filingIdentity(accession)), reason: 'not_collected', form })),
    filings: filings.filter(({ form }) => collectedForms.has(form)).map(({ accession, form, url }) => ({ accession, form, url })),
    ...(unreadable > 0 && { unreadable }),
  };
}

function accessionIn(name: string): string | null {
  const [, filer, year, number] = /(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)/.exec(basename(name)) ?? [];
  return filer === undefined ? null : `${filer}-${year}-${number}`;
}

/** Returns an accession number derived from the document's hash. It begins with 9, unlike those of filers. */
function madeUpAccession(body: Buffer): string {
  const digits = BigInt(`0x${createHash('sha256').update(body).digest('hex')}`)
    .toString()
    .slice(-15);
  return `9${digits.slice(0, 9)}-00-${digits.slice(9)}`;
}
