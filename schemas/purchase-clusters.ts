/**
 * Finds clusters: runs of open-market purchases of one issuer by different insiders without a gap over 14 days. Runs consist of fills, so
 * the fills of one filing may belong to several runs.
 */
import Big from 'big.js';
import { daysBetween } from './edgar-calendar.ts';
import type { ClusterBuyer, InsiderCluster } from './insider-cluster.ts';
import type { StoredTrade } from './insider.ts';
import { findInsiders, labelPurchases, type LabelledFill } from './purchase-labels.ts';
import { compareText } from './compare-text.ts';

interface ClusterOptions {
  readonly buyersMin: number;
  /** Whether buyers with a label are listed. They never count. */
  readonly includeLabelled: boolean;
}

const gapDaysMax = 14;
const buyersShownMax = 50;

/** Returns the clusters, latest `known_at` first. `trades` are distinct purchases (code P) of any issuers. */
export const findClusters = (trades: readonly StoredTrade[], options: ClusterOptions): InsiderCluster[] =>
  findLinkedClusters(trades, options).map(({ cluster }) => cluster);

export interface LinkedCluster {
  readonly cluster: InsiderCluster;
  /** Index pages of the cluster's filings: the latest one of each buyer, in the order of `buyers`, then the others, newest first. */
  readonly secUrls: readonly string[];
}

export function findLinkedClusters(trades: readonly StoredTrade[], options: ClusterOptions): LinkedCluster[] {
  const byIssuer = Map.groupBy(trades, (trade) => trade.issuer_cik);
  const found = [...byIssuer.values()].flatMap((ofIssuer) => clustersOf(ofIssuer, options));
  return found.sort(
    ({ cluster: a }, { cluster: b }) =>
      compareText(b.known_at, a.known_at) || compareText(a.cik, b.cik) || compareText(a.first_trade_date, b.first_trade_date),
  );
}

function clustersOf(trades: readonly StoredTrade[], { buyersMin, includeLabelled }: ClusterOptions): LinkedCluster[] {
  const fills = labelPurchases(trades, findInsiders(trades)).sort((a, b) => compareText(a.date, b.date));
  const free = fills.filter(({ label }) => label === null);
  return runsOf(free)
    .filter((run) => new Set(run.map(({ insider }) => insider)).size >= buyersMin)
    .map((run) => {
      const [from, to] = [run[0]!.date, run.at(-1)!.date];
      const labelled = includeLabelled ? fills.filter(({ label, date }) => label !== null && date >= from && date <= to) : [];
      return clusterOf(run, labelled);
    });
}

/** Splits fills, which ascend by date, into runs. */
function runsOf(fills: readonly LabelledFill[]): LabelledFill[][] {
  const runs: LabelledFill[][] = [];
  for (const fill of fills) {
    const run = runs.at(-1);
    if (run === undefined || daysBetween(run.at(-1)!.date, fill.date) > gapDaysMax) runs.push([fill]);
    else run.push(fill);
  }
  return runs;
}

const knownAt = ({ accepted_at, filed_at }: StoredTrade): string => accepted_at ?? filed_at;
/** Sorts the latest filing first. Accession number and uid break ties, so that the order of `trades` has no effect. */
const latestFirst = (a: LabelledFill, b: LabelledFill): number =>
  compareText(knownAt(b.trade), knownAt(a.trade)) ||
  compareText(b.trade.accession_number, a.trade.accession_number) ||
  compareText(a.trade.uid, b.trade.uid);

function clusterOf(run: readonly LabelledFill[], labelled: readonly LabelledFill[]): LinkedCluster {
  const newest = run.toSorted(latestFirst);
  const [latest] = newest;
  const buyers = buyersOf(run);
  const filings = new Set(run.map(({ trade }) => trade.accession_number));
  const shown = [...buyers, ...buyersOf(labelled)].slice(0, buyersShownMax);
  const linked = new Set(shown.filter(({ label }) => label === null).map(({ sec_url }) => sec_url));
  const { ticker, issuer_name, issuer_cik } = latest!.trade;
  const cluster: InsiderCluster = {
    ticker,
    issuer_name,
    cik: issuer_cik,
    first_trade_date: run[0]!.date,
    last_trade_date: run.at(-1)!.date,
    known_at: knownAt(latest!.trade),
    buyers_count: buyers.length,
    officer_director_count: buyers.filter((buyer) => buyer.is_officer || buyer.is_director).length,
    total_value_usd: valueOf(run)?.toFixed(2, Big.roundHalfUp) ?? null,
    filings_count: filings.size,
    evidence_truncated: filings.size > linked.size,
    buyers: shown,
  };
  const secUrls = new Set([...buyers.map(({ sec_url }) => sec_url), ...newest.map(({ trade }) => filingUrl(trade))]);
  return { cluster, secUrls: [...secUrls] };
}

function buyersOf(fills: readonly LabelledFill[]): ClusterBuyer[] {
  const groups = Map.groupBy(fills, ({ insider, label }) => `${insider} ${label}`);
  const buyers = [...groups.values()].map((ofBuyer) => ({ buyer: buyerOf(ofBuyer), value: valueOf(ofBuyer) ?? new Big(-1) }));
  return buyers
    .sort(
      (a, b) =>
        b.value.cmp(a.value) || compareText(a.buyer.insider_cik, b.buyer.insider_cik) || compareText(String(a.buyer.label), String(b.buyer.label)),
    )
    .map(({ buyer }) => buyer);
}

function buyerOf(fills: readonly LabelledFill[]): ClusterBuyer {
  const newest = fills.toSorted(latestFirst);
  const owners = newest.map(({ trade }) => trade.owners[0]!);
  const latest = newest[0]!;
  const owner = owners.find(({ is_officer, is_director }) => is_officer || is_director) ?? owners[0]!;
  const priced = fills.filter(({ price }) => price !== null);
  const value = valueOf(fills);
  const pricedShares = sum(priced.map(({ shares }) => shares));
  const article = newest.find(({ trade }) => trade.news_title !== null);
  return {
    insider_name: owner.name,
    insider_title: owner.title,
    insider_cik: owner.cik,
    is_officer: fills.some(({ trade }) => trade.owners.some(({ is_officer }) => is_officer)),
    is_director: fills.some(({ trade }) => trade.owners.some(({ is_director }) => is_director)),
    shares: sum(fills.map(({ shares }) => shares)).toFixed(),
    avg_price_usd: value === null || pricedShares.eq(0) ? null : value.div(pricedShares).round(4, Big.roundHalfUp).toFixed(),
    total_value_usd: value?.toFixed(2, Big.roundHalfUp) ?? null,
    trade_dates: [...new Set(fills.map(({ date }) => date))].sort(),
    label: latest.label,
    news_uid: article?.trade.uid ?? null,
    sec_url: filingUrl(latest.trade),
  };
}

const sum = (amounts: readonly Big[]): Big => amounts.reduce((total, amount) => total.plus(amount), new Big(0));

/** Returns the value of the priced fills, or null if none is priced. */
function valueOf(fills: readonly LabelledFill[]): Big | null {
  const values = fills.flatMap(({ shares, price }) => (price === null ? [] : [shares.times(price)]));
  return values.length === 0 ? null : sum(values);
}

const filingUrl = ({ issuer_cik, accession_number }: StoredTrade): string =>
  `https://www.sec.gov/Archives/edgar/data/${issuer_cik.replace(/^0+/, '')}/${accession_number.replaceAll('-', '')}/${accession_number}-index.htm`;
