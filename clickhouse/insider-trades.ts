/**
 * Writes and reads the table of insider trades: those of feed rows, and those without an article (from backfills and co-owners' reports).
 * Queries select the newest version of a trade, which may be a correction or a withdrawal.
 */
import { z } from 'zod';
import type { LogRecord } from '#schemas/feed-log.ts';
import type { InsiderTrade, StoredTrade } from '#schemas/insider.ts';
import type { StoredItem } from '#schemas/item.ts';
import { Decimal } from '#schemas/primitives.ts';
import { openMarketCodes, type OpenMarketCode } from '#schemas/vocabulary.ts';
import { uidColumn, UidHex, uidNumber } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Params, Store } from './store.ts';

/** Returns the rows to insert in insider_trades: none for a record without a trade. */
export function tradeColumns({ seq, record }: { readonly seq: number; readonly record: LogRecord }): object[] {
  if (record.type === 'trade') return [columnsOf(record.trade, record.uid, null, 0)];
  if (record.type === 'revision') return record.trade === undefined ? [] : [columnsOf(record.trade, record.revises, record.item, seq)];
  return record.type === 'row' && record.trade !== undefined ? [columnsOf(record.trade, record.uid, record.item, 0)] : [];
}

/** Returns the version that withdraws a trade. It has no transaction code, so no query selects it. */
export const withdrawnTrade = (trade: InsiderTrade, uid: string, version: number): object => ({
  ...columnsOf(trade, uid, null, version),
  transaction_code: '',
});

function columnsOf(trade: InsiderTrade, uid: string, item: StoredItem | null, version: number): object {
  const { ticker, last_date, issuer_cik, transaction_code, is_10b5_1, total_value_usd, owners } = trade;
  const stored: StoredTrade = {
    ...trade,
    uid,
    news_title: item === null ? null : item.original.title,
    news_published: item === null ? null : item.original.time_published,
  };
  return {
    ticker,
    last_date,
    uid: uidColumn(uid),
    version,
    issuer_cik,
    owner_cik: owners[0]!.cik,
    transaction_code,
    is_10b5_1: is_10b5_1 === null ? 'unknown' : String(is_10b5_1),
    total_value_usd,
    owner_name: owners[0]!.name,
    owner_title: owners[0]!.title,
    doc: JSON.stringify(stored),
    is_joint_duplicate: trade.joint_with !== undefined,
  };
}

/** The plan flag of each value of the column: null if the form does not say, as forms before the checkbox. */
const planFlags = { unknown: null, false: false, true: true } as const;
const FactsRow = z
  .object({
    uid_hex: UidHex,
    version: z.int(),
    last_date: z.iso.date(),
    transaction_code: z.string(),
    is_10b5_1: z.enum(['unknown', 'false', 'true']),
    /** Null if no tranche is priced. */
    total_value_usd: Decimal.nullable(),
    owner_cik: z.string(),
    owner_name: z.string(),
    owner_title: z.string(),
    /** Whether the trade is a co-owner's report of a trade that is already known. Sums omit it. */
    is_joint_duplicate: z.boolean(),
  })
  .transform((row) => ({
    uid: row.uid_hex,
    version: row.version,
    lastDate: row.last_date,
    code: row.transaction_code as OpenMarketCode,
    is10b5_1: planFlags[row.is_10b5_1],
    totalValueUsd: row.total_value_usd,
    ownerCik: row.owner_cik.padStart(10, '0'),
    ownerName: row.owner_name,
    ownerTitle: row.owner_title,
    isJointDuplicate: row.is_joint_duplicate,
  }));
export type TradeFacts = z.output<typeof FactsRow>;

const factsQuery = loadQuery('insider/facts-of-tickers');
/** Maximum number of trades in memory, more than any issuer's insiders reported in three decades. */
const factsMax = 100_000;

/** Selects trades by ticker, and by issuer if another company had one of the tickers, too. */
export interface TradesOf {
  readonly tickers: readonly string[];
  /** Ten digits each; empty or absent means any issuer. */
  readonly issuerCiks?: readonly string[];
}
const ofIssuers = ({ tickers, issuerCiks = [] }: TradesOf): Params => ({
  tickers,
  ...(issuerCiks.length > 0 && { issuer_ciks: issuerCiks.map(Number) }),
});

