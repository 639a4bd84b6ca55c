/** The example of cluster buys in the OpenAPI document, after a real cluster of March 2023. */
import type { z } from 'zod';
import type { ClusterBuyer, InsiderCluster } from '#schemas/insider-cluster.ts';

const buyer = (
  name: string,
  cik: string,
  [shares, price, value]: readonly [string, string, string],
  accession: string,
): z.input<typeof ClusterBuyer> => ({
  insider_name: name,
  insider_title: '',
  insider_cik: cik,
  is_officer: false,
  is_director: true,
  shares,
  avg_price_usd: price,
  total_value_usd: value,
  trade_dates: ['2023-03-10'],
  label: null,
  news_uid: null,
  sec_url: `https://www.sec.gov/Archives/edgar/data/1102112/${accession.replaceAll('-', '')}/${accession}-index.htm`,
});

const cluster: z.input<typeof InsiderCluster> = {
  ticker: 'PACW',
  issuer_name: 'PACWEST BANCORP',
  cik: '0001102112',
  first_trade_date: '2023-03-10',
  last_trade_date: '2023-03-10',
  known_at: '2023-03-13T21:40:03.000Z',
  buyers_count: 3,
  officer_director_count: 3,
  total_value_usd: '413580.00',
  filings_count: 3,
  evidence_truncated: false,
  buyers: [
    buyer('EGGEMEYER JOHN M III', '0001197257', ['25000', '15.33', '383250.00'], '0001415889-23-004816'),
    buyer('LESTER SUSAN E', '0001240433', ['1000', '15.17', '15170.00'], '0001415889-23-004817'),
    buyer('CARLSON CRAIG A', '0001505212', ['1000', '15.16', '15160.00'], '0001415889-23-004820'),
  ],
};

export const clustersExample = { results: [cluster], next_cursor: null, symbol_note: null };
