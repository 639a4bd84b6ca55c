/** Gathers the events that Radar shows next to a company's news, as known at a cutoff: its latest 8-K and 6-K, and clusters of insider purchases. */
import { purchasesKnown, recentFilings, type RadarCutoff, type RecentFiling } from '#clickhouse/radar-inputs.ts';
import type { Store } from '#clickhouse/store.ts';
import { easternDateAt } from '#schemas/edgar-calendar.ts';
import { findLinkedClusters, type LinkedCluster } from '#schemas/purchase-clusters.ts';
import type { RowContext } from '#schemas/radar.ts';
import type { Company, Companies } from './companies.ts';

const dayMs = 86_400_000;
const filingDays = 7;
const clusterDays = 30;
/** Days before `clusterDays` of which purchases are read too, because a cluster may begin there. */
const lookbackDays = 365;
const buyersMin = 3;
const shownMax = 3;
const linksMax = 5;

export interface EventContext {
  readonly cutoffMs: number;
  readonly of: (ticker: string) => RowContext;
}

interface CompanyEvents {
  readonly filings: RecentFiling[];
  readonly clusters: LinkedCluster[];
}

export async function gatherContext(store: Store, cutoff: RadarCutoff, companies: Companies): Promise<EventContext> {
  const { cutoffMs } = cutoff;
  const filings = await recentFilings(store, cutoff, cutoffMs - filingDays * dayMs);
  const dateBefore = (days: number): string => easternDateAt(cutoffMs - days * dayMs);
  const trades = await purchasesKnown(store, cutoff, {
    sinceDate: dateBefore(clusterDays),
    lookbackDate: dateBefore(clusterDays + lookbackDays),
    buyersMin,
  });
  const since = new Date(cutoffMs - clusterDays * dayMs).toISOString();
  const clusters = findLinkedClusters(trades, { buyersMin, includeLabelled: false }).filter(({ cluster }) => cluster.known_at > since);
  const byCik = new Map<string, CompanyEvents>();
  const eventsOf = (cik: string): CompanyEvents => byCik.getOrInsertComputed(cik, () => ({ filings: [], clusters: [] }));
  for (const filing of filings)
    for (const cik of new Set(filing.filers.flatMap((ticker) => companies.get(ticker)?.cik ?? []))) eventsOf(cik).filings.push(filing);
  for (const linked of clusters) eventsOf(linked.cluster.cik).clusters.push(linked);
  return { cutoffMs, of: (ticker) => contextOf(companies.get(ticker), byCik) };
}

const without = (status: 'unsupported' | 'unidentified', reason: string): RowContext => ({
  status,
  reason,
  cik: null,
  filings_count: null,
  filings: [],
  insider_clusters_count: null,
  insider_clusters: [],
});

function contextOf(company: Company | undefined, byCik: ReadonlyMap<string, CompanyEvents>): RowContext {
  if (company === undefined) return without('unidentified', 'ticker_not_in_directory');
  if (company.market === 'crypto') return without('unsupported', 'no_sec_issuer');
  if (company.cik === null) return without('unidentified', 'no_cik');
  const { filings, clusters } = byCik.get(company.cik) ?? { filings: [], clusters: [] };
  return {
    status: 'available',
    reason: null,
    cik: company.cik,
    filings_count: filings.length,
    filings: filings.slice(0, shownMax).map(({ uid_hex, source_type, time_published, items, title, url }) => ({
      uid: uid_hex,
      form: source_type === 'sec_form8k' ? ('8-K' as const) : ('6-K' as const),
      filed_at: time_published,
      items,
      title,
      url,
    })),
    insider_clusters_count: clusters.length,
    insider_clusters: clusters.slice(0, shownMax).map(({ cluster, secUrls }) => ({
      known_at: cluster.known_at,
      buyers_count: cluster.buyers_count,
      officer_director_count: cluster.officer_director_count,
      first_trade_date: cluster.first_trade_date,
      last_trade_date: cluster.last_trade_date,
      trade_dates: [...new Set(cluster.buyers.flatMap(({ trade_dates }) => trade_dates))].sort(),
      sec_urls: secUrls.slice(0, linksMax),
      filings_count: cluster.filings_count,
      evidence_truncated: secUrls.length > linksMax,
    })),
  };
}