/** Returns trades since a day (null means all), newest first by day of the last fill, then by uid. */
export async function tradeFacts(store: Store, of: TradesOf, sinceDate: string | null): Promise<TradeFacts[]> {
  const facts = await store.query(factsQuery, { ...ofIssuers(of), ...(sinceDate !== null && { since: sinceDate }), limit: factsMax }, FactsRow);
  // Trades with a code of a later release are ignored.
  return facts.filter(({ code }) => openMarketCodes.includes(code));
}

const KeyRow = z
  .object({ uid_hex: UidHex, version: z.int(), last_date: z.iso.date() })
  .transform(({ uid_hex, version, last_date }) => ({ uid: uid_hex, version, lastDate: last_date }));
const keysQuery = loadQuery('insider/keys-of-tickers');
const docsQuery = loadQuery('insider/docs-between');
const DocRow = z.object({ uid_hex: UidHex, version: z.int(), doc: z.string() });

/** Returns at most `limit` (up to 500) trades of these codes after `after`, in the order of `tradeFacts`. */
export async function tradesAfter(
  store: Store,
  of: TradesOf,
  codes: readonly OpenMarketCode[],
  after: Pick<TradeFacts, 'lastDate' | 'uid'> | null,
  limit: number,
): Promise<StoredTrade[]> {
  const behind = after !== null && { after_date: after.lastDate, after_uid: uidNumber(after.uid) };
  const keys = await store.query(keysQuery, { ...ofIssuers(of), codes, ...behind, limit }, KeyRow);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return [];
  const uids = keys.map(({ uid }) => uidNumber(uid));
  const rows = await store.query(docsQuery, { tickers: of.tickers, from: last.lastDate, to: first.lastDate, uids }, DocRow);
  return inOrder(keys, rows);
}

/** Returns the complete trades of `facts`, in the same order. */
export async function tradesOf(store: Store, tickers: readonly string[], facts: readonly TradeFacts[]): Promise<StoredTrade[]> {
  const [first, last] = [facts[0], facts.at(-1)];
  if (first === undefined || last === undefined) return [];
  return inOrder(facts, await store.query(docsQuery, { tickers, from: last.lastDate, to: first.lastDate }, DocRow));
}

function inOrder(keys: readonly { readonly uid: string; readonly version: number }[], rows: readonly z.infer<typeof DocRow>[]): StoredTrade[] {
  const docs = new Map(rows.map(({ uid_hex, version, doc }) => [`${uid_hex} ${version}`, doc]));
  return keys.flatMap(({ uid, version }) => {
    const doc = docs.get(`${uid} ${version}`);
    return doc === undefined ? [] : [readTrade(doc)];
  });
}

/** Parses a trade without a check, because its structure was checked when it was read from the log. */
const readTrade = (doc: string): StoredTrade => JSON.parse(doc) as StoredTrade;

const coverageQuery = loadQuery('insider/coverage-start');
const CoverageRow = z.object({ first_date: z.iso.date() });

/** Returns the day of the last fill of the earliest trade; null if there is no trade. */
export async function coverageStart(store: Store, of: TradesOf): Promise<string | null> {
  const [found] = await store.query(coverageQuery, ofIssuers(of), CoverageRow);
  return found?.first_date ?? null;
}

const purchasesQuery = loadQuery('insider/purchases-of-issuers');
const PurchaseRow = z.object({ doc: z.string() });

/**
 * Returns open-market purchases since `lookbackDate` of issuers with at least `buyersMin` buyers and a purchase since `sinceDate`. A null
 * `of` selects all issuers. Corrections after `toSeq` are ignored.
 */
export async function purchasesOfIssuers(
  store: Store,
  {
    of,
    sinceDate,
    lookbackDate,
    buyersMin,
    toSeq,
  }: { of: TradesOf | null; sinceDate: string; lookbackDate: string; buyersMin: number; toSeq?: number },
): Promise<StoredTrade[]> {
  const params = {
    ...(of !== null && ofIssuers(of)),
    since: sinceDate,
    lookback: lookbackDate,
    buyers_min: buyersMin,
    ...(toSeq !== undefined && { to_seq: toSeq }),
  };
  const rows = await store.query(purchasesQuery, params, PurchaseRow);
  return rows.map(({ doc }) => readTrade(doc)).filter(({ last_date }) => last_date >= lookbackDate);
}
